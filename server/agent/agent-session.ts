import { randomUUID } from 'node:crypto'

import { newConversation, type Conversation, type ConversationEvent, type Effect } from '#agent/conversation.ts'
import { buildKnowledge, type Knowledge } from '#agent/knowledge.ts'
import { advance } from '#agent/policy.ts'
import { redactSecrets } from '#agent/redaction.ts'
import type { Proposal, Responder } from '#agent/responder.ts'
import { toSpokenText } from '#agent/spoken-text.ts'
import { estimateSpeechMs } from '#agent/turn.ts'
import {
  factFields,
  type AgentMode,
  type ByeReason,
  type ClientCapabilities,
  type ClientEvent,
  type NoticeCode,
  type UiAction,
  type UserTextSource,
} from '#protocol/agent-events.ts'
import { createResponder } from '#server/models/model-responder.ts'
import type { Services } from '#server/services.ts'

import type { AgentDemo } from './agent-demo.ts'
import { toSessionLimits, type AgentLimits } from './agent-limits.ts'
import { askResponder } from './ask-responder.ts'
import { openBookingDesk, type BookingDesk } from './booking-desk.ts'
import type { ConversationStore } from './conversation-store.ts'
import { EventOutbox, type EventSink } from './event-outbox.ts'
import { PausableTimer } from './pausable-timer.ts'
import { goodbyeSentences } from './session-sentences.ts'
import { Transcript } from './transcript.ts'

export interface AgentSessionOptions {
  readonly services: Services
  readonly limits: AgentLimits
  readonly store: ConversationStore
  readonly demo: AgentDemo
  readonly token: string
  readonly caps: ClientCapabilities
  readonly mode: AgentMode
  readonly onEnd: () => void
  /** False when this visitor's network has booked too often. */
  readonly mayBook: () => boolean
}

/**
 * One conversation: feeds events to the policy and carries out its decisions. It outlives connections: events are
 * numbered and kept, so a browser that reconnects gets what it missed.
 */
export class AgentSession {
  readonly id = randomUUID()
  readonly token: string
  readonly #options: AgentSessionOptions
  readonly #knowledge: Knowledge
  readonly #responder: Responder
  readonly #desk: BookingDesk
  readonly #outbox: EventOutbox
  readonly #transcript: Transcript
  /** The tracker's session, sent by the browser when a meeting is booked. */
  #visit: string | null = null
  #conversation: Conversation = newConversation
  #lastClientSeq = 0
  #hasBeenAttached = false
  #hasEnded = false
  #visitorTurns = 0
  #lastVisitorTurnAt = Number.NEGATIVE_INFINITY
  #thinking: AbortController | null = null
  #askedAt: number | null = null
  #clock: PausableTimer | null = null
  #watchdog: PausableTimer | null = null
  #sessionEnd: ReturnType<typeof setTimeout>[] = []
  #dropped: ReturnType<typeof setTimeout> | null = null

