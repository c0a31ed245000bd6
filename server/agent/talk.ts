import type { Effect } from '#agent/conversation.ts'
import type { Knowledge } from '#agent/knowledge.ts'
import type { AgentMode, ByeReason, ClientEvent } from '#protocol/agent-events.ts'
import { createResponder } from '#server/models/model-responder.ts'
import { createRealtimeResponder, type TalkRealtime } from '#server/realtime/realtime-responder.ts'

import { AgentTurns } from './agent-turns.ts'
import { openBookingCalendar, type BookingCalendar } from './booking-calendar.ts'
import type { EventOutbox } from './event-outbox.ts'
import { LeadReporter } from './lead-reporter.ts'
import { sendLeadNotices } from './lead-notices.ts'
import { shareKnowledge } from './shared-knowledge.ts'
import { TalkCalendar } from './talk-calendar.ts'
import { TalkConversation } from './talk-conversation.ts'
import type { TalkLog } from './talk-log.ts'
import { TalkMember, type MemberOrder } from './talk-member.ts'
import { TalkMode } from './talk-mode.ts'
import type { TalkSetup } from './talk-setup.ts'
import { TalkSpeaker } from './talk-speaker.ts'
import type { TalkState } from './talk-state.ts'
import { TalkTime } from './talk-time.ts'
import { TalkTimers } from './talk-timers.ts'
import type { TalkRecorder } from '#server/recordings/talk-recorder.ts'
import type { Transcript } from './transcript.ts'
import { toReportedFigures, toSpokenFigures } from './turn-figures.ts'
import { VisitorControls } from './visitor-controls.ts'
import { VisitorRemarks } from './visitor-remarks.ts'

interface TalkOptions extends TalkSetup {
  readonly conversationId: string
  readonly outbox: EventOutbox
  readonly transcript: Transcript
  readonly log: TalkLog
  readonly onEnd: (reason: ByeReason) => void
}

/** Runs a conversation: passes all events to the policy and carries out its decisions. */
export class Talk {
  readonly #options: TalkOptions
  readonly #knowledge: Knowledge
  readonly #calendarAccess: BookingCalendar
  readonly #leads: LeadReporter
  readonly #time: TalkTime
  readonly #conversation: TalkConversation
  readonly #timers: TalkTimers
  readonly #speaker: TalkSpeaker
  readonly #recorder: TalkRecorder
  readonly #mode: TalkMode
  readonly #turns: AgentTurns
  readonly #remarks: VisitorRemarks
  readonly #controls: VisitorControls
  readonly #calendar: TalkCalendar
  readonly #member: TalkMember

