import { messages } from '#domain/messages.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { AgentSessionTicket, ByeReason, ClientEventBody } from '#protocol/agent-events.ts'
import { suggestQuestions } from '#agent/knowledge.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { Services } from '#server/services.ts'

import { createAgentAdmission, type RefusalReason } from './agent-admission.ts'
import { loadAgentDemo } from './agent-demo.ts'
import { agentLimits, toSessionLimits, unlimitedStarts, type AgentLimits } from './agent-limits.ts'
import { AgentSession } from './agent-session.ts'
import { ConversationStore } from './conversation-store.ts'
import type { TokenBearer } from './session-token.ts'
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
    link?: string,
  ) => Promise<AgentSessionTicket | AgentProblem>
  /** Starts a ticket's conversation; on refusal, `text` is the sentence shown to the visitor. */
  readonly open: (hello: Hello, bearer: TokenBearer) => Promise<Result<AgentSession, ByeReason> & { text?: string }>
  /** The conversation opened with this token. */
  readonly find: (sid: string, token: string) => AgentSession | null
  readonly figures: () => AgentFigures
  /** Says goodbye in every conversation, then waits until all turns are stored. */
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
  const store = new ConversationStore(services)
  const bookings = createNetworkLimit({
    burst: limits.bookingsPerNetwork,
    refillMs: 3_600_000,
    now: services.now,
    wideFactor: 4,
  })
  const sessions = new Map<string, AgentSession>()
  const watch = watchShares(services)
  let opened = 0
  let isClosing = false

  return {
    limits,
    async mintTicket(demoId, bearer, link = demoId) {
      if (isClosing) return problems.closing
      const loaded = await loadAgentDemo(services, demoId)
      if (!loaded.ok) return { code: loaded.problem, status: 404, message: messages[loaded.problem] }
      const token = admission.mint(demoId, bearer, link)
      if (token === null) return problems.tooManyStarts
      const { agent, voice, demo, workspaceName } = loaded.value
      return {
        token,
        agentName: agent.name,
        workspaceName,
        welcome: agent.welcomeMessage,
        voice,
        limits: toSessionLimits(limits),
        expiresInMs: limits.tokenMs,
        suggestions: suggestQuestions(demo),
        takesMeetings: agent.takesMeetings,
      }
    },
    async open(hello, bearer) {
      if (isClosing) return fail('server-closing')
      const seat = admission.admit(hello.token, bearer, sessions.size >= limits.concurrent)
      if ('text' in seat) return { ...fail('refused'), text: seat.text }
      const { demoId, link, release } = seat
      const loaded = await loadAgentDemo(services, demoId).catch((error: unknown) => {
        release()
        throw error
      })
      if (!loaded.ok) {
        release()
        return { ...fail('refused'), text: messages[loaded.problem] }
      }
      const session = new AgentSession({
        services,
        limits,
        store,
        demo: loaded.value,
        token: hello.token,
        caps: hello.caps,
        mode: hello.consent.mode,
        mayBook: () => bookings.take(bearer.address),
        onEnd: () => {
          release()
          watch.remove(session)
          // Kept for a while so that a browser that reconnects late still gets the goodbye.
          setTimeout(() => sessions.delete(session.id), isClosing ? 0 : limits.resumeMs).unref()
        },
      })
      sessions.set(session.id, session)
      watch.add(session, link)
      opened += 1
      return succeed(session)
    },
    find(sid, token) {
      const session = sessions.get(sid)
      return session !== undefined && session.token === token ? session : null
    },
    async close() {
      isClosing = true
      watch.stop()
      for (const session of sessions.values()) session.end('server-closing')
      await store.close()
    },
    flush: () => store.flush(),
    figures: () => ({ ...admission.figures(), opened }),
  }
}

const problems = {
  tooManyStarts: {
    code: 'too-many-starts',
    status: 429,
    message: 'Many conversations were started from your network. Please try again in a few minutes.',
  },
  closing: { code: 'closing', status: 503, message: 'The server is being restarted. Please try again in a moment.' },
} as const
