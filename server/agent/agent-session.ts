import { randomUUID } from 'node:crypto'

import { newConversation, type Conversation, type ConversationEvent, type Effect } from '#agent/conversation.ts'
import { guardProposal } from '#agent/guards.ts'
import { buildKnowledge, type Knowledge } from '#agent/knowledge.ts'
import { advance } from '#agent/policy.ts'
import { redactSecrets } from '#agent/redaction.ts'
import type { Proposal, Responder } from '#agent/responder.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { toSpokenText } from '#agent/spoken-text.ts'
import { estimateSpeechMs } from '#agent/turn.ts'
import {
  agentEventsKept,
  agentProtocolVersion,
  type AgentMode,
  type ByeReason,
  type ClientCapabilities,
  type ClientEvent,
  type NoticeCode,
  type ServerEvent,
  type ServerEventBody,
  type UiAction,
  type UserTextSource,
} from '#protocol/agent-events.ts'
import type { Services } from '#server/services.ts'

import type { AgentDemo } from './agent-demo.ts'
import type { AgentLimits } from './agent-limits.ts'
import { openBookingDesk, type BookingDesk } from './booking-desk.ts'
import type { ConversationStore } from './conversation-store.ts'

/** A way to a visitor's browser; closed and replaced when a newer one comes. */
export interface EventSink {
  readonly send: (event: ServerEvent) => void
  readonly close: () => void
}

export interface AgentSessionOptions {
  readonly services: Services
  readonly limits: AgentLimits
  readonly store: ConversationStore
  readonly demo: AgentDemo
  readonly token: string
  readonly caps: ClientCapabilities
  readonly mode: AgentMode
  readonly onEnd: () => void
}

/**
 * One conversation: gives the policy its events and carries out what it decides. It outlives connections: events are
 * numbered and kept, so a browser that comes back gets what it missed.
 */
export class AgentSession {
  readonly id = randomUUID()
  readonly token: string
  readonly #options: AgentSessionOptions
  readonly #knowledge: Knowledge
  readonly #responder: Responder
  readonly #desk: BookingDesk
  /** The tracker's session, as the browser tells it when a meeting is booked. */
  #visit: string | null = null
  #conversation: Conversation = newConversation
  #sink: EventSink | null = null
  #kept: ServerEvent[] = []
  #seq = 0
  #lastClientSeq = 0
  #hasBeenAttached = false
  #hasEnded = false
  #turnCount = 0
  #visitorTurns = 0
  #lastVisitorTurnAt = Number.NEGATIVE_INFINITY
  #thinking: AbortController | null = null
  #askedAt: number | null = null
  /** Stored ids of the agent's turns that may still be cut. */
  #turnIds = new Map<number, string>()
  #clock: Timer | null = null
  #watchdog: Timer | null = null
  #sessionEnd: ReturnType<typeof setTimeout>[] = []
  #dropped: ReturnType<typeof setTimeout> | null = null

