import type { ObjectionKind } from '#domain/sales-rules.ts'
import type { AgentStateName, ByeReason } from '#protocol/agent-events.ts'

import { openQuestion } from './booking-steps.ts'
import { sayInWords, type BookingSaying } from './booking-saying.ts'
import type { Clock, Conversation, Effect, Outcome, Position, Speaking } from './conversation.ts'
import { toHeardText } from './heard-text.ts'
import { languageOf, type Knowledge } from './knowledge.ts'
import type { AgentLanguage } from '#domain/agent-languages.ts'
import { writeOut } from './chat-spelling.ts'
import { toEnglish } from './languages/heard-words.ts'
import { leadIns, type SentenceLanguage } from './lead-ins.ts'
import { quoteForeignNotes } from './quote-foreign-notes.ts'
import {
  chooseWording,
  endsAsQuestion,
  estimateSpeechMs,
  findSayable,
  trimTurn,
  toLine,
  turnWordsMax,
  wordsOf,
  type Line,
} from './turn.ts'
import { wordingsOf, type Wordings } from './wordings.ts'

/** How long the agent waits in silence before it continues or reacts. */
export const pauses = {
  afterGreetingMs: 6_000,
  betweenStepsMs: 1_200,
  afterCheckMs: 4_000,
  /** Wait before speaking, so that the agent stays quiet while the visitor pages through the demo. */
  afterVisitorStepMs: 700,
  nudgeMs: 8_000,
  offerMs: 12_000,
  giveUpMs: 70_000,
  /** After “stop”, give the visitor time to read. */
  giveUpPausedMs: 280_000,
  /** Checking a calendar or typing an address takes a while. */
  bookingMs: 45_000,
} as const

/** How often the agent repeats the question that a booking waits for. */
const remindersMax = 1

/**
 * Applies one event to a conversation: who speaks, whose turn it is, which timer runs. Callers decide what is said.
 * `advance` creates one per event.
 */
export class ConversationRun {
  state: Conversation
  readonly effects: Effect[] = []
  readonly knowledge: Knowledge
  readonly language: AgentLanguage
  /** The agent's own sentences in the conversation's language. */
  readonly words: Wordings
  /** When the event happened. */
  readonly at: number
  /** More of this answer is coming. */
  isOpen = false
  /** Said before the next turn, if there is room: the visitor greeted as well. */
  greeting: Line | null = null

  constructor(state: Conversation, knowledge: Knowledge, at: number) {
    this.state = state
    this.knowledge = knowledge
    this.language = languageOf(knowledge)
    this.words = wordingsOf(this.language)
    this.at = at
  }

  /** The visitor's words as our rules understand them: in English if a rule recognises them, otherwise unchanged. */
  inEnglish(text: string): string {
    return this.language === 'en' ? writeOut(text) : (toEnglish(text, this.language) ?? text)
  }