  constructor(options: TalkOptions, before?: TalkState) {
    this.#options = options
    const { services, limits, demo, caps, conversationId, outbox, transcript, log } = options
    const { workspaceId, agentId, isTrial } = demo
    const { now } = services
    const { knowledge, responder: builtIn } = shareKnowledge(demo)
    const isPersonTalking = (): boolean => this.#isPersonTalking()
    this.#knowledge = knowledge
    const conversation = new TalkConversation(
      {
        knowledge,
        isPersonTalking,
        onAdvance: (from, to) => this.#timers.follow(from, to),
        onEffect: (effect) => this.#carryOut(effect),
      },
      before?.conversation,
    )
    this.#conversation = conversation
    const dispatch = conversation.dispatch.bind(conversation)
    this.#timers = new TalkTimers(
      { now, isConnected: () => outbox.isConnected, dispatch: (event) => log.unhurried(() => dispatch(event)) },
      before?.clockMs,
    )
    this.#leads = new LeadReporter({
      store: isTrial ? null : options.store,
      conversationId,
      network: options.network,
      now,
      onStored: () => void sendLeadNotices(services),
    })
    this.#time = new TalkTime(
      { now, sessionMs: limits.sessionMs, personMs: limits.personMs },
      {
        onWarning: (left) => outbox.emit({ t: 'limit', kind: 'time', left }),
        onLimit: () => dispatch({ type: 'limit', at: now(), kind: 'time' }),
        // An unplayed goodbye must not keep the conversation open.
        onOver: () => options.onEnd('time'),
      },
      before?.limitAt,
    )
    // An author's trial uses the whole budget.
    const visitor = isTrial ? {} : { network: options.network }
    const recorder = services.recordings.open(
      { workspaceId, conversationId, turnId: (turn) => transcript.agentTurnId(turn) },
      before?.recording,
    )
    // Nothing of a trial is stored.
    if (!isTrial) recorder.accept(options.recording)
    this.#recorder = recorder
    const speaker = new TalkSpeaker({
      services,
      demo,
      conversationId,
      ...visitor,
      outbox,
      onMeasured: (spoken) => transcript.measure(spoken.turn, toSpokenFigures(spoken)),
      onSent: (turn, pcm) => recorder.say(turn, pcm),
      onOver: (unheardMs) => recorder.endSaying(unheardMs),
    })
    this.#speaker = speaker
    this.#mode = new TalkMode(
      {
        ...options,
        speaker,
        openHearing: () =>
          options.openHearing({
            workspaceId,
            agentId,
            conversationId,
            ...visitor,
            lang: demo.voice.lang,
            // Never stored, so never replayed either.
            emit: (event) => outbox.tell(event),
            onSound: (pcm, isSpeaking) => recorder.hear(pcm, isSpeaking),
            onDiscard: () => recorder.forgetSpeech(),
          }),
        onChange: log.touch,
      },
      options.speech,
    )
    const shared = {
      services,
      now,
      limits,
      knowledge,
      conversation,
      speaker,
      outbox,
      transcript,
      recorder,
      isPersonTalking,
    }
    const realtime = (): TalkRealtime | null => this.#mode.realtime
    this.#turns = new AgentTurns({
      ...shared,
      demo,
      realtime,
      canBrowserSpeak: caps.tts,
      isWritten: () => this.#mode.mode === 'text',
      timers: this.#timers,
    })
    const ordinary = createResponder(services, {
      knowledge,
      builtIn,
      workspaceId,
      agentId,
      conversationId,
      ...visitor,
    })
    const responder = createRealtimeResponder({ ordinary, builtIn, realtime })
    this.#remarks = new VisitorRemarks(
      { ...shared, responder, turns: this.#turns, hearing: () => this.#mode.hearing, mayAsk: options.mayAsk },
      before?.visitorTurns,
    )
    this.#controls = new VisitorControls({ ...shared, remarks: this.#remarks, leads: this.#leads }, before?.visit)
    this.#calendarAccess = openBookingCalendar(services, { demo, conversationId, caps, mayBook: options.mayBook })
    this.#calendar = new TalkCalendar({
      now,
      calendar: this.#calendarAccess,
      visit: () => this.#controls.visit,
      dispatch,
      onAsk: log.touch,
      tell: (event) => outbox.emit(event),
    })
    const { live, network } = options
    this.#member = new TalkMember(
      {
        ...shared,
        live,
        network,
        log,
        conversationId,
        isTrial,
        isSpoken: caps.tts,
        time: this.#time,
        onJoin: () => this.#remarks.stopThinking(),
      },
      before?.person,
    )
  }

  /** The step on screen. */
  get step(): number {
    return Math.min(this.#conversation.state.step, this.#knowledge.steps.length)
  }

  get mode(): AgentMode {
    return this.#mode.mode
  }

  /** The conversation started in text mode. */
  get hasTurnedToVoice(): boolean {
    return this.#mode.hasTurnedToVoice
  }

  get phase(): string {
    return this.#isPersonTalking() ? 'person' : this.#conversation.state.phase
  }

  /** The part of the state that another server needs from this class. */
  get state() {
    return {
      mode: this.#mode.mode,
      caps: this.#mode.caps,
      conversation: this.#conversation.state,
      clockMs: this.#timers.clockMs,
      visit: this.#controls.visit,
      visitorTurns: this.#remarks.count,
      asking: this.#remarks.asking,
      calendar: this.#calendar.asked,
      limitAt: this.#time.limitAt,
      ring: this.#member.ring,
      person: this.#member.person,
      recording: this.#recorder.state,
    } satisfies Partial<TalkState>
  }

  /** Starts once the visitor has accepted the notice. */
  start(step: number): void {
    this.#time.start()
    this.#conversation.dispatch({ type: 'consented', at: this.#now(), mode: this.mode, step })
  }

  /** Continues where another server stopped. Pending requests are repeated. */
  goOn(state: TalkState): void {
    const { clock, speaking } = this.#conversation.state
    if (this.#isPersonTalking()) this.#time.pause()
    else this.#time.start()
    if (clock !== null) this.#timers.setClock(clock.id, state.clockMs)
    if (speaking !== null) {
      this.#speaker.adopt({ turn: speaking.turn, seg: speaking.playing?.index ?? 0 }, this.#options.outbox.since(0))
      this.#timers.watch(speaking.turn, speaking.lines)
    }
    if (state.ring !== null) this.#member.goOn(state.ring)
    if (state.asking !== null) this.#remarks.think(state.asking)
    if (state.calendar !== null) this.#calendar.ask(state.calendar)
  }

  /** A newer connection has received none of the audio so far. */
  loseSound(): void {
    this.#speaker.lose()
  }

  /** The visitor is gone. */
  pause(): void {
    this.#speaker.lose()
    this.#timers.pause()
    this.#mode.hearing?.pause()
    this.#recorder.endRemark()
  }

  resume(): void {
    this.#timers.resume()
  }

  stop(): void {
    this.#conversation.stop()
    this.#speaker.rest()
    this.#remarks.stop()
    this.#mode.stop()
    this.#recorder.stop()
    this.#timers.stop()
    this.#time.stop()
    this.#member.stop()
  }

  /** A new event of the browser. */
  receive(event: ClientEvent): void {
    const at = this.#now()
    switch (event.t) {
      case 'user.text':
        return this.#remarks.hear(event.turn, event.text, event.source, event.continues)
      case 'user.partial':
      case 'speech.start':
        return this.#conversation.dispatch({ type: 'typing', at })
      case 'listen':
        return this.#mode.hearing?.setListening(event.isOn)
      case 'mode':
        if (!this.#options.demo.isTrial) this.#recorder.accept(event.recording)
        return this.#mode.change(event)
      case 'play.start':
        this.#speaker.playStarted(event.turn, event.seg)
        return this.#conversation.dispatch({ type: 'play-started', at, turn: event.turn, seg: event.seg })
      case 'play.end':
        this.#speaker.playEnded(event.turn, event.seg)
        return this.#conversation.dispatch({ type: 'play-ended', at, turn: event.turn, seg: event.seg })
      case 'voice.metrics':
        return this.#options.transcript.measure(event.turn, toReportedFigures(event.metrics))
      case 'interrupt':
        // Nobody waits for the rest of this answer.
        if (this.#conversation.state.open?.turn === event.turn) this.#remarks.stopThinking()
        this.#mode.realtime?.session.sound.cut(event.turn, event.seg, event.playedMs)
        return this.#conversation.dispatch({ ...event, type: 'interrupted', at })
      case 'step.changed':
        if (event.by !== 'visitor') return
        if (this.#isPersonTalking()) return this.#member.follow(event.n)
        return this.#conversation.dispatch({ type: 'step-changed', at, step: event.n })
      case 'ui.click':
        if (event.action === 'end') return this.#options.onEnd('visitor')
        return this.#controls.press(event.action)
      case 'form.submit':
        return this.#controls.submit(event.field, event.value)
      default:
        // hello and resume are handled when the session opens.
        return
    }
  }

  /** A binary frame of the browser. */
  hear(frame: Buffer): void {
    this.#mode.hearing?.hear(frame)
  }

  /** Handles an order of a member of the team. */
  order(order: MemberOrder): void {
    this.#member.order(order)
  }

  #carryOut(effect: Effect): void {
    const { outbox } = this.#options
    switch (effect.type) {
      case 'state':
        return outbox.emit({ t: 'state', name: effect.name, step: effect.step })
      case 'say':
        return this.#turns.say(effect)
      case 'show':
        return outbox.emit({ t: 'step.show', n: effect.step })
      case 'truncated':
        return this.#turns.truncate(effect)
      case 'clock':
        return this.#timers.setClock(effect.id, effect.ms)
      case 'find-slots':
      case 'book-meeting':
      case 'cancel-meeting':
        return this.#calendar.ask(effect)
      case 'offers':
        return outbox.emit({ t: 'offers', turn: effect.turn, steps: effect.steps })
      case 'facts':
        outbox.emit({ t: 'facts', facts: effect.facts })
        return this.#leads.setFacts(effect.facts)
      case 'ring-person':
        return this.#member.callTeam(effect.reason)
      case 'qualified':
        return this.#leads.setScore(effect.score, effect.evidence)
      case 'call-back':
        return this.#leads.setCallBack({
          when: this.#withZone(effect.when),
          reachAt: effect.reachAt,
          isOff: effect.isOff,
          note: effect.note,
        })
      case 'call-over':
        return this.#member.endCall()
      case 'slots': {
        const slots = effect.slots.map(({ id, startUtc, label }) => ({ id, startUtc, label }))
        return outbox.emit({ t: 'slots', slots, zone: effect.timeZone ?? this.#calendarAccess.timeZone })
      }
      case 'form': {
        const { field, value, valid, slotId } = effect
        return outbox.emit({ t: 'form', field, value, valid, slotId })
      }
      case 'end':
        return this.#options.onEnd(effect.reason)
    }
  }

  /** Tells the team which zone an hour is in, unless the visitor's words do. */
  #withZone(when: string): string {
    const isClear = !/\d/.test(when) || this.#conversation.state.zone !== null
    return isClear ? when : `${when} (${this.#calendarAccess.timeZone})`
  }

  #isPersonTalking(): boolean {
    return this.#member.person !== null
  }

  #now(): number {
    return this.#options.services.now()
  }
}