  constructor(options: AgentSessionOptions) {
    this.#options = options
    this.token = options.token
    this.#knowledge = buildKnowledge(options.demo.demo, options.demo.agent)
    this.#responder = createRuleResponder(this.#knowledge)
    const { services, demo, caps } = options
    this.#desk = openBookingDesk(services, { demo, conversationId: this.id, caps })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Begins, once the visitor has read the notice and agreed. */
  start(step: number): void {
    const { store, demo, mode, caps, limits } = this.#options
    const at = this.#timestamp()
    store.addConversation({
      id: this.id,
      workspace_id: demo.workspaceId,
      demo_id: demo.demoId,
      agent_id: demo.agentId,
      mode,
      language: caps.lang,
      consent_at: at,
      started_at: at,
    })
    const warningMs = Math.max(0, limits.sessionMs - lastMinuteMs)
    this.#sessionEnd = [
      setTimeout(() => this.#emit({ t: 'limit', kind: 'time', left: limits.sessionMs - warningMs }), warningMs),
      setTimeout(() => this.#dispatch({ type: 'limit', at: this.#now(), kind: 'time' }), limits.sessionMs),
      // A goodbye nobody plays must not keep the conversation open.
      setTimeout(() => this.end('time'), limits.sessionMs + lastMinuteMs),
    ]
    this.#dispatch({ type: 'consented', at: this.#now(), mode, step })
  }

  /** Connects a browser, and sends what it has not seen. */
  attach(sink: EventSink, lastSeq: number): void {
    const { demo, limits, mode } = this.#options
    if (this.#sink !== null) {
      this.#sink.send(this.#unnumbered({ t: 'notice', level: 'info', code: 'session-taken', text: takenSentence }))
      this.#sink.close()
    }
    this.#sink = sink
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#dropped = null
    sink.send(
      this.#unnumbered({
        t: 'ready',
        session: this.id,
        agentName: demo.agent.name,
        limits: {
          sessionMs: limits.sessionMs,
          turns: limits.turns,
          textCharacters: limits.textCharacters,
          turnIntervalMs: limits.turnIntervalMs,
        },
        voice: demo.voice,
        mode,
        resumed: this.#hasBeenAttached,
        lastClientSeq: this.#lastClientSeq,
      }),
    )
    this.#hasBeenAttached = true
    const oldest = this.#kept[0]?.seq ?? 1
    if (lastSeq + 1 < oldest) {
      sink.send(this.#unnumbered({ t: 'notice', level: 'warning', code: 'events-lost', text: lostSentence }))
    }
    for (const event of this.#kept) if (event.seq > lastSeq) sink.send(event)
    this.#clock?.resume()
    this.#watchdog?.resume()
  }

  /** The connection is gone. The conversation waits, with its clocks stopped: nobody is there to hear it go on. */
  detach(sink: EventSink): void {
    if (this.#sink !== sink) return
    this.#sink = null
    this.#clock?.pause()
    this.#watchdog?.pause()
    if (!this.#hasEnded) this.#dropped = setTimeout(() => this.end('dropped'), this.#options.limits.resumeMs)
  }

  /** Handles an event of the browser, each once, however often it arrives. */
  receive(event: ClientEvent): void {
    if (event.t === 'ping') {
      this.#sink?.send(this.#unnumbered({ t: 'pong' }))
      return
    }
    if (event.seq <= this.#lastClientSeq || this.#hasEnded) return
    this.#lastClientSeq = event.seq
    const at = this.#now()
    switch (event.t) {
      case 'user.text':
        return this.#hearVisitor(event.turn, event.text, event.source)
      case 'user.partial':
      case 'speech.start':
        return this.#dispatch({ type: 'typing', at })
      case 'play.start':
        return this.#dispatch({ type: 'play-started', at, turn: event.turn, seg: event.seg })
      case 'play.end':
        return this.#dispatch({ type: 'play-ended', at, turn: event.turn, seg: event.seg })
      case 'interrupt':
        return this.#dispatch({ ...event, type: 'interrupted', at })
      case 'step.changed':
        if (event.by === 'visitor') this.#dispatch({ type: 'step-changed', at, step: event.n })
        return
      case 'ui.click':
        if (event.action === 'end') return this.end('visitor')
        return this.#dispatch({ type: 'heard', at, proposal: this.#toProposal(event.action), text: '' })
      case 'form.submit':
        return this.#takeForm(event.field, toStorable(event.value))
      default:
        // hello, resume: handled where sessions are opened. Speech ends: no provider listens yet.
        return
    }
  }

  /** Ends at once, with a reason; what was said so far stays stored. */
  end(reason: ByeReason): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#thinking?.abort()
    this.#clock?.clear()
    this.#watchdog?.clear()
    for (const timer of this.#sessionEnd) clearTimeout(timer)
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#emit({ t: 'bye', reason, text: byeSentences[reason] })
    this.#options.store.endConversation(this.id, {
      ended_at: this.#timestamp(),
      end_reason: reason,
    })
    this.#options.onEnd()
  }

  /** What was pressed or typed beside the voice; it stands in the transcript as if it had been said. */
  #takeForm(field: string, value: string): void {
    if (field === 'visit') {
      this.#visit = value
      return
    }
    if (field !== 'slot' && field !== 'email' && field !== 'name' && field !== 'confirm') return
    const { booking } = this.#conversation
    if (booking === null) return
    const slot = booking.slots.find(({ id }) => id === value)
    const text = { slot: slot?.label ?? '', email: value, name: '', confirm: value === 'yes' ? 'Yes' : 'No' }[field]
    const now = this.#now()
    if (text !== '') {
      this.#visitorTurns += 1
      if (this.#visitorTurns > this.#options.limits.turns)
        return this.#dispatch({ type: 'limit', at: now, kind: 'turns' })
      const safe = redactSecrets(text)
      this.#emit({ t: 'user.final', turn: this.#visitorTurns, text: safe })
      this.#storeVisitorTurn(safe, field === 'email' ? 'typed' : 'button')
    }
    this.#thinking?.abort()
    this.#dispatch({ type: 'form', at: now, field, value })
  }

  #hearVisitor(turn: number, said: string, source: UserTextSource): void {
    const { limits } = this.#options
    const text = toStorable(said)
    if (text.length > limits.textCharacters) {
      return this.#notice('too-long', `Please ask in at most ${limits.textCharacters} characters.`)
    }
    if (text === '') return
    const now = this.#now()
    if (now - this.#lastVisitorTurnAt < limits.turnIntervalMs) {
      return this.#notice('too-fast', 'One question at a time, please. Send it again in a second.')
    }
    this.#lastVisitorTurnAt = now
    this.#visitorTurns += 1
    const safe = redactSecrets(text)
    this.#emit({ t: 'user.final', turn, text: safe })
    this.#storeVisitorTurn(safe, source)
    const left = limits.turns - this.#visitorTurns
    if (left < 0) return this.#dispatch({ type: 'limit', at: now, kind: 'turns' })
    if (left === 5) this.#emit({ t: 'limit', kind: 'turns', left })
    this.#askedAt = now
    this.#think(safe)
  }

  /** Asks the responder; a newer question, an error or the deadline ends the wait, and the turn goes on without it. */
  #think(text: string): void {
    this.#thinking?.abort()
    const abort = new AbortController()
    this.#thinking = abort
    const answer = (proposal: Proposal): void => {
      if (abort.signal.aborted) return
      this.#thinking = null
      clearTimeout(deadline)
      this.#dispatch({ type: 'heard', at: this.#now(), proposal: guardProposal(proposal), text })
    }
    const give = (error: unknown): void => {
      if (abort.signal.aborted) return
      this.#options.services.log.warn({ err: error }, 'The responder did not answer')
      answer(notUnderstood)
    }
    const deadline = setTimeout(() => {
      give(new Error('The responder took too long'))
      abort.abort()
    }, this.#options.limits.thinkMs)
    abort.signal.addEventListener('abort', () => clearTimeout(deadline))
    try {
      const proposal = this.#responder.propose(
        { text, knowledge: this.#knowledge, step: this.#conversation.step },
        abort.signal,
      )
      if (proposal instanceof Promise) proposal.then(answer, give)
      else answer(proposal)
    } catch (error) {
      give(error)
    }
  }

  #dispatch(event: ConversationEvent): void {
    if (this.#hasEnded) return
    const before = this.#conversation
    const result = advance(before, event, this.#knowledge)
    this.#conversation = result.conversation
    if (result.conversation.speaking?.turn !== before.speaking?.turn) this.#watchdog?.clear()
    if (result.conversation.clock === null) this.#clock?.clear()
    for (const effect of result.effects) this.#carryOut(effect)
  }

  #carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'state':
        return this.#emit({ t: 'state', name: effect.name, step: effect.step })
      case 'say':
        return this.#say(effect)
      case 'show':
        return this.#emit({ t: 'step.show', n: effect.step })
      case 'truncated': {
        this.#emit({ t: 'turn.truncated', turn: effect.turn, heard: effect.heard })
        const id = this.#turnIds.get(effect.turn)
        if (id !== undefined) this.#options.store.truncateTurn(id, effect.heard)
        return
      }
      case 'clock':
        this.#clock?.clear()
        this.#clock = new Timer(
          () => this.#dispatch({ type: 'clock', at: this.#now(), id: effect.id }),
          effect.ms,
          this.#sink !== null,
        )
        return
      case 'find-slots':
        void this.#desk
          .findTimes(effect.after, effect.wish)
          .then((slots) => this.#dispatch({ type: 'slots-found', at: this.#now(), slots }))
        return
      case 'book-meeting':
        void this.#desk
          .book({ ...effect, sessionId: this.#visit })
          .then((answer) => this.#dispatch({ type: 'meeting-answered', at: this.#now(), answer }))
        return
      case 'slots':
        return this.#emit({
          t: 'slots',
          slots: effect.slots.map(({ id, startUtc, label }) => ({ id, startUtc, label })),
          zone: this.#desk.timeZone,
        })
      case 'form': {
        const { field, value, valid, slotId } = effect
        return this.#emit({ t: 'form', field, value, valid, slotId })
      }
      case 'end':
        return this.end(effect.reason)
    }
  }

  #say(effect: Extract<Effect, { type: 'say' }>): void {
    const { turn, lines, show, outcome } = effect
    this.#emit({ t: 'turn.start', turn })
    if (show !== null) this.#emit({ t: 'step.show', n: show.step, afterSeg: { turn, seg: show.line } })
    for (const [seg, line] of lines.entries()) {
      const spoken = toSpokenText(line.text)
      this.#emit({
        t: 'seg',
        turn,
        seg,
        text: line.text,
        ...(spoken !== line.text && { say: spoken }),
        speak: this.#options.caps.tts ? 'client' : 'none',
        cite: line.cite,
      })
    }
    const thinkMs = this.#askedAt === null ? null : this.#now() - this.#askedAt
    this.#askedAt = null
    this.#emit({ t: 'turn.end', turn, outcome, metrics: { thinkMs } })
    this.#storeAgentTurn(effect)
    const longestMs = lines.reduce((sum, line) => sum + estimateSpeechMs(line.text), 0) * 2 + silenceMs
    this.#watchdog?.clear()
    this.#watchdog = new Timer(
      () => this.#dispatch({ type: 'play-overdue', at: this.#now(), turn }),
      longestMs,
      this.#sink !== null,
    )
  }

  #storeVisitorTurn(text: string, source: UserTextSource): void {
    this.#storeTurn({
      id: randomUUID(),
      speaker: 'visitor',
      text,
      source,
      outcome: null,
      cited_steps: [],
      step_order: this.#conversation.step,
    })
  }

  #storeAgentTurn({ turn, lines, outcome, step }: Extract<Effect, { type: 'say' }>): void {
    const id = randomUUID()
    this.#turnIds = new Map([[turn, id]])
    const cited = lines.flatMap((line) => line.cite).flatMap((cite) => cite.stepOrder ?? [])
    this.#storeTurn({
      id,
      speaker: 'agent',
      text: lines.map((line) => line.text).join(' '),
      source: 'agent',
      outcome,
      cited_steps: [...new Set(cited)],
      step_order: step,
    })
  }

  #storeTurn(row: {
    readonly id: string
    readonly speaker: 'visitor' | 'agent'
    readonly text: string
    readonly source: UserTextSource | 'agent'
    readonly outcome: string | null
    readonly cited_steps: readonly number[]
    readonly step_order: number
  }): void {
    this.#turnCount += 1
    this.#options.store.addTurn({
      ...row,
      workspace_id: this.#options.demo.workspaceId,
      conversation_id: this.id,
      number: this.#turnCount,
      interrupted: false,
      created_at: this.#timestamp(),
    })
  }

  /** “Book” where nothing can be booked is the wish for a person. */
  #toProposal(action: Exclude<UiAction, 'end'>): Proposal {
    const type = action === 'book' && !this.#knowledge.agent.takesMeetings ? 'human' : action
    return { intent: { type }, answer: [], retrieved: [] }
  }

  #notice(code: NoticeCode, text: string): void {
    this.#emit({ t: 'notice', level: 'warning', code, text })
  }

  #emit(body: ServerEventBody): void {
    this.#seq += 1
    const event: ServerEvent = { v: agentProtocolVersion, sid: this.id, seq: this.#seq, ts: this.#now(), ...body }
    this.#kept.push(event)
    if (this.#kept.length > agentEventsKept) this.#kept.shift()
    this.#sink?.send(event)
  }

  /** For what is about the connection rather than the conversation: never repeated, so never counted. */
  #unnumbered(body: ServerEventBody): ServerEvent {
    return { v: agentProtocolVersion, sid: this.id, seq: this.#seq, ts: this.#now(), ...body }
  }

  #now(): number {
    return this.#options.services.now()
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** A timeout that can wait: a pause starts it over when it resumes. */
class Timer {
  readonly #act: () => void
  readonly #ms: number
  #handle: ReturnType<typeof setTimeout> | null = null
  #isOver = false

  constructor(act: () => void, ms: number, isRunning: boolean) {
    this.#act = act
    this.#ms = ms
    if (isRunning) this.resume()
  }

  resume(): void {
    if (this.#isOver || this.#handle !== null) return
    this.#handle = setTimeout(() => {
      this.clear()
      this.#act()
    }, this.#ms)
  }

  pause(): void {
    if (this.#handle !== null) clearTimeout(this.#handle)
    this.#handle = null
  }

  clear(): void {
    this.pause()
    this.#isOver = true
  }
}

const lastMinuteMs = 60_000
/** A client that is silent for so long after the sentence should have ended has lost its voice. */
const silenceMs = 10_000

const takenSentence = 'This conversation goes on in another window.'
const lostSentence = 'The connection was away for too long to repeat everything that was said.'

const byeSentences: Readonly<Record<ByeReason, string>> = {
  visitor: 'The conversation is over.',
  'no-input': 'The conversation ended because it was quiet for a while.',
  time: 'The conversation has reached its time limit.',
  turns: 'The conversation has reached its number of questions.',
  dropped: 'The connection was away for too long, so the conversation has ended.',
  'server-closing': 'The server is being restarted. Please start again in a moment.',
  refused: 'The conversation could not be started.',
  protocol: 'Something was sent that the server does not understand.',
  failed: 'Something went wrong on our side. Please start again.',
}

const notUnderstood: Proposal = { intent: { type: 'question' }, answer: [], retrieved: [] }

/** PostgreSQL takes no NUL and no half characters; nobody misses the other control characters either. */
function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
