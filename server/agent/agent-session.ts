import { randomUUID } from 'node:crypto'

import { factFields } from '#domain/sales-rules.ts'
import { newConversation, type Conversation, type ConversationEvent, type Effect } from '#agent/conversation.ts'
import { expectedAnswer } from '#agent/expected-answer.ts'
import type { Knowledge } from '#agent/knowledge.ts'
import { advance } from '#agent/policy.ts'
import { redactSecrets } from '#agent/redaction.ts'
import type { Proposal, Responder } from '#agent/responder.ts'
import { toSpokenText } from '#agent/spoken-text.ts'
import type { Suggester } from '#agent/suggest-questions.ts'
import { isCommitted } from '#agent/taken-back.ts'
import { estimateSpeechMs } from '#agent/turn.ts'
import { createRateLimit, type RateLimit } from '#backend/http/rate-limit.ts'
import {
  type AgentMode,
  type ByeReason,
  type ClientCapabilities,
  type ClientEvent,
  type NoticeCode,
  type UiAction,
  type UserTextSource,
} from '#protocol/agent-events.ts'
import type { HeardTalk } from '#server/hearing/hearings.ts'
import type { TalkHearing } from '#server/hearing/talk-hearing.ts'
import type { AdoptedTalk, LiveTalks, TalkOrder } from '#server/live/live-talks.ts'
import { hashToken } from '#server/live/live-talks.ts'
import { TeamRing } from '#server/live/team-ring.ts'
import { createResponder } from '#server/models/model-responder.ts'
import type { Services } from '#server/services.ts'
import type { WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { AgentDemo } from './agent-demo.ts'
import { toSessionLimits, type AgentLimits } from './agent-limits.ts'
import { askResponder } from './ask-responder.ts'
import { openBookingDesk, type BookingDesk } from './booking-desk.ts'
import type { ConversationStore } from './conversation-store.ts'
import { EventOutbox, type EventSink } from './event-outbox.ts'
import { LeadKeeper } from './lead-keeper.ts'
import { sendLeadNotices } from './lead-notices.ts'
import { PausableTimer } from './pausable-timer.ts'
import { cameBackSentences, goodbyeSentences } from './session-sentences.ts'
import { shareKnowledge } from './shared-knowledge.ts'
import { TalkLog } from './talk-log.ts'
import { talkStateVersion, type CalendarEffect, type JoinedPerson, type TalkState } from './talk-state.ts'
import { TalkSpeaker } from './talk-speaker.ts'
import { TalkTime } from './talk-time.ts'
import { Transcript } from './transcript.ts'
import { toReportedFigures, toSpokenFigures } from './turn-figures.ts'

export interface AgentSessionOptions {
  readonly services: Services
  readonly limits: AgentLimits
  readonly store: ConversationStore
  readonly live: LiveTalks
  readonly demo: AgentDemo
  readonly token: string
  /** What the page named: the demo's id or a link's token. */
  readonly link: string
  readonly caps: ClientCapabilities
  readonly mode: AgentMode
  /** Null: the browser speaks. */
  readonly speech: WorkspaceSpeech | null
  /** The visitor's network, as limits count it. */
  readonly network: string
  /** `elsewhere`: another server has it. */
  readonly onEnd: (place: 'here' | 'elsewhere') => void
  /** False when this visitor's network has booked too often. */
  readonly mayBook: () => boolean
  /** Null when browsers recognise speech themselves. */
  readonly openHearing: (talk: Omit<HeardTalk, 'address'>) => TalkHearing | null
}

/** A talk that another server had. */
export interface ContinuedTalk extends AdoptedTalk {
  readonly id: string
  readonly state: TalkState
}

/**
 * One conversation: feeds events to the policy and carries out its decisions. It outlives connections and servers:
 * events are numbered and kept, and its state is stored with every turn.
 */
export class AgentSession {
  readonly id: string
  readonly token: string
  readonly #options: AgentSessionOptions
  readonly #knowledge: Knowledge
  readonly #responder: Responder
  readonly #suggest: Suggester
  readonly #desk: BookingDesk
  readonly #outbox: EventOutbox
  readonly #transcript: Transcript
  readonly #log: TalkLog
  readonly #leads: LeadKeeper
  readonly #time: TalkTime
  readonly #ring: TeamRing
  readonly #speaker: TalkSpeaker
  readonly #hearing: TalkHearing | null
  readonly #epoch: number
  #visit: string | null = null
  #conversation: Conversation = newConversation
  #lastClientSeq = 0
  #hasBeenAttached = false
  #hasEnded = false
  #endReason: ByeReason | null = null
  #visitorTurns = 0
  /** The visitor's last questions, so that none is suggested again. */
  #questionsAsked: readonly string[] = []
  /** What the visitor said last, while they may go on. */
  #last: LastRemark | null = null
  #lastVisitorTurnAt = Number.NEGATIVE_INFINITY
  #thinking: AbortController | null = null
  #asking: string | null = null
  #calendar: CalendarEffect | null = null
  #askedAt: number | null = null
  #clock: PausableTimer | null = null
  #clockMs = 0
  #watchdog: PausableTimer | null = null
  #dropped: ReturnType<typeof setTimeout> | null = null
  #person: JoinedPerson | null = null
  #lastOrder = 0
  readonly #presses: RateLimit

  constructor(options: AgentSessionOptions, before?: ContinuedTalk) {
    this.#options = options
    this.id = before?.id ?? randomUUID()
    this.token = options.token
    this.#epoch = before?.epoch ?? 1
    const { services, demo, caps, store, mayBook, limits, live } = options
    const { now } = services
    this.#presses = createRateLimit({ burst: limits.presses, refillMs: limits.presses * 1_000, now })
    const { knowledge, responder: builtIn, suggest } = shareKnowledge(demo)
    this.#knowledge = knowledge
    this.#suggest = suggest
    const { workspaceId, agentId } = demo
    this.#responder = createResponder(services, { knowledge, builtIn, workspaceId, agentId, conversationId: this.id })
    this.#outbox = new EventOutbox(this.id, { now, onEmit: () => this.#log.touch() }, before)
    const conversationId = this.id
    const place = { workspaceId: demo.workspaceId, conversationId, now, onChange: () => this.#log.touch() }
    this.#transcript = new Transcript(place, before?.state.transcript)
    if (before !== undefined) this.#takeState(before.state)
    this.#log = new TalkLog({
      store: demo.isTrial ? null : store,
      conversationId,
      outbox: this.#outbox,
      transcript: this.#transcript,
      describe: () => this.#describe(),
      lastClientSeq: () => this.#lastClientSeq,
      onLost: () => this.#lose(),
      onFailed: () => this.#giveUp(),
    })
    this.#desk = openBookingDesk(services, { demo, conversationId, caps, mayBook })
    this.#hearing =
      options.mode === 'voice' && caps.audioIn
        ? options.openHearing({
            workspaceId,
            agentId,
            conversationId,
            lang: demo.voice.lang,
            // Never stored, so never repeated either.
            emit: (event) => this.#outbox.tell(event),
          })
        : null
    const leadStore = demo.isTrial ? null : store
    this.#leads = new LeadKeeper({
      store: leadStore,
      conversationId,
      now,
      onStored: () => void sendLeadNotices(services),
    })
    this.#time = new TalkTime(
      { now, sessionMs: limits.sessionMs, personMs: limits.personMs },
      {
        onWarning: (left) => this.#outbox.emit({ t: 'limit', kind: 'time', left }),
        onLimit: () => this.#dispatch({ type: 'limit', at: this.#now(), kind: 'time' }),
        // A goodbye that nobody plays must not keep the conversation open.
        onOver: () => this.end('time'),
      },
      before?.state.limitAt,
    )
    this.#speaker = new TalkSpeaker({
      services,
      speech: options.speech,
      demo,
      conversationId,
      outbox: this.#outbox,
      onMeasured: (spoken) => this.#transcript.measure(spoken.turn, toSpokenFigures(spoken)),
    })
    this.#ring = new TeamRing(
      { services, live, limits, conversationId, network: options.network, isTrial: demo.isTrial },
      { onRinging: () => this.#tellPerson('ringing', null), onNobody: () => this.#hearNobody() },
    )
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Nothing of it is stored, so no other server can continue it. */
  get isTrial(): boolean {
    return this.#options.demo.isTrial
  }

  /** Resolves when everything so far is stored. */
  settled(): Promise<void> {
    return this.#log.settled()
  }

  /** Starts once the visitor has accepted the notice. */
  start(step: number): void {
    const { demo, mode, caps } = this.#options
    const at = this.#timestamp()
    this.#log.begin({
      id: this.id,
      workspace_id: demo.workspaceId,
      demo_id: demo.demoId,
      agent_id: demo.agentId,
      mode,
      language: caps.lang,
      consent_at: at,
      started_at: at,
    })
    this.#time.start()
    this.#dispatch({ type: 'consented', at: this.#now(), mode, step })
  }

  /** Goes on where another server stopped. What was waiting for an answer is asked again. */
  goOn(state: TalkState): void {
    const { clock, speaking } = this.#conversation
    if (this.#person === null) this.#time.start()
    else this.#time.pause()
    if (clock !== null) this.#setClock(clock.id, this.#clockMs)
    if (speaking !== null) {
      this.#speaker.adopt({ turn: speaking.turn, seg: speaking.playing?.index ?? 0 }, this.#outbox.since(0))
      this.#watch(speaking.turn, speaking.lines)
    }
    if (state.ring !== null) this.#ring.goOn(state.ring)
    if (state.asking !== null) this.#think(state.asking)
    if (state.calendar !== null) this.#askCalendar(state.calendar)
    this.#awaitBrowser()
  }

  /** Connects a browser and sends what it has missed. */
  attach(sink: EventSink, lastSeq: number): void {
    const { demo, limits, mode } = this.#options
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#dropped = null
    // A newer connection has none of the sound so far.
    this.#speaker.lose()
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
        lastClientSeq: this.#log.storedClientSeq,
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
    this.#speaker.lose()
    this.#clock?.pause()
    this.#watchdog?.pause()
    this.#hearing?.pause()
    if (!this.#hasEnded) this.#awaitBrowser()
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
        return this.#hearVisitor(event.turn, event.text, event.source, event.continues)
      case 'user.partial':
      case 'speech.start':
        return this.#dispatch({ type: 'typing', at })
      case 'listen':
        return this.#hearing?.setListening(event.isOn)
      case 'play.start':
        this.#speaker.playStarted(event.turn, event.seg)
        return this.#dispatch({ type: 'play-started', at, turn: event.turn, seg: event.seg })
      case 'play.end':
        this.#speaker.playEnded(event.turn, event.seg)
        return this.#dispatch({ type: 'play-ended', at, turn: event.turn, seg: event.seg })
      case 'voice.metrics':
        return this.#transcript.measure(event.turn, toReportedFigures(event.metrics))
      case 'interrupt':
        // Nobody waits for the rest of this answer.
        if (this.#conversation.open?.turn === event.turn) this.#stopThinking()
        return this.#dispatch({ ...event, type: 'interrupted', at })
      case 'step.changed':
        if (event.by === 'visitor') this.#followVisitor(event.n)
        return
      case 'ui.click':
        if (event.action === 'end') return this.end('visitor')
        if (!this.#mayPress()) return
        this.#last = null
        return this.#dispatch({ type: 'heard', at, proposal: this.#toProposal(event.action), text: '' })
      case 'form.submit':
        if (!this.#mayPress()) return
        this.#last = null
        return this.#takeForm(event.field, toStorable(event.value))
      default:
        // hello and resume are handled when the session opens.
        return
    }
  }

  /** A binary frame of the browser. */
  hear(frame: Buffer): void {
    if (!this.#hasEnded) this.#hearing?.hear(frame)
  }

  /** Carries out what a member of the team or another server asks for, exactly once. */
  order(order: TalkOrder): void {
    if (order.id <= this.#lastOrder || this.#hasEnded) return
    this.#lastOrder = order.id
    switch (order.kind) {
      case 'join':
        return this.#letIn(order.body.name)
      case 'say':
        return this.#sayAsPerson(order.body)
      case 'step':
        return this.#showAsPerson(order.body.step)
      case 'leave':
        return this.#takeBack(order.body.isGone)
      case 'client':
        for (const event of order.body) this.receive(event)
        return this.#log.touch()
    }
  }

  /** Ends at once with a reason; turns so far stay stored. */
  end(reason: ByeReason): void {
    if (this.#hasEnded) return
    this.#stop()
    this.#endReason = reason
    this.#outbox.emit({ t: 'bye', reason, text: goodbyeSentences[reason] })
    this.#log.end({ ended_at: this.#timestamp(), end_reason: reason })
    this.#options.onEnd('here')
  }

  /** Another server has the talk: the browser reconnects there. */
  stepDown(): void {
    if (this.#hasEnded) return
    this.#stop()
    this.#log.abandon()
    this.#outbox.hangUp()
    this.#options.onEnd('elsewhere')
  }

  /** Stores everything, so that another server can continue. */
  async handOver(): Promise<void> {
    this.#log.touch()
    await this.#log.settled()
    this.stepDown()
  }

  #awaitBrowser(): void {
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#dropped = setTimeout(() => this.end('dropped'), this.#options.limits.resumeMs)
  }

  #stop(): void {
    this.#hasEnded = true
    this.#speaker.cut()
    this.#thinking?.abort()
    this.#hearing?.stop()
    this.#clock?.clear()
    this.#watchdog?.clear()
    this.#time.stop()
    this.#ring.stop()
    if (this.#dropped !== null) clearTimeout(this.#dropped)
  }

  /** An answer is shown only after it is stored; if storing fails, the conversation ends. */
  #giveUp(): void {
    this.#outbox.dropUnreleased()
    this.end('failed')
    this.#outbox.tell({ t: 'bye', reason: 'failed', text: goodbyeSentences.failed })
  }

  /** Another server has the talk, or it was deleted with its demo while it ended here. */
  #lose(): void {
    const reason = this.#endReason
    if (reason === null) return this.stepDown()
    this.#outbox.tell({ t: 'bye', reason, text: goodbyeSentences[reason] })
  }

  #takeState(state: TalkState): void {
    this.#conversation = state.conversation
    this.#clockMs = state.clockMs
    this.#visit = state.visit
    this.#visitorTurns = state.visitorTurns
    this.#lastClientSeq = state.lastClientSeq
    this.#person = state.person
    this.#lastOrder = state.lastOrder
    this.#hasBeenAttached = true
  }

  #describe() {
    const { demo, link, mode, caps } = this.#options
    const conversation = this.#conversation
    const state: TalkState = {
      version: talkStateVersion,
      demoId: demo.demoId,
      link,
      mode,
      caps,
      conversation,
      clockMs: this.#clockMs,
      visit: this.#visit,
      visitorTurns: this.#visitorTurns,
      lastClientSeq: this.#lastClientSeq,
      transcript: this.#transcript.state,
      asking: this.#asking,
      calendar: this.#calendar,
      limitAt: this.#time.limitAt,
      ring: this.#ring.ring,
      person: this.#person,
      lastOrder: this.#lastOrder,
    }
    return {
      workspaceId: demo.workspaceId,
      epoch: this.#epoch,
      tokenHash: hashToken(this.token),
      step: Math.min(conversation.step, this.#knowledge.steps.length),
      phase: this.#person === null ? conversation.phase : 'person',
      state,
      lastOrder: this.#lastOrder,
    }
  }

  /** Pressed or typed instead of spoken; the transcript treats it as speech. */
  #takeForm(field: string, value: string): void {
    const at = this.#now()
    if (field === 'visit') {
      this.#visit = value
      return this.#leads.keepVisit(value)
    }
    const fact = factFields.find((each) => field === `fact.${each}`)
    if (fact !== undefined) return this.#dispatch({ type: 'fact-edited', at, field: fact, value })
    if (this.#person !== null) return
    if (field === 'callback') return this.#dispatch({ type: 'form', at, field, value })
    if (field !== 'slot' && field !== 'email' && field !== 'name' && field !== 'confirm') return
    const { booking } = this.#conversation
    if (booking === null && field !== 'email') return
    const slot = booking?.slots.find(({ id }) => id === value)
    const text = { slot: slot?.label ?? '', email: value, name: '', confirm: value === 'yes' ? 'Yes' : 'No' }[field]
    if (text !== '') {
      this.#visitorTurns += 1
      if (this.#visitorTurns > this.#options.limits.turns) return this.#dispatch({ type: 'limit', at, kind: 'turns' })
      const safe = redactSecrets(text)
      this.#outbox.emit({ t: 'user.final', turn: this.#visitorTurns, text: safe })
      this.#transcript.addVisitorTurn(safe, field === 'email' ? 'typed' : 'button', this.#conversation.step)
    }
    this.#stopThinking()
    this.#dispatch({ type: 'form', at, field, value })
  }

  /** Each press can make a turn, which is stored. */
  #mayPress(): boolean {
    if (this.#presses.take('')) return true
    this.#notice('too-fast', 'One at a time, please. Try again in a second.')
    return false
  }

  #hearVisitor(turn: number, said: string, source: UserTextSource, continues = false): void {
    const { limits } = this.#options
    const text = toStorable(said)
    if (text.length > limits.textCharacters) {
      return this.#notice('too-long', `Please ask in at most ${limits.textCharacters} characters.`)
    }
    if (text === '') return
    const now = this.#now()
    if (continues && source === 'voice' && this.#last !== null && this.#last.times < continuesMax) {
      return this.#hearMore(turn, redactSecrets(text), this.#last)
    }
    if (Math.abs(now - this.#lastVisitorTurnAt) < limits.turnIntervalMs) {
      return this.#notice('too-fast', 'One question at a time, please. Send it again in a second.')
    }
    this.#lastVisitorTurnAt = now
    if (source === 'voice') this.#hearing?.take()
    const safe = redactSecrets(text)
    this.#last = source === 'voice' ? { text: safe, before: null, times: 0 } : null
    this.#outbox.emit({ t: 'user.final', turn, text: safe })
    this.#transcript.addVisitorTurn(safe, source, this.#conversation.step)
    // A person reads it; their time is limited, not the number of remarks.
    if (this.#person !== null) return
    this.#visitorTurns += 1
    const left = limits.turns - this.#visitorTurns
    if (left < 0) return this.#dispatch({ type: 'limit', at: now, kind: 'turns' })
    if (left === 5) this.#outbox.emit({ t: 'limit', kind: 'turns', left })
    this.#askedAt = now
    this.#questionsAsked = [...this.#questionsAsked, safe].slice(-askedMax)
    this.#think(safe)
  }

  /** The visitor goes on after what was taken for the whole: the answer to that is cancelled. What it did stands. */
  #hearMore(turn: number, text: string, last: LastRemark): void {
    const at = this.#now()
    const { before } = last
    if (before !== null && isCommitted(before, this.#conversation)) {
      const more = text.startsWith(last.text) ? text.slice(last.text.length).replace(/^[\s\p{P}]+/u, '') : text
      this.#last = null
      this.#lastVisitorTurnAt = Number.NEGATIVE_INFINITY
      return this.#hearVisitor(turn, more, 'voice')
    }
    this.#last = { text, before: null, times: last.times + 1 }
    this.#hearing?.take()
    this.#outbox.emit({ t: 'user.final', turn, text, replaces: true })
    this.#transcript.replaceVisitorTurn(text)
    if (this.#person !== null) return
    this.#stopThinking()
    this.#speaker.cut()
    const answer = this.#conversation.turn
    if (before !== null) {
      this.#dispatch({ type: 'taken-back', at, before })
      if (answer > before.turn) this.#transcript.withdraw(answer)
    }
    this.#askedAt = at
    this.#questionsAsked = [...this.#questionsAsked.slice(0, -1), text]
    this.#think(text)
  }

  /** A newer question cancels the pending answer. */
  #think(text: string): void {
    this.#stopThinking()
    const { services, limits } = this.#options
    this.#asking = text
    let hasBegun = false
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
        onBegin: (proposal) => {
          this.#asking = null
          hasBegun = true
          this.#last = this.#last && { ...this.#last, before: this.#conversation }
          this.#dispatch({ type: 'heard', at: this.#now(), proposal, text, isOpen: true })
        },
        onAnswer: (proposal) => {
          this.#asking = null
          const at = this.#now()
          if (!hasBegun) this.#last = this.#last && { ...this.#last, before: this.#conversation }
          this.#dispatch(hasBegun ? { type: 'rest-heard', at, proposal, text } : { type: 'heard', at, proposal, text })
        },
      },
    )
  }

  #stopThinking(): void {
    this.#thinking?.abort()
    this.#asking = null
  }

  #dispatch(event: ConversationEvent): void {
    if (this.#hasEnded) return
    // While a person talks, the agent neither answers nor counts the silence.
    if (this.#person !== null && silencedEvents.has(event.type)) return
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
      case 'truncated':
        this.#speaker.cut()
        this.#outbox.emit({ t: 'turn.truncated', turn: effect.turn, heard: effect.heard })
        return this.#transcript.truncate(effect.turn, effect.heard)
      case 'clock':
        return this.#setClock(effect.id, effect.ms)
      case 'find-slots':
      case 'book-meeting':
      case 'cancel-meeting':
        return this.#askCalendar(effect)
      case 'offers':
        return this.#outbox.emit({ t: 'offers', turn: effect.turn, steps: effect.steps })
      case 'facts':
        this.#outbox.emit({ t: 'facts', facts: effect.facts })
        return this.#leads.keepFacts(effect.facts)
      case 'ring-person':
        // The database has to know the talk first.
        void this.#log.settled().then(() => this.#ring.start(effect.reason))
        return
      case 'qualified':
        return this.#leads.keepScore(effect.score, effect.evidence)
      case 'call-back':
        return this.#leads.keepCallBack(effect.when, effect.reachAt)
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

  /** Gets exactly one answer; asked again when another server continues the talk. */
  #askCalendar(effect: CalendarEffect): void {
    this.#calendar = effect
    this.#log.touch()
    const answered = (event: ConversationEvent): void => {
      if (this.#calendar === effect) this.#calendar = null
      this.#dispatch(event)
    }
    if (effect.type === 'find-slots') {
      void this.#desk
        .findTimes(effect.after, effect.preferredTime)
        .then((slots) => answered({ type: 'slots-found', at: this.#now(), slots }))
      return
    }
    const answer =
      effect.type === 'book-meeting' ? this.#desk.book({ ...effect, sessionId: this.#visit }) : this.#desk.cancel()
    void answer.then((said) => answered({ type: 'meeting-answered', at: this.#now(), answer: said }))
  }

  #setClock(id: number, ms: number): void {
    this.#clock?.clear()
    this.#clockMs = ms
    this.#clock = new PausableTimer(
      () => this.#dispatch({ type: 'clock', at: this.#now(), id }),
      ms,
      this.#outbox.isConnected,
    )
  }

  #say(effect: Extract<Effect, { type: 'say' }>): void {
    const { turn, lines, show, outcome } = effect
    this.#transcript.addAgentTurn(effect)
    this.#outbox.emit({ t: 'turn.start', turn })
    if (show !== null) this.#outbox.emit({ t: 'step.show', n: show.step, afterSeg: { turn, seg: show.line } })
    const texts = lines.map((line) => toSpokenText(line.text, this.#options.demo.pronunciations))
    const speak = this.#speaker.isOn ? 'stream' : this.#options.caps.tts ? 'client' : 'none'
    for (const [seg, line] of lines.entries()) {
      const spoken = texts[seg] ?? line.text
      this.#outbox.emit({
        t: 'seg',
        turn,
        seg,
        text: line.text,
        ...(spoken !== line.text && { say: spoken }),
        speak,
        cite: line.cite,
      })
    }
    const thinkMs = this.#askedAt === null ? null : this.#now() - this.#askedAt
    this.#askedAt = null
    const expects = expectedAnswer(this.#conversation, this.#knowledge)
    if (thinkMs !== null) this.#transcript.measure(turn, { thinkMs })
    this.#outbox.emit({
      t: 'turn.end',
      turn,
      outcome,
      metrics: { thinkMs },
      ...(expects !== 'open' && { expects }),
    })
    if (speak === 'stream') {
      const { standing } = shareKnowledge(this.#options.demo)
      const isStanding = (seg: number): boolean => standing().all.has(lines[seg]?.text ?? '')
      this.#speaker.speak(
        turn,
        texts.map((text, seg) => ({ text, isStanding: isStanding(seg) })),
      )
    } else this.#speaker.cut()
    if (suggestAfter.has(outcome)) this.#suggestNext()
    this.#watch(turn, lines)
  }

  #suggestNext(): void {
    const questions = this.#suggest(this.#questionsAsked, this.#conversation.step)
    if (questions.length > 0) this.#outbox.emit({ t: 'suggest', questions })
  }

  /** A browser that never reports the end of a turn must not stop the talk. */
  #watch(turn: number, lines: readonly { readonly text: string }[]): void {
    const longestMs = lines.reduce((sum, line) => sum + estimateSpeechMs(line.text), 0) * 2 + silenceMs
    this.#watchdog?.clear()
    this.#watchdog = new PausableTimer(
      () => this.#dispatch({ type: 'play-overdue', at: this.#now(), turn }),
      longestMs,
      this.#outbox.isConnected,
    )
  }

  #followVisitor(step: number): void {
    if (this.#person === null) return this.#dispatch({ type: 'step-changed', at: this.#now(), step })
    this.#showTo(step)
    this.#log.touch()
  }

  #letIn(name: string): void {
    this.#ring.stop()
    this.#stopThinking()
    this.#dispatch({ type: 'person-joined', at: this.#now(), name })
    this.#person = { name, since: this.#now() }
    this.#time.pause()
    this.#tellPerson('joined', name)
  }

  #sayAsPerson({ id, text, name }: { readonly id: string; readonly text: string; readonly name: string }): void {
    if (this.#person === null) return
    const turn = this.#conversation.turn + 1
    this.#conversation = { ...this.#conversation, turn }
    this.#transcript.addPersonTurn(id, text, name, this.#conversation.step)
    this.#outbox.emit({ t: 'turn.start', turn, person: name })
    this.#outbox.emit({ t: 'seg', turn, seg: 0, text, speak: this.#options.caps.tts ? 'client' : 'none', cite: [] })
    this.#outbox.emit({ t: 'turn.end', turn, outcome: 'person', metrics: { thinkMs: null } })
  }

  #showAsPerson(step: number): void {
    if (this.#person === null || !this.#showTo(step)) return this.#log.touch()
    this.#outbox.emit({ t: 'step.show', n: step })
  }

  #showTo(step: number): boolean {
    if (step < 1 || step > this.#knowledge.steps.length) return false
    this.#conversation = { ...this.#conversation, step, position: { step, sentence: 0 } }
    return true
  }

  #takeBack(isGone: boolean): void {
    const person = this.#person
    if (person === null) return this.#log.touch()
    this.#person = null
    this.#time.resume()
    this.#tellPerson('left', person.name)
    if (isGone) this.#notice('person-gone', cameBackSentences.gone(person.name))
    this.#dispatch({ type: 'person-left', at: this.#now() })
  }

  #hearNobody(): void {
    this.#tellPerson('nobody', null)
    this.#dispatch({ type: 'nobody-there', at: this.#now() })
  }

  #tellPerson(state: 'ringing' | 'joined' | 'left' | 'nobody', name: string | null): void {
    this.#outbox.emit({ t: 'person', state, name })
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

interface LastRemark {
  readonly text: string
  /** The conversation in which it was heard; null while the answer is being thought. */
  readonly before: Conversation | null
  /** How often the visitor went on. */
  readonly times: number
}

/** Each time costs an answer. */
const continuesMax = 5

/** A client silent this long after a sentence should have ended has lost its voice. */
const silenceMs = 10_000

/** Turns after which a visitor may like to know what else can be asked. */
const suggestAfter: ReadonlySet<string> = new Set(['answered', 'unsure', 'unknown'])
const askedMax = 12

/** What the policy doesn't hear while a person talks. */
const silencedEvents: ReadonlySet<ConversationEvent['type']> = new Set([
  'heard',
  'form',
  'clock',
  'typing',
  'step-changed',
])

/** PostgreSQL rejects NUL and lone surrogates; other control characters are useless too. */
function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
