import { messages } from '#domain/messages.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import { uuid } from '#domain/uuid.ts'
import type { AgentSessionTicket, ByeReason, ClientEvent, ClientEventBody } from '#protocol/agent-events.ts'
import { suggestSteps } from '#agent/suggest-questions.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { networkOf } from '#backend/http/network-of.ts'
import { serverHearing, type WorkspaceHearing } from '#server/hearing/workspace-hearing.ts'
import { openLiveTalks } from '#server/live/live-talks.ts'
import { watchOrders } from '#server/live/watch-orders.ts'
import type { Services } from '#server/services.ts'
import { findOpenShares, isStillOpen, type OpenedShare } from '#server/share/open-shares.ts'
import type { WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import { createAgentAdmission, type RefusalReason } from './agent-admission.ts'
import { loadAgentDemo, loadDraftDemo, speakTo, type AgentDemo } from './agent-demo.ts'
import { isTrialLink, loadTrial, storeTrial, type Trial } from './agent-trial.ts'
import { agentLimits, toSessionLimits, unlimitedStarts, type AgentLimits } from './agent-limits.ts'
import { AgentSession, type AgentSessionOptions, type ContinuedTalk } from './agent-session.ts'
import { ConversationStore } from './conversation-store.ts'
import type { TokenBearer } from './session-token.ts'
import { prepareKnowledge, shareKnowledge } from './shared-knowledge.ts'
import { talkSpeechOf } from './talk-speech.ts'
import { isTalkState } from './talk-state.ts'
import { watchShares } from './watch-shares.ts'

/** Why a conversation can't be opened: the visitor's sentence and the HTTP status. */
export interface AgentProblem {
  readonly code: string
  readonly status: 403 | 404 | 409 | 429 | 503
  readonly message: string
}

export type Hello = Extract<ClientEventBody, { t: 'hello' }>

/** All conversations of this process, and the only way to open one. */
export interface AgentHub {
  readonly limits: AgentLimits
  /** A ticket for one conversation about a shared demo. */
  readonly mintTicket: (
    demoId: string,
    bearer: TokenBearer,
    /** What the visitor opened, and their languages, best first. */
    visitor?: { readonly share?: OpenedShare; readonly languages?: readonly string[] },
  ) => Promise<AgentSessionTicket | AgentProblem>
  /** A ticket for an author's trial of a draft. Nothing is stored. */
  readonly mintTrial: (
    trial: Trial,
    bearer: TokenBearer,
    languages?: readonly string[],
  ) => Promise<AgentSessionTicket | AgentProblem>
  /** The questions that a trial of the saved draft offers first; null if the draft can't present the demo. */
  readonly firstQuestions: (draft: {
    readonly agentId: string
    readonly demoId: string
  }) => Promise<readonly string[] | null>
  /** Starts a ticket's conversation; on refusal, `text` is the sentence shown to the visitor. */
  readonly open: (hello: Hello, bearer: TokenBearer) => Promise<Result<AgentSession, ByeReason> & { text?: string }>
  /**
   * Takes over the conversation that was opened with this token, on this or another server. `closing`: try another
   * server.
   */
  readonly resume: (sid: string, token: string, bearer: TokenBearer) => Promise<AgentSession | 'closing' | null>
  /** Passes a browser's events to the server that owns the conversation; false when it is over. */
  readonly deliver: (sid: string, token: string, events: readonly ClientEvent[]) => Promise<boolean>
  /** Starts renewing conversations and handling orders. */
  readonly start: () => void
  readonly figures: () => AgentFigures
  /** Leaves the conversations to other servers or says goodbye in each, and waits until all turns are stored. */
  readonly close: () => Promise<void>
  /** Waits until all turns so far are stored. */
  readonly flush: () => Promise<void>
}

/** Conversations of this process: currently open, and opened or refused since start. */
export interface AgentFigures {
  readonly open: number
  readonly opened: number
  readonly refused: Readonly<Record<RefusalReason, number>>
}

export function createAgentHub(services: Services, limits: Partial<AgentLimits> = {}): AgentHub {
  const defaults = services.config.hasAgentLimits ? agentLimits : { ...agentLimits, ...unlimitedStarts }
  return createHub(services, { ...defaults, ...limits })
}

function createHub(services: Services, limits: AgentLimits): AgentHub {
  const admission = createAgentAdmission(services, limits)
  const live = openLiveTalks(services)
  const store = new ConversationStore(services, live.owner)
  const bookings = createNetworkLimit({
    burst: limits.bookingsPerNetwork,
    refillMs: 3_600_000,
    now: services.now,
    wideFactor: 4,
  })
  const bookingsOfDay = createNetworkLimit({
    burst: limits.bookingsPerDay,
    refillMs: 86_400_000,
    now: services.now,
    wideFactor: 4,
  })
  const searches = createNetworkLimit({
    burst: limits.sentencesPerNetwork,
    refillMs: 60_000,
    now: services.now,
    wideFactor: 4,
  })
  const sessions = new Map<string, AgentSession>()
  const watch = watchShares(services)
  const orders = watchOrders({ services, live, goneMs: limits.goneMs, sessions })
  const adoptions = new Map<string, Promise<AgentSession | null>>()
  let opened = 0
  let isClosing = false

  function addSession(
    talk: Pick<AgentSessionOptions, 'demo' | 'token' | 'share' | 'caps' | 'mode' | 'speech' | 'recording'> & {
      readonly hearing: WorkspaceHearing | null
    },
    { address }: TokenBearer,
    release: () => void,
    before?: ContinuedTalk,
  ): AgentSession {
    const session: AgentSession = new AgentSession(
      {
        ...talk,
        services,
        limits,
        store,
        live,
        network: networkOf(address),
        mayBook: () =>
          bookingsOfDay.has(address, talk.demo.agentId ?? '') &&
          bookings.take(address) &&
          bookingsOfDay.take(address, talk.demo.agentId ?? ''),
        mayAsk: (sentences) => searches.take(address, '', sentences),
        findSpeech: () => speechOf(services, talk.demo.workspaceId),
        openHearing: (heard) => talk.hearing && services.hearings.open(talk.hearing, { ...heard, address }),
        onEnd: (place) => {
          release()
          watch.remove(session)
          if (place === 'elsewhere') return forget(session)
          // Kept for a while, so that a browser that reconnects late still gets the goodbye.
          setTimeout(() => forget(session), isClosing ? 0 : limits.resumeMs).unref()
        },
      },
      before,
    )
    sessions.set(session.id, session)
    if (!session.isTrial) watch.add(session, talk.share)
    orders.start()
    return session
  }

  function forget(session: AgentSession): void {
    if (sessions.get(session.id) === session) sessions.delete(session.id)
  }

  /** The provider's voice for a conversation; null if the browser speaks. */
  async function findSpeech(
    { workspaceId }: AgentDemo,
    { caps, mode }: Pick<AgentSessionOptions, 'caps' | 'mode'>,
  ): Promise<WorkspaceSpeech | null> {
    if (mode !== 'voice' || caps.audioOut !== true) return null
    return speechOf(services, workspaceId)
  }

  /** Continues another server's conversation. */
  async function adopt(sid: string, token: string, bearer: TokenBearer): Promise<AgentSession | null> {
    const own = sessions.get(sid) ?? null
    const adopted = await live.adopt(sid, token, own !== null)
    // The conversation is over, or not stored yet.
    if (adopted === 'own' || adopted === null) return own
    own?.stepDown()
    const { state } = adopted
    if (!isTalkState(state)) return null
    const loaded = await loadAgentDemo(services, state.demoId)
    if (!loaded.ok) return null
    await prepareKnowledge(loaded.value)
    const { link, passwordVersion = null, caps, mode } = state
    const [speech, hearing] = await Promise.all([
      findSpeech(loaded.value, state),
      hearingOf(services, loaded.value.workspaceId),
    ])
    const release = admission.readmit(bearer)
    const session = addSession(
      {
        demo: speakTo(loaded.value, [caps.lang]),
        token,
        share: { link, passwordVersion },
        caps,
        mode,
        speech,
        hearing,
      },
      bearer,
      release,
      { ...adopted, id: sid, state },
    )
    session.goOn(state)
    return session
  }

  return {
    limits,
    start: () => orders.start(),
    async mintTicket(demoId, bearer, { share = { link: demoId, passwordVersion: null }, languages = [] } = {}) {
      if (isClosing) return problems.closing
      if (!admission.mayStart(bearer)) return problems.tooManyStarts
      const loaded = await loadAgentDemo(services, demoId)
      if (!loaded.ok) return { code: loaded.problem, status: 404, message: messages[loaded.problem] }
      if (!(await isPrepared(services, loaded.value))) return problems.busy
      const token = admission.mint(demoId, bearer, share)
      if (token === null) return problems.tooManyStarts
      return toTicket(services, speakTo(loaded.value, languages), token, limits)
    },
    async mintTrial(trial, bearer, languages = []) {
      if (isClosing) return problems.closing
      const { link, loaded } = await storeTrial(services, trial, limits.tokenMs)
      if (!loaded.ok) return { code: loaded.problem, status: 404, message: messages[loaded.problem] }
      if (!(await isPrepared(services, loaded.value))) return problems.busy
      const token = admission.mint(trial.demoId, bearer, { link, passwordVersion: null })
      return token === null
        ? problems.tooManyStarts
        : toTicket(services, speakTo(loaded.value, languages), token, limits)
    },
    async firstQuestions(draft) {
      const loaded = await loadDraftDemo(services, draft)
      if (!loaded.ok) return null
      return (await isPrepared(services, loaded.value)) ? firstQuestions(loaded.value) : []
    },
    async open(hello, bearer) {
      if (isClosing) return fail('server-closing')
      const slot = admission.admit(hello.token, bearer, sessions.size >= limits.concurrent)
      if ('text' in slot) return { ...fail('refused'), text: slot.text }
      const { demoId, link, passwordVersion, release } = slot
      const share = { link, passwordVersion }
      const loading = isTrialLink(link) ? loadTrial(services, link) : loadSharedDemo(services, demoId, share)
      const loaded = await loading.catch((error: unknown) => {
        release()
        throw error
      })
      if (!loaded.ok) {
        release()
        return { ...fail('refused'), text: messages[loaded.problem] }
      }
      if (!(await isPrepared(services, loaded.value))) {
        release()
        return { ...fail('refused'), text: problems.busy.message }
      }
      const { token, caps, consent } = hello
      const { mode, recording } = consent
      const [speech, hearing] = await Promise.all([
        findSpeech(loaded.value, { caps, mode }),
        hearingOf(services, loaded.value.workspaceId),
      ])
      opened += 1
      const demo = speakTo(loaded.value, [caps.lang])
      return succeed(addSession({ demo, token, share, caps, mode, recording, speech, hearing }, bearer, release))
    },
    async resume(sid, token, bearer) {
      if (isClosing) return 'closing'
      const own = sessions.get(sid)
      if (own !== undefined && (own.token !== token || own.hasEnded || own.isTrial)) {
        return own.token === token ? own : null
      }
      if (!uuid.test(sid)) return null
      // Two simultaneous connections get the same conversation.
      const key = `${sid} ${token}`
      const adoption = adoptions.get(key) ?? adopt(sid, token, bearer).finally(() => adoptions.delete(key))
      adoptions.set(key, adoption)
      try {
        return await adoption
      } catch (error) {
        if (own === undefined) throw error
        services.log.warn({ err: error }, 'Could not look up the owner of a conversation')
        return own.hasEnded ? null : own
      }
    },
    async deliver(sid, token, events) {
      const own = sessions.get(sid)
      if (own === undefined) return uuid.test(sid) && (await live.relay(sid, token, events))
      if (own.token !== token) return false
      for (const event of events) own.receive(event)
      return true
    },
    async close() {
      isClosing = true
      watch.stop()
      orders.stop()
      const hasNeighbour = sessions.size > 0 && (await live.leave().catch(() => false))
      const open = [...sessions.values()]
      const handedOver = open.map(async (session) => {
        if (hasNeighbour && !session.isTrial && !session.hasEnded) return session.handOver()
        session.end('server-closing')
        return session.settled()
      })
      await store.close()
      await Promise.all(handedOver)
    },
    flush: async () => {
      await Promise.all([...sessions.values()].map((session) => session.settled()))
      await store.flush()
    },
    figures: () => ({ ...admission.figures(), opened }),
  }
}

/** The demo, unless its share has closed or changed its password since the visitor got the ticket. */
async function loadSharedDemo(services: Services, demoId: string, share: OpenedShare) {
  const [loaded, open] = await Promise.all([loadAgentDemo(services, demoId), findOpenShares(services, [share.link])])
  return isStillOpen(open, share) ? loaded : fail('demoNotFound')
}

/** A database failure mustn't end the conversation. */
async function speechOf(services: Services, workspaceId: string): Promise<WorkspaceSpeech | null> {
  return services.speech.find(workspaceId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'Could not look up the speech provider; the browser speaks')
    return null
  })
}

