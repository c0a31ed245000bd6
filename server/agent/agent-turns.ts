import type { Effect } from '#agent/conversation.ts'
import { expectedAnswer } from '#agent/expected-answer.ts'
import type { TalkRealtime } from '#server/realtime/realtime-responder.ts'

import type { AgentDemo } from './agent-demo.ts'
import type { EventOutbox } from './event-outbox.ts'
import { shareKnowledge } from './shared-knowledge.ts'
import type { TalkConversation } from './talk-conversation.ts'
import type { TalkSpeaker } from './talk-speaker.ts'
import type { TalkTimers } from './talk-timers.ts'
import type { Transcript } from './transcript.ts'

interface AgentTurnsOptions {
  readonly now: () => number
  readonly demo: AgentDemo
  /** Whether the browser can speak. */
  readonly canBrowserSpeak: boolean
  /** The visitor reads the answers instead of hearing them. */
  readonly isWritten: () => boolean
  readonly conversation: TalkConversation
  readonly speaker: TalkSpeaker
  /** Null if no provider answers aloud. */
  readonly realtime: () => TalkRealtime | null
  readonly timers: TalkTimers
  readonly outbox: EventOutbox
  readonly transcript: Transcript
}

/** The agent's turns: shown, spoken, stored and measured, with suggested questions after them. */
export class AgentTurns {
  readonly #options: AgentTurnsOptions
  #askedAt: number | null = null
  /** The visitor's last questions, so that none is suggested again. */
  #questionsAsked: readonly string[] = []

  constructor(options: AgentTurnsOptions) {
    this.#options = options
  }

  /** The next turn answers this question. */
  awaitAnswer(question: string): void {
    this.#askedAt = this.#options.now()
    this.#questionsAsked = [...this.#questionsAsked, question].slice(-askedMax)
  }

  /** The visitor continued: `question` is their whole question. */
  awaitAnswerInstead(question: string): void {
    this.#questionsAsked = this.#questionsAsked.slice(0, -1)
    this.awaitAnswer(question)
  }

  say(effect: Extract<Effect, { type: 'say' }>): void {
    const { demo, conversation, timers, outbox, transcript } = this.#options
    const { turn, lines, show, outcome } = effect
    transcript.addAgentTurn(effect)
    outbox.emit({ t: 'turn.start', turn })
    if (show !== null) outbox.emit({ t: 'step.show', n: show.step, afterSeg: { turn, seg: show.line } })
    const by = this.#speakBy()
    const { knowledge, toSpoken } = shareKnowledge(demo)
    const sounds = outbox.audio === null ? [] : this.#soundsOf(turn, lines)
    const said = lines.map(({ text, cite }, seg) => ({
      text,
      cite,
      spoken: toSpoken(text),
      sound: sounds[seg] ?? null,
    }))
    for (const [seg, { text, spoken, cite, sound }] of said.entries()) {
      const speak = sound === null ? by : 'stream'
      outbox.emit({ t: 'seg', turn, seg, text, ...(spoken !== text && { say: spoken }), speak, cite })
    }
    const thinkMs = this.#takeThinkMs()
    if (thinkMs !== null) transcript.measure(turn, { thinkMs })
    const expects = expectedAnswer(conversation.state, knowledge)
    outbox.emit({ t: 'turn.end', turn, outcome, metrics: { thinkMs }, ...(expects !== 'open' && { expects }) })
    if (by === 'stream' || said.some(({ sound }) => sound !== null)) this.#speak(turn, said)
    else this.#options.speaker.cut()
    if (suggestAfter.has(outcome)) this.#suggestNext()
    timers.watch(turn, lines)
  }

  /** The visitor interrupted a turn. */
  truncate({ turn, heard }: Extract<Effect, { type: 'truncated' }>): void {
    const { speaker, outbox, transcript } = this.#options
    speaker.cut()
    outbox.emit({ t: 'turn.truncated', turn, heard })
    // A written turn was shown in full, so its text isn't cut.
    if (!this.#options.isWritten()) transcript.truncate(turn, heard)
  }

  #speakBy(): 'stream' | 'client' | 'none' {
    const { speaker, canBrowserSpeak } = this.#options
    if (speaker.isOn) return 'stream'
    return canBrowserSpeak ? 'client' : 'none'
  }

  /** The audio of the turn from a speech-to-speech provider. */
  #soundsOf(turn: number, lines: readonly { readonly text: string }[]): readonly (AsyncIterable<Uint8Array> | null)[] {
    const sound = this.#options.realtime()?.session.sound
    return (
      sound?.take(
        turn,
        lines.map(({ text }) => text),
      ) ?? []
    )
  }

  #speak(
    turn: number,
    said: readonly {
      readonly text: string
      readonly spoken: string
      readonly sound: AsyncIterable<Uint8Array> | null
    }[],
  ): void {
    const { demo, speaker } = this.#options
    const { standing, languageOf } = shareKnowledge(demo)
    const { all } = standing()
    speaker.speak(
      turn,
      said.map(({ text, spoken, sound }) => ({
        text: spoken,
        language: languageOf(text),
        isStanding: all.has(text),
        sound,
      })),
    )
  }

  #suggestNext(): void {
    const { demo, conversation, outbox } = this.#options
    const questions = shareKnowledge(demo).suggest(this.#questionsAsked, conversation.state.step)
    if (questions.length > 0) outbox.emit({ t: 'suggest', questions })
  }

  #takeThinkMs(): number | null {
    const thinkMs = this.#askedAt === null ? null : this.#options.now() - this.#askedAt
    this.#askedAt = null
    return thinkMs
  }
}

/** Turns after which suggestions make sense. */
const suggestAfter: ReadonlySet<string> = new Set(['answered', 'unsure', 'unknown'])
const askedMax = 12
