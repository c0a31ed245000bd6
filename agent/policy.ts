import type { AgentStateName, ByeReason, Citation } from '#protocol/agent-events.ts'

import {
  hearInBooking,
  lookForTimes,
  movesOn,
  offerBooking,
  openQuestion,
  takeAnswer,
  takeSlots,
  useBookingForm,
  type Booking,
  type BookingForm,
  type BookingStep,
} from './booking-talk.ts'
import type { Clock, Conversation, ConversationEvent, Effect, Outcome, Position, Speaking } from './conversation.ts'
import { toHeardText } from './heard-text.ts'
import type { Intent } from './intent.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'
import { toPlainText } from './plain-text.ts'
import type { Proposal } from './responder.ts'
import { countWords, splitSentences } from './sentences.ts'
import { findEmailAddress, soundsLikeBuying } from './spoken-choice.ts'
import { chooseWording, endsAsQuestion, estimateSpeechMs, fitTurn, turnWordsMax, type Line } from './turn.ts'
import { acknowledgements, wordings } from './wording.ts'

/** How long silence lasts before the agent acts on it. */
const pauses = {
  afterGreetingMs: 6_000,
  betweenStepsMs: 1_200,
  afterCheckMs: 4_000,
  /** A visitor who pages through the demo is not talked to at every page. */
  afterVisitorStepMs: 700,
  nudgeMs: 8_000,
  offerMs: 12_000,
  giveUpMs: 70_000,
  /** Somebody who said stop may read for a while. */
  giveUpPausedMs: 280_000,
  /** Who looks into their calendar, or types an address, is not hurried. */
  bookingMs: 45_000,
} as const

/**
 * The one place that decides what the agent does next. Pure: the same conversation and event give the same answer, so
 * every conversation can be replayed. An event that does not fit the state changes nothing.
 */
export function advance(
  conversation: Conversation,
  event: ConversationEvent,
  knowledge: Knowledge,
): { readonly conversation: Conversation; readonly effects: readonly Effect[] } {
  if (conversation.phase === 'ended') return { conversation, effects: [] }
  const run = new Run(conversation, knowledge, event.at)
  run.handle(event)
  return { conversation: run.state, effects: run.effects }
}

/** One event's worth of changes; lives only inside `advance`. */
class Run {
  state: Conversation
  readonly effects: Effect[] = []
  readonly #knowledge: Knowledge
  readonly #at: number

  constructor(state: Conversation, knowledge: Knowledge, at: number) {
    this.state = state
    this.#knowledge = knowledge
    this.#at = at
  }

  handle(event: ConversationEvent): void {
    if (this.state.phase === 'consent') {
      if (event.type === 'consented') this.#greet(event.step)
      return
    }
    // While the last words are said, only their end and a cut matter.
    if (this.state.ending !== null && !endingEvents.has(event.type)) return
    switch (event.type) {
      case 'consented':
        return
      case 'heard':
        return this.#hear(event.proposal, event.text)
      case 'form':
        return this.#useForm(event)
      case 'slots-found':
        return this.#hearCalendar('looking', (booking) => takeSlots(booking, event.slots))
      case 'meeting-answered':
        return this.#hearCalendar('committing', (booking) => takeAnswer(booking, event.answer))
      case 'typing':
        return this.#noticeTyping()
      case 'play-started':
        return this.#startPlaying(event.turn, event.seg)
      case 'play-ended':
        return this.#endPlaying(event.turn, event.seg)
      case 'play-overdue':
        if (this.state.speaking?.turn === event.turn) this.#finishSpeaking(this.state.speaking)
        return
      case 'interrupted':
        return this.#interrupt(event)
      case 'step-changed':
        return this.#followVisitor(event.step)
      case 'clock':
        if (this.state.clock?.id === event.id) this.#ring(this.state.clock)
        return
      case 'limit':
        this.#cut()
        return this.#leave(event.kind, event.kind === 'time' ? wordings.limitTime() : wordings.limitTurns())
    }
  }

  // What the visitor says