async function hearingOf({ hearings, config, log }: Services, workspaceId: string): Promise<WorkspaceHearing | null> {
  return hearings.find(workspaceId).catch((error: unknown) => {
    log.warn({ err: error }, 'Could not look up the recogniser; using the server’s')
    return serverHearing(config)
  })
}

/** Prepares the agent's notes for searching; false if too many other agents are waiting for that. */
async function isPrepared({ log }: Services, demo: AgentDemo): Promise<boolean> {
  try {
    await prepareKnowledge(demo)
    return true
  } catch (error) {
    log.warn({ err: error, demoId: demo.demoId }, 'Could not index an agent’s notes')
    return false
  }
}

async function toTicket(
  services: Services,
  loaded: AgentDemo,
  token: string,
  limits: AgentLimits,
): Promise<AgentSessionTicket> {
  const { agent, voice, workspaceId, isTrial } = loaded
  const [speech, hearing] = await Promise.all([speechOf(services, workspaceId), hearingOf(services, workspaceId)])
  // A browser that recognises speech itself sends no audio, and trials are never stored.
  const recording = hearing === null || isTrial ? null : await services.recordings.termsOf(workspaceId)
  return {
    token,
    agentName: agent.name,
    workspaceName: loaded.workspaceName,
    welcome: agent.welcomeMessage,
    voice,
    limits: toSessionLimits(limits),
    expiresInMs: limits.tokenMs,
    suggestions: firstQuestions(loaded),
    takesMeetings: agent.takesMeetings,
    speech: talkSpeechOf(loaded, { speech, hearing, recording }),
  }
}

/** Questions the agent can answer; without notes that answer any, the steps' titles as questions, in English. */
function firstQuestions(loaded: AgentDemo): readonly string[] {
  const questions = shareKnowledge(loaded).suggest([], 1)
  return questions.length > 0 || loaded.voice.lang !== 'en' ? questions : suggestSteps(loaded.demo)
}

const problems = {
  tooManyStarts: {
    code: 'too-many-starts',
    status: 429,
    message: 'Too many conversations were started from your network. Please try again in a few minutes.',
  },
  busy: { code: 'busy', status: 503, message: 'The agent is busy. Please try again in a moment.' },
  closing: { code: 'closing', status: 503, message: 'The server is being restarted. Please try again in a moment.' },
} as const