  constructor(options: AgentSessionOptions) {
    this.#options = options
    this.token = options.token
    this.#knowledge = buildKnowledge(options.demo.demo, options.demo.agent)
    const { services, demo, caps, store, mayBook } = options
    const { workspaceId, agentId } = demo
    this.#responder = createResponder(services, {
      knowledge: this.#knowledge,
      workspaceId,
      agentId,
      conversationId: this.id,
    })
    this.#outbox = new EventOutbox(this.id, services.now)
    this.#transcript = new Transcript({
      store,
      workspaceId: demo.workspaceId,
      conversationId: this.id,
      now: services.now,
    })
    this.#desk = openBookingDesk(services, { demo, conversationId: this.id, caps, mayBook })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Starts once the visitor has accepted the notice. */
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
      setTimeout(() => this.#outbox.emit({ t: 'limit', kind: 'time', left: limits.sessionMs - warningMs }), warningMs),
      setTimeout(() => this.#dispatch({ type: 'limit', at: this.#now(), kind: 'time' }), limits.sessionMs),
      // A goodbye that nobody plays must not keep the conversation open.
      setTimeout(() => this.end('time'), limits.sessionMs + lastMinuteMs),
    ]
    this.#dispatch({ type: 'consented', at: this.#now(), mode, step })
  }

  /** Connects a browser and sends what it has missed. */
  attach(sink: EventSink, lastSeq: number): void {
    const { demo, limits, mode } = this.#options
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#dropped = null
    this.#outbox.connect(
      sink,
      {
        t: 'ready',
        session: this.id,
        agentName: demo.agent.name,
        limits: toSessionLimits(limits),
        voice: demo.voice,
        mode,
        resumed: this.#hasBeenAttached,
        lastClientSeq: this.#lastClientSeq,
      },
      lastSeq,
    )
    this.#hasBeenAttached = true
    this.#clock?.resume()
    this.#watchdog?.resume()
  }

  /** The connection dropped. The conversation pauses, timers included, until somebody is there to hear it. */
  detach(sink: EventSink): void {
    if (!this.#outbox.disconnect(sink)) return
    this.#clock?.pause()
    this.#watchdog?.pause()
    if (!this.#hasEnded) this.#dropped = setTimeout(() => this.end('dropped'), this.#options.limits.resumeMs)
  }

  /** Handles a browser event exactly once, however often it arrives. */
  receive(event: ClientEvent): void {
    if (event.t === 'ping') {
      this.#outbox.tell({ t: 'pong' })
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
        // hello and resume are handled when the session opens; no provider uses speech.start and speech.end yet.
        return
    }
  }

  /** Ends at once with a reason; turns so far stay stored. */
  end(reason: ByeReason): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#thinking?.abort()
    this.#clock?.clear()
    this.#watchdog?.clear()
    for (const timer of this.#sessionEnd) clearTimeout(timer)
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#outbox.emit({ t: 'bye', reason, text: goodbyeSentences[reason] })
    this.#options.store.endConversation(this.id, {
      ended_at: this.#timestamp(),
      end_reason: reason,
    })
    this.#options.onEnd()
  }

  /** Pressed or typed instead of spoken; the transcript treats it as speech. */
  #takeForm(field: string, value: string): void {
    if (field === 'visit') {
      this.#visit = value
      return
    }
    if (field === 'callback') return this.#dispatch({ type: 'form', at: this.#now(), field, value })
    const fact = factFields.find((each) => field === `fact.${each}`)
    if (fact !== undefined) return this.#dispatch({ type: 'fact-edited', at: this.#now(), field: fact, value })
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
      this.#outbox.emit({ t: 'user.final', turn: this.#visitorTurns, text: safe })
      this.#transcript.addVisitorTurn(safe, field === 'email' ? 'typed' : 'button', this.#conversation.step)
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
    if (Math.abs(now - this.#lastVisitorTurnAt) < limits.turnIntervalMs) {
      return this.#notice('too-fast', 'One question at a time, please. Send it again in a second.')
    }
    this.#lastVisitorTurnAt = now
    this.#visitorTurns += 1
    const safe = redactSecrets(text)
    this.#outbox.emit({ t: 'user.final', turn, text: safe })
    this.#transcript.addVisitorTurn(safe, source, this.#conversation.step)
    const left = limits.turns - this.#visitorTurns
    if (left < 0) return this.#dispatch({ type: 'limit', at: now, kind: 'turns' })
    if (left === 5) this.#outbox.emit({ t: 'limit', kind: 'turns', left })
    this.#askedAt = now
    this.#think(safe)
  }

  /** A newer question cancels the pending answer. */
  #think(text: string): void {
    this.#thinking?.abort()
    const { services, limits } = this.#options
    this.#thinking = askResponder(
      this.#responder,
      {
        text,
        knowledge: this.#knowledge,
        step: this.#conversation.step,
        ...(this.#conversation.topic !== null && { topic: this.#conversation.topic }),
      },
      {
        thinkMs: limits.thinkMs,
        log: services.log,
        onAnswer: (proposal) => this.#dispatch({ type: 'heard', at: this.#now(), proposal, text }),
      },
    )
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
        return this.#outbox.emit({ t: 'state', name: effect.name, step: effect.step })
      case 'say':
        return this.#say(effect)
      case 'show':
        return this.#outbox.emit({ t: 'step.show', n: effect.step })
      case 'truncated': {
        this.#outbox.emit({ t: 'turn.truncated', turn: effect.turn, heard: effect.heard })
        return this.#transcript.truncate(effect.turn, effect.heard)
      }
      case 'clock':
        this.#clock?.clear()
        this.#clock = new PausableTimer(
          () => this.#dispatch({ type: 'clock', at: this.#now(), id: effect.id }),
          effect.ms,
          this.#outbox.isConnected,
        )
        return
      case 'find-slots':
        void this.#desk
          .findTimes(effect.after, effect.preferredTime)
          .then((slots) => this.#dispatch({ type: 'slots-found', at: this.#now(), slots }))
        return
      case 'book-meeting':
        void this.#desk
          .book({ ...effect, sessionId: this.#visit })
          .then((answer) => this.#dispatch({ type: 'meeting-answered', at: this.#now(), answer }))
        return
      case 'cancel-meeting':
        return this.#dispatch({ type: 'meeting-answered', at: this.#now(), answer: 'failed' })
      case 'offers':
        return this.#outbox.emit({ t: 'offers', turn: effect.turn, steps: effect.steps })
      case 'facts':
        return this.#outbox.emit({ t: 'facts', facts: effect.facts })
      case 'ring-person':
        this.#outbox.emit({ t: 'person', state: 'nobody', name: null })
        return this.#dispatch({ type: 'nobody-there', at: this.#now() })
      case 'qualified':
      case 'call-back':
        return
      case 'slots':
        return this.#outbox.emit({
          t: 'slots',
          slots: effect.slots.map(({ id, startUtc, label }) => ({ id, startUtc, label })),
          zone: this.#desk.timeZone,
        })
      case 'form': {
        const { field, value, valid, slotId } = effect
        return this.#outbox.emit({ t: 'form', field, value, valid, slotId })
      }
      case 'end':
        return this.end(effect.reason)
    }
  }

  #say(effect: Extract<Effect, { type: 'say' }>): void {
    const { turn, lines, show, outcome } = effect
    this.#showOnceStored(this.#transcript.addAgentTurn(effect))
    this.#outbox.emit({ t: 'turn.start', turn })
    if (show !== null) this.#outbox.emit({ t: 'step.show', n: show.step, afterSeg: { turn, seg: show.line } })
    for (const [seg, line] of lines.entries()) {
      const spoken = toSpokenText(line.text)
      this.#outbox.emit({
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
    this.#outbox.emit({ t: 'turn.end', turn, outcome, metrics: { thinkMs } })
    const longestMs = lines.reduce((sum, line) => sum + estimateSpeechMs(line.text), 0) * 2 + silenceMs
    this.#watchdog?.clear()
    this.#watchdog = new PausableTimer(
      () => this.#dispatch({ type: 'play-overdue', at: this.#now(), turn }),
      longestMs,
      this.#outbox.isConnected,
    )
  }

  /** An answer is shown only after it is stored; if storing fails, the conversation ends. */
  #showOnceStored(stored: Promise<boolean>): void {
    this.#outbox.holdUntil(stored)
    const giveUp = (): void => {
      if (this.#hasEnded) return
      this.#outbox.dropHeld()
      this.end('failed')
    }
    const late = setTimeout(giveUp, storeMs)
    void stored.then((isStored) => {
      clearTimeout(late)
      if (!isStored) giveUp()
    })
  }

  /** “Book” without a calendar means the visitor wants a person. */
  #toProposal(action: Exclude<UiAction, 'end'>): Proposal {
    const type = action === 'book' && !this.#knowledge.agent.takesMeetings ? 'human' : action
    return { intent: { type }, answer: [], retrieved: [] }
  }

  #notice(code: NoticeCode, text: string): void {
    this.#outbox.emit({ t: 'notice', level: 'warning', code, text })
  }

  #now(): number {
    return this.#options.services.now()
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString()
  }
}

const lastMinuteMs = 60_000
/** How long a visitor waits for an answer while the database is down. */
const storeMs = 15_000
/** A client silent this long after a sentence should have ended has lost its voice. */
const silenceMs = 10_000

/** PostgreSQL rejects NUL and lone surrogates; other control characters are useless too. */
function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