  #hear(proposal: Proposal, text: string): void {
    const { intent } = proposal
    if (intent.type === 'nothing' || (intent.type === 'backchannel' && this.state.speaking !== null)) return
    const wasSpeaking = this.#cut()
    this.#note(text)
    if (this.state.booking !== null) {
      const said = { intent, text, isInNotes: proposal.answer.length > 0 }
      const step = intent.type === 'stop' ? null : hearInBooking(this.state.booking, said)
      if (step !== null) return this.#takeBooking(step)
      if (this.state.booking.stage === 'offered' || movesOn.has(intent.type)) this.#dropBooking()
    }
    switch (intent.type) {
      case 'book':
        return this.#takeBooking(lookForTimes(null, this.state.email, null))
      case 'stop':
        return this.#pause(wasSpeaking ? [] : wordings.paused())
      case 'continue':
      case 'backchannel':
        return this.#goOn()
      case 'decline':
        return this.#accept()
      case 'repeat':
        return this.#repeat()
      case 'next':
        return this.#goTo(this.state.step + 1)
      case 'back':
        return this.#goTo(Math.max(1, this.state.step - 1))
      case 'restart':
        return this.#goTo(1)
      case 'last':
        return this.#goTo(this.#stepCount)
      case 'go-to':
        return this.#goToNamed(intent.step)
      case 'bye':
        return this.#leave('visitor', wordings.bye())
      case 'question':
        return proposal.answer.length > 0 ? this.#answer(proposal) : this.#admit()
      default:
        return this.#chat(intent)
    }
  }

  /** What is worth knowing later, whatever the talk is about. */
  #note(text: string): void {
    const { email, buyingSignals } = this.state
    this.state = {
      ...this.state,
      email: findEmailAddress(text) ?? email,
      buyingSignals: buyingSignals + (soundsLikeBuying(text) ? 1 : 0),
    }
  }

  // A meeting

  #useForm(form: BookingForm): void {
    const { booking } = this.state
    const step = booking === null ? null : useBookingForm(booking, form)
    if (step === null) return
    if (form.field !== 'name') this.#cut()
    this.#takeBooking(step)
  }

  #hearCalendar(awaited: Booking['stage'], take: (booking: Booking) => BookingStep): void {
    const { booking } = this.state
    if (booking?.stage !== awaited) return
    this.#cut()
    this.#takeBooking(take(booking))
  }

  #takeBooking({ booking, say, effects, outcome }: BookingStep): void {
    const isNew = this.state.booking === null || this.state.booking.stage !== booking?.stage
    this.state = {
      ...this.state,
      booking,
      email: booking?.email ?? this.state.email,
      hasMeeting: this.state.hasMeeting || outcome === 'booked',
      wasMeetingOffered: true,
    }
    // A name is taken without a word.
    if (say.length === 0 && effects.length === 0) return
    if (booking === null) this.#enter('answer', this.state.below)
    else if (isNew || this.state.phase !== 'book') this.#enterBook()
    this.effects.push(...effects)
    const lines = say.map((wording) => this.#line(wording.texts, wording.counted))
    this.#say(booking === null ? [...lines, this.#resume()] : lines, { outcome })
  }

  #enterBook(): void {
    const { phase, below } = this.state
    this.#enter('book', phase === 'book' ? below : [...below, phase].slice(-3))
  }

  #dropBooking(): void {
    this.state = { ...this.state, booking: null }
    this.effects.push({ type: 'slots', slots: [] })
  }

  /** Unasked: once in a talk, and only where there is a calendar. */
  get #mayOfferMeeting(): boolean {
    const { wasMeetingOffered, hasMeeting, booking } = this.state
    return this.#knowledge.agent.takesMeetings && !wasMeetingOffered && !hasMeeting && booking === null
  }

  #answer(proposal: Proposal): void {
    const items = new Map(proposal.retrieved.map((item) => [item.id, item]))
    const quotes = proposal.answer.map((sentence) => ({
      text: sentence.text,
      cite: toCitations(sentence.cites.map((id) => items.get(id))),
    }))
    this.#push()
    const stepOrder = quotes.flatMap((line) => line.cite).find((cite) => cite.stepOrder !== null)?.stepOrder ?? null
    const resume = this.#resume()
    const acknowledgement = this.#line(acknowledgements[this.#knowledge.agent.personality])
    const fresh = quotes.filter((line) => !this.#wasSaid(line) && !endsAsQuestion(line.text))
    const fitting = withinWords(fresh, turnWordsMax - wordsOf([acknowledgement, resume]))
    const again = {
      text: this.#choose(wordings.answerAgain(stepOrder), wordings.answerAgainCounted),
      cite: quotes[0]?.cite ?? [],
    }
    // A long sentence has the turn to itself; one that was said twice is pointed at.
    const lines = fitting.length > 0 ? [acknowledgement, ...fitting, resume] : [fresh[0] ?? again, resume]
    this.state = { ...this.state, unknownCount: 0 }
    this.#say(lines, { outcome: 'answered', show: stepOrder })
  }

  #admit(): void {
    this.#push()
    const unknownCount = this.state.unknownCount + 1
    this.state = { ...this.state, unknownCount }
    if (unknownCount >= 2 && this.#mayOfferMeeting) {
      const unknown = { texts: wordings.unknown(), counted: wordings.unknownCounted }
      const offer = offerBooking([unknown], this.state.email)
      return this.#takeBooking({ ...offer, outcome: 'unknown' })
    }
    this.#say(
      [
        this.#line(wordings.unknown(), wordings.unknownCounted),
        this.#line(unknownCount % 3 === 0 ? wordings.askAuthor() : wordings.unknownNoted()),
        this.#resume(),
      ],
      { outcome: 'unknown' },
    )
  }

  #chat(intent: Intent): void {
    this.#push()
    const resume = this.#resume()
    switch (intent.type) {
      case 'robot':
        return this.#say([this.#line(wordings.robot(), wordings.robotCounted), resume], { outcome: 'chat' })
      case 'human':
        if (this.#knowledge.agent.takesMeetings && this.state.booking === null) {
          const offer = offerBooking(
            [{ texts: wordings.humanMeets(), counted: wordings.humanCounted }],
            this.state.email,
          )
          return this.#takeBooking({ ...offer, outcome: 'human' })
        }
        return this.#say([this.#line(wordings.human(), wordings.humanCounted), this.#line(wordings.askAuthor())], {
          outcome: 'human',
        })
      case 'contact':
        return this.#say([this.#line(wordings.contact()), resume], { outcome: 'contact' })
      case 'privacy':
        return this.#say([this.#line(wordings.privacy()), resume], { outcome: 'chat' })
      case 'commitment':
        return this.#say([this.#line(wordings.commitment()), resume], { outcome: 'declined' })
      case 'thanks':
        return this.#say([this.#line(wordings.thanks()), resume], { outcome: 'chat' })
      case 'hello':
        return this.#say([this.#line(wordings.hello()), resume], { outcome: 'chat' })
      default:
        return this.#say([this.#line(wordings.help()), resume], { outcome: 'chat' })
    }
  }

  /** “No” to “Shall I go on?” waits; “no” to “Anything else?” is the end. */
  #accept(): void {
    if (this.#floor === 'wrap') return this.#leave('visitor', wordings.bye())
    this.#pause(wordings.declined())
  }

  #goOn(): void {
    if (this.#floor === 'wrap') {
      this.#enter('wrap', [])
      return this.#say([this.#line(wordings.anythingElse())], { outcome: 'chat' })
    }
    this.#enter('present', [])
    this.#present()
  }

  #goToNamed(step: number): void {
    if (step <= this.#stepCount) return this.#goTo(step)
    this.#push()
    this.#say([this.#line(wordings.stepRange(this.#stepCount)), this.#resume()], {
      outcome: 'chat',
    })
  }

  #goTo(step: number): void {
    this.state = { ...this.state, position: { step, sentence: 0 } }
    this.#enter('present', [])
    this.#present()
  }

  #repeat(): void {
    const lines = fitTurn(this.state.lastLines, this.state.said)
    const show = lines.flatMap((line) => line.cite).find((cite) => cite.stepOrder !== null)?.stepOrder ?? null
    this.#push()
    if (lines.length > 0) return this.#say(lines, { outcome: 'chat', show })
    this.#say([this.#line(wordings.nothingToRepeat(), wordings.nothingToRepeatCounted)], { outcome: 'chat' })
  }

  // What the visitor does

  #followVisitor(step: number): void {
    if (step < 1 || step > this.#stepCount) return
    this.#cut()
    this.state = { ...this.state, step, position: { step, sentence: 0 } }
    if (this.state.phase === 'paused') return this.#pause([])
    // Who looks something up while choosing a time is still choosing.
    if (this.state.booking !== null && this.state.booking.stage !== 'offered') {
      return this.#setClock('nudge-1', pauses.bookingMs)
    }
    if (this.state.booking !== null) this.#dropBooking()
    this.#enter('present', [])
    this.#setClock('advance', pauses.afterVisitorStepMs)
  }

  #noticeTyping(): void {
    if (this.state.speaking !== null || this.state.clock === null) return
    const purpose = this.state.clock.purpose === 'advance' ? 'nudge-2' : this.state.clock.purpose
    this.#setClock(purpose, pauses.offerMs)
  }

  #startPlaying(turn: number, seg: number): void {
    const { speaking } = this.state
    if (speaking?.turn !== turn || speaking.lines[seg] === undefined) return
    this.state = { ...this.state, speaking: { ...speaking, playing: { index: seg, at: this.#at } } }
  }

  #endPlaying(turn: number, seg: number): void {
    const { speaking } = this.state
    if (speaking?.turn !== turn) return
    if (seg >= speaking.lines.length - 1) this.#finishSpeaking(speaking)
  }

  #interrupt(event: Extract<ConversationEvent, { type: 'interrupted' }>): void {
    const { speaking } = this.state
    if (speaking !== null && speaking.turn === event.turn) {
      this.#truncate(speaking, { index: event.seg, playedMs: event.playedMs, segmentMs: event.segMs })
    }
    if (this.state.ending !== null) return this.#end(this.state.ending)
    if (event.cause === 'stop') return this.#pause([])
    if (this.state.speaking === null && event.cause !== 'closed') this.#setClock('nudge-2', pauses.offerMs)
  }

  // Time

  #ring(clock: Clock): void {
    this.state = { ...this.state, clock: null }
    switch (clock.purpose) {
      case 'advance':
        this.#enter('present', [])
        return this.#present()
      case 'nudge-1':
        return this.#say([this.#line(wordings.reprompt())], { outcome: 'nudged', nudge: 'nudge-2' })
      case 'nudge-2':
        return this.#say([this.#line(wordings.offerText())], { outcome: 'nudged', nudge: 'nudge-3' })
      case 'nudge-3':
        return this.#leave('no-input', wordings.noInput())
    }
  }

  // What the agent does

  #greet(step: number): void {
    const { agent, demoName } = this.#knowledge
    const start = Math.max(1, Math.min(step, this.#stepCount))
    this.state = { ...this.state, step: start, position: { step: start, sentence: 0 } }
    this.#enter('greet', [])
    const welcome = splitSentences(toPlainText(agent.welcomeMessage ?? '')).map(toLine)
    const tellsItself = welcome.some((line) =>
      /\b(?:AI|artificial intelligence|bot|virtual assistant)\b/i.test(line.text),
    )
    const disclosure = tellsItself ? [] : wordings.disclosure(agent.name).map(toLine)
    const offer = wordings.greeting(shorten(demoName), this.#stepCount).map(toLine)
    const question = welcome.some((line) => endsAsQuestion(line.text)) ? [] : wordings.mayStart().map(toLine)
    // The disclosure is never what falls to the word limit.
    const rest = turnWordsMax - wordsOf([...disclosure, ...question])
    const fitting = withinWords(welcome, rest)
    const spare = withinWords(offer, rest - wordsOf(fitting))
    this.#say([...disclosure, ...fitting, ...spare, ...question], { outcome: 'greeted' })
  }

  /** Says the next part of the step the presentation stands at, as many sentences as one turn holds. */
  #present(): void {
    const { position } = this.state
    const script = this.#knowledge.steps[position.step - 1]
    if (script === undefined) return this.#wrapUp()
    const lines: Line[] = []
    const positions: Position[] = []
    let next: Position = { step: position.step + 1, sentence: 0 }
    for (const [sentence, text] of [...script.sentences.entries()].slice(position.sentence)) {
      if (this.#wasSaid({ text })) continue
      const line = { text, cite: [{ stepOrder: script.order, stepId: script.id }] }
      if (fitTurn([...lines, line], this.state.said).length <= lines.length && lines.length > 0) {
        next = { step: position.step, sentence }
        break
      }
      lines.push(line)
      positions.push({ step: position.step, sentence })
    }
    if (lines.length === 0) {
      const text = this.#choose(wordings.stepAgain(script.order), wordings.stepAgainCounted(script.order))
      lines.push({ text, cite: [{ stepOrder: script.order, stepId: script.id }] })
      positions.push({ step: position.step, sentence: script.sentences.length })
    }
    const completes = next.step > position.step
    const asks = completes && script.order % 3 === 0 && script.order < this.#stepCount
    const check = asks ? [toLine(chooseWording(this.state.said, wordings.check()))] : []
    const all = fitTurn([...lines, ...check], this.state.said)
    const hasCheck = all.length > lines.length
    this.#say(all, {
      outcome: 'presented',
      show: script.order,
      positions,
      next,
      afterMs: hasCheck ? pauses.afterCheckMs : pauses.betweenStepsMs,
    })
  }

  #wrapUp(): void {
    this.state = { ...this.state, position: { step: this.#stepCount + 1, sentence: 0 } }
    this.#enter('wrap', [])
    const demo = shorten(this.#knowledge.demoName)
    if (this.state.buyingSignals > 0 && this.#mayOfferMeeting) {
      const offer = offerBooking([{ texts: wordings.wrap(demo) }], this.state.email)
      return this.#takeBooking(offer)
    }
    this.#say([this.#line(wordings.wrap(demo)), this.#line(wordings.anythingElse())], { outcome: 'chat' })
  }

  #pause(texts: readonly string[]): void {
    if (this.state.booking?.stage === 'offered') this.#dropBooking()
    this.#enter('paused', this.#floor === 'wrap' ? ['wrap'] : ['present'])
    if (texts.length > 0) return this.#say([this.#line(texts)], { outcome: 'paused' })
    this.#setClock('nudge-3', pauses.giveUpPausedMs)
  }

  #leave(reason: ByeReason, texts: readonly string[]): void {
    this.state = { ...this.state, ending: reason }
    this.#enter('wrap', [])
    this.#say([this.#line(texts)], { outcome: 'ended' })
  }

  #end(reason: ByeReason): void {
    this.state = { ...this.state, speaking: null, clock: null }
    this.#enter('ended', [])
    this.effects.push({ type: 'end', reason })
  }

  #say(
    wanted: readonly Line[],
    turn: {
      readonly outcome: Outcome
      readonly show?: number | null
      readonly positions?: readonly Position[]
      readonly next?: Position
      readonly afterMs?: number
      readonly nudge?: Clock['purpose']
    },
  ): void {
    const lines = fitTurn(wanted, this.state.said)
    const show = turn.show ?? null
    const step = show ?? this.state.step
    if (lines.length === 0) {
      if (show !== null) this.effects.push({ type: 'show', step })
      this.state = { ...this.state, step, position: turn.next ?? this.state.position }
      return this.#await(turn.afterMs ?? pauses.betweenStepsMs, turn.nudge ?? null)
    }
    const number = this.state.turn + 1
    const said = { ...this.state.said }
    for (const line of lines) said[line.text] = (said[line.text] ?? 0) + 1
    this.state = {
      ...this.state,
      step,
      turn: number,
      said,
      clock: null,
      // A nudge is not what somebody wants repeated.
      lastLines: turn.nudge === undefined ? lines : this.state.lastLines,
      speaking: {
        turn: number,
        lines,
        positions: turn.positions ?? [],
        next: turn.next ?? null,
        afterMs: turn.afterMs ?? pauses.betweenStepsMs,
        nudge: turn.nudge ?? null,
        playing: null,
      },
    }
    const firstCited = Math.max(
      0,
      lines.findIndex((line) => line.cite.some((cite) => cite.stepOrder === step)),
    )
    this.effects.push({
      type: 'say',
      turn: number,
      lines,
      show: show === null ? null : { step, line: firstCited },
      outcome: turn.outcome,
      step,
    })
  }

  #finishSpeaking(speaking: Speaking): void {
    this.state = { ...this.state, speaking: null, position: speaking.next ?? this.state.position }
    if (this.state.ending !== null) return this.#end(this.state.ending)
    this.#await(speaking.afterMs, speaking.nudge)
  }

  /** Gives the floor to the visitor, and sets the clock that takes it back. */
  #await(afterMs: number, nudge: Clock['purpose'] | null): void {
    if (this.state.ending !== null) return this.#end(this.state.ending)
    if (nudge !== null && this.state.phase !== 'paused') {
      return this.#setClock(nudge, nudge === 'nudge-3' ? pauses.giveUpMs : pauses.offerMs)
    }
    switch (this.state.phase) {
      case 'greet':
        return this.#setClock('advance', pauses.afterGreetingMs)
      case 'present':
        return this.#setClock('advance', afterMs)
      case 'paused':
        return this.#setClock('nudge-3', pauses.giveUpPausedMs)
      case 'book':
        return this.#setClock('nudge-1', pauses.bookingMs)
      default:
        return this.#setClock('nudge-1', pauses.nudgeMs)
    }
  }

  #setClock(purpose: Clock['purpose'], ms: number): void {
    const id = this.state.clocksSet + 1
    this.state = { ...this.state, clock: { id, purpose }, clocksSet: id }
    this.effects.push({ type: 'clock', id, ms })
  }

  /** Ends what is being said, by our own reckoning of how far it came. True when there was something. */
  #cut(): boolean {
    const { speaking } = this.state
    if (speaking === null) return false
    const { playing } = speaking
    const text = playing === null ? '' : (speaking.lines[playing.index]?.text ?? '')
    this.#truncate(speaking, {
      index: playing?.index ?? 0,
      playedMs: playing === null ? 0 : this.#at - playing.at,
      segmentMs: estimateSpeechMs(text),
    })
    return true
  }

  #truncate(
    speaking: Speaking,
    cut: { readonly index: number; readonly playedMs: number; readonly segmentMs: number },
  ): void {
    const texts = speaking.lines.map((line) => line.text)
    this.effects.push({ type: 'truncated', turn: speaking.turn, heard: toHeardText(texts, cut) })
    const isWhole = cut.index >= texts.length
    const position = isWhole ? speaking.next : (speaking.positions[cut.index] ?? speaking.next)
    this.state = { ...this.state, speaking: null, position: position ?? this.state.position }
  }

  /** Puts an answer on top of what was going on. */
  #push(): void {
    const { phase } = this.state
    if (phase === 'answer' || (phase === 'book' && this.state.booking !== null)) {
      return this.#enter(phase, this.state.below)
    }
    this.#enter('answer', [...this.state.below, this.state.phase].slice(-3))
  }

  #enter(phase: AgentStateName, below: readonly AgentStateName[]): void {
    this.state = { ...this.state, phase, below, clock: null }
    this.effects.push({ type: 'state', name: phase, step: Math.min(this.state.step, this.#stepCount) })
  }

  /** What the conversation is about, under answers and pauses: the presentation, or its end. */
  get #floor(): 'present' | 'wrap' {
    const isOver = this.state.phase === 'wrap' || this.state.below.includes('wrap')
    return isOver || this.state.position.step > this.#stepCount ? 'wrap' : 'present'
  }

  get #stepCount(): number {
    return this.#knowledge.steps.length
  }

  /** The question that brings the talk back to what it was about. */
  #resume(): Line {
    const { booking } = this.state
    if (booking !== null) {
      const { texts, counted } = openQuestion(booking)
      return this.#line(texts, counted)
    }
    return this.#line(this.#floor === 'wrap' ? wordings.anythingElse() : wordings.resume(this.state.position.step))
  }

  #choose(texts: readonly string[], counted?: (times: number) => string): string {
    return chooseWording(this.state.said, texts, counted)
  }

  #line(texts: readonly string[], counted?: (times: number) => string): Line {
    return toLine(this.#choose(texts, counted))
  }

  #wasSaid(line: { readonly text: string } | undefined): boolean {
    return line !== undefined && fitTurn([{ text: line.text, cite: [] }], this.state.said).length === 0
  }
}

const endingEvents: ReadonlySet<ConversationEvent['type']> = new Set([
  'play-started',
  'play-ended',
  'play-overdue',
  'interrupted',
])

function toLine(text: string): Line {
  return { text, cite: [] }
}

function toCitations(items: readonly (KnowledgeItem | undefined)[]): readonly Citation[] {
  return items.flatMap((item) => (item === undefined ? [] : [{ stepOrder: item.stepOrder, stepId: item.stepId }]))
}

function wordsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + countWords(line.text), 0)
}

/** The first lines that fit into so many words together. */
function withinWords(lines: readonly Line[], words: number): readonly Line[] {
  const fitting: Line[] = []
  for (const line of lines) {
    if (wordsOf(fitting) + countWords(line.text) > words) break
    fitting.push(line)
  }
  return fitting
}

/** A demo's name as it can be said in a sentence. */
function shorten(name: string): string {
  const words = name.split(' ')
  return words.length > 10 || name.length > 80 ? 'this demo' : name
}