  say(
    wanted: readonly Line[],
    turn: {
      readonly outcome: Outcome
      readonly show?: number | null
      readonly positions?: readonly Position[]
      readonly next?: Position
      readonly afterMs?: number
      readonly nudge?: Clock['purpose']
      readonly objection?: ObjectionKind
    },
  ): void {
    const greeted = this.greeting === null ? wanted : [this.greeting, ...wanted]
    this.greeting = null
    const lines = trimTurn(wordsOf(greeted) > turnWordsMax ? wanted : greeted, this.state.said)
    const show = turn.show ?? null
    const step = show ?? this.state.step
    if (lines.length === 0) {
      if (show !== null) this.effects.push({ type: 'show', step })
      this.state = { ...this.state, step, position: turn.next ?? this.state.position }
      return this.await(turn.afterMs ?? pauses.betweenStepsMs, turn.nudge ?? null)
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
      // “Repeat” doesn't refer to a nudge.
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
      lines: quoteForeignNotes(lines, this.knowledge),
      show: show === null ? null : { step, line: firstCited },
      outcome: turn.outcome,
      step,
      ...(turn.objection !== undefined && { objection: turn.objection }),
    })
  }

  finishSpeaking(speaking: Speaking): void {
    this.state = { ...this.state, speaking: null, position: speaking.next ?? this.state.position }
    if (this.state.ending !== null) return this.end(this.state.ending)
    this.await(speaking.afterMs, speaking.nudge)
  }

  /** Gives the turn to the visitor, and sets the timer that ends it. */
  await(afterMs: number, nudge: Clock['purpose'] | null): void {
    if (this.state.ending !== null) return this.end(this.state.ending)
    if (nudge !== null && this.state.phase !== 'paused') {
      return this.setClock(nudge, nudge === 'nudge-3' ? pauses.giveUpMs : pauses.offerMs)
    }
    switch (this.state.phase) {
      case 'greet':
        return this.setClock('advance', pauses.afterGreetingMs)
      case 'present':
        return this.setClock('advance', afterMs)
      case 'paused':
        return this.setClock('nudge-3', pauses.giveUpPausedMs)
      case 'book':
        return this.setClock('nudge-1', pauses.bookingMs)
      default:
        return this.setClock('nudge-1', pauses.nudgeMs)
    }
  }

  setClock(purpose: Clock['purpose'], ms: number): void {
    const id = this.state.clocksSet + 1
    this.state = { ...this.state, clock: { id, purpose }, clocksSet: id }
    this.effects.push({ type: 'clock', id, ms })
  }

  /** Cuts off the current speech at its estimated position. True if something was playing. */
  cut(): boolean {
    const { speaking } = this.state
    if (speaking === null) return false
    const { playing } = speaking
    const text = playing === null ? '' : (speaking.lines[playing.index]?.text ?? '')
    this.truncate(speaking, {
      index: playing?.index ?? 0,
      playedMs: playing === null ? 0 : this.at - playing.at,
      segmentMs: estimateSpeechMs(text),
    })
    return true
  }

  truncate(
    speaking: Speaking,
    cut: { readonly index: number; readonly playedMs: number; readonly segmentMs: number },
  ): void {
    const texts = speaking.lines.map((line) => line.text)
    this.effects.push({ type: 'truncated', turn: speaking.turn, heard: toHeardText(texts, cut) })
    const isWhole = cut.index >= texts.length
    const position = isWhole ? speaking.next : (speaking.positions[cut.index] ?? speaking.next)
    this.state = { ...this.state, speaking: null, position: position ?? this.state.position }
  }

  /** Pushes an answer on top of the current phase. */
  push(): void {
    const { phase } = this.state
    if (phase === 'answer' || (phase === 'book' && this.state.booking !== null)) {
      return this.enter(phase, this.state.below)
    }
    this.enter('answer', [...this.state.below, this.state.phase].slice(-3))
  }

  enter(phase: AgentStateName, below: readonly AgentStateName[]): void {
    this.state = { ...this.state, phase, below, clock: null }
    this.effects.push({ type: 'state', name: phase, step: Math.min(this.state.step, this.stepCount) })
  }

  /** The question that returns to the booking or the demo. */
  resume(): Line {
    const { booking } = this.state
    if (booking !== null) {
      const texts = this.inWords(openQuestion(booking))
      // A “yes” cancels, so always say what it will do.
      if (booking.stage === 'leaving') return this.worded(texts)
      // Repeating the question after each answer would be nagging; the times and “Book it” stay on screen.
      const isAskedEnough = texts.filter((text) => (this.state.said[text] ?? 0) > 0).length > remindersMax
      return isAskedEnough ? toLine('') : this.optionalLine(texts)
    }
    // Nothing was presented yet, or all of it.
    const isBetween = this.floor === 'wrap' || this.state.below.includes('greet')
    const { anythingElse, resume } = this.words.plain
    return this.optionalLine(isBetween ? anythingElse() : resume(this.state.position.step))
  }

  /** Never empty: once each text was said twice, they are repeated with a lead-in of the texts' `language`. */
  worded(wanted: readonly string[] | BookingSaying, language: SentenceLanguage = this.language): Line {
    return toLine(chooseWording(this.state.said, this.inWords(wanted), leadIns[language]))
  }

  /** Empty once each text was said twice: for a sentence that a turn can do without. */
  optionalLine(texts: readonly string[]): Line {
    return toLine(findSayable(this.state.said, texts) ?? '')
  }

  inWords(wanted: readonly string[] | BookingSaying): readonly string[] {
    return 'key' in wanted ? sayInWords(wanted, this.words) : wanted
  }

  /** How often any of the wordings was said. */
  timesSaid(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + (this.state.said[text] ?? 0), 0)
  }

  /** Whether the agent's last words ended with a question. */
  get hasAsked(): boolean {
    return this.state.lastLines.some(({ text }) => endsAsQuestion(text))
  }

  wasSaid(line: { readonly text: string } | undefined): boolean {
    return line !== undefined && trimTurn([{ text: line.text, cite: [] }], this.state.said).length === 0
  }

  /** Says goodbye, after the `lead`, and ends the conversation. */
  leave(reason: ByeReason, texts: readonly string[], lead: readonly Line[] = [], outcome: Outcome = 'ended'): void {
    this.state = { ...this.state, ending: reason }
    this.enter('wrap', [])
    this.say([...lead, this.optionalLine(texts)], { outcome })
  }

  end(reason: ByeReason): void {
    this.state = { ...this.state, speaking: null, clock: null }
    this.enter('ended', [])
    this.effects.push({ type: 'end', reason })
  }

  /** The phase to return to after answers and pauses: the presentation, or the end of the demo. */
  get floor(): 'present' | 'wrap' {
    const isOver = this.state.phase === 'wrap' || this.state.below.includes('wrap')
    return isOver || this.state.position.step > this.stepCount ? 'wrap' : 'present'
  }

  get stepCount(): number {
    return this.knowledge.steps.length
  }
}
