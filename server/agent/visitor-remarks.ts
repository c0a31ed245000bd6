import type { Conversation } from '#agent/conversation.ts'
import type { Knowledge } from '#agent/knowledge.ts'
import { redactSecrets } from '#agent/redaction.ts'
import type { Responder } from '#agent/responder.ts'
import { toResponderInput } from '#agent/responder-input.ts'
import { isCommitted } from '#agent/roll-back-turn.ts'
import type { UserTextSource } from '#protocol/agent-events.ts'
import type { TalkHearing } from '#server/hearing/talk-hearing.ts'
import type { TalkRecorder } from '#server/recordings/talk-recorder.ts'
import type { Services } from '#server/services.ts'

import type { AgentLimits } from './agent-limits.ts'
import type { AgentTurns } from './agent-turns.ts'
import { askResponder } from './ask-responder.ts'
import type { EventOutbox } from './event-outbox.ts'
import { toStorable } from './storable-text.ts'
import type { TalkConversation } from './talk-conversation.ts'
import type { TalkSpeaker } from './talk-speaker.ts'
import type { Transcript } from './transcript.ts'

interface VisitorRemarksOptions {
  readonly services: Pick<Services, 'now' | 'log'>
  readonly limits: AgentLimits
  readonly knowledge: Knowledge
  readonly responder: Responder
  readonly conversation: TalkConversation
  readonly turns: AgentTurns
  readonly speaker: TalkSpeaker
  /** Null when the browser recognises speech. */
  readonly hearing: () => TalkHearing | null
  readonly outbox: EventOutbox
  readonly transcript: Transcript
  readonly recorder: TalkRecorder
  readonly isPersonTalking: () => boolean
  readonly mayAsk: (sentences: number) => boolean
}

/** The visitor's remarks and questions, with the responder's answers. */
export class VisitorRemarks {
  readonly #options: VisitorRemarksOptions
  #count: number
  /** The last remark, while the visitor may continue it. */
  #last: LastRemark | null = null
  #lastAt = Number.NEGATIVE_INFINITY
  #thinking: AbortController | null = null
  #asking: string | null = null

  constructor(options: VisitorRemarksOptions, count = 0) {
    this.#options = options
    this.#count = count
  }

  /** The visitor's turns so far that the agent answers. */
  get count(): number {
    return this.#count
  }

  /** The question being answered. */
  get asking(): string | null {
    return this.#asking
  }

  hear(turn: number, said: string, source: UserTextSource, continues = false): void {
    const { services, limits, knowledge, conversation, hearing, outbox, transcript, recorder, turns } = this.#options
    const { isPersonTalking, mayAsk } = this.#options
    const text = toStorable(said)
    if (text.length > limits.textCharacters) {
      return outbox.warn('too-long', `Please ask in at most ${limits.textCharacters} characters.`)
    }
    if (text === '') return
    const at = services.now()
    const last =
      continues && source === 'voice' && (this.#last?.times ?? continuesMax) < continuesMax ? this.#last : null
    const isTooFast = last === null && Math.abs(at - this.#lastAt) < limits.turnIntervalMs
    // While a member answers, nothing is searched.
    if (isTooFast || !(isPersonTalking() || mayAsk(knowledge.items.length + knowledge.pageItems.length))) {
      return outbox.warn('too-fast', 'One question at a time, please. Send it again in a second.')
    }
    if (last !== null) {
      const safe = redactSecrets(text)
      return this.#hearMore({ turn, text: safe, isSafe: safe === text }, last)
    }
    this.#lastAt = at
    if (source === 'voice') hearing()?.take()
    const safe = redactSecrets(text)
    this.#last = source === 'voice' ? { text: safe, before: null, times: 0 } : null
    outbox.emit({ t: 'user.final', turn, text: safe })
    const id = transcript.addVisitorTurn(safe, source, conversation.state.step)
    // Audio can't be redacted, so it is recorded only if the text needed no redaction.
    if (source === 'voice') recorder.beginRemark(safe === text ? id : null)
    else {
      recorder.endRemark()
      recorder.forgetSpeech()
    }
    // A member reads it; a takeover limits time, not the number of remarks.
    if (isPersonTalking()) return
    this.#count += 1
    const left = limits.turns - this.#count
    if (left < 0) return conversation.dispatch({ type: 'limit', at, kind: 'turns' })
    if (left === 5) outbox.emit({ t: 'limit', kind: 'turns', left })
    turns.awaitAnswer(safe)
    this.think(safe)
  }

  /** For a button or form instead of speech: counts as a remark. False if there were too many. */
  addPressed(text: string, source: UserTextSource): boolean {
    const { services, limits, conversation, outbox, transcript } = this.#options
    this.#count += 1
    if (this.#count > limits.turns) {
      conversation.dispatch({ type: 'limit', at: services.now(), kind: 'turns' })
      return false
    }
    const safe = redactSecrets(text)
    outbox.emit({ t: 'user.final', turn: this.#count, text: safe })
    transcript.addVisitorTurn(safe, source, conversation.state.step, 'form')
    return true
  }

  /** The last remark can no longer be continued. */
  close(): void {
    this.#last = null
    this.#options.recorder.endRemark()
  }

  /** Asks the responder. A newer question cancels the pending answer. */
  think(text: string): void {
    this.stopThinking()
    const { services, limits, knowledge, responder, conversation } = this.#options
    this.#asking = text
    let hasBegun = false
    this.#thinking = askResponder(responder, toResponderInput(text, knowledge, conversation.state), {
      thinkMs: limits.thinkMs,
      log: services.log,
      onBegin: (proposal) => {
        this.#asking = null
        hasBegun = true
        this.#keepBefore()
        conversation.dispatch({ type: 'heard', at: services.now(), proposal, text, isOpen: true })
      },
      onAnswer: (proposal) => {
        this.#asking = null
        const at = services.now()
        if (hasBegun) return conversation.dispatch({ type: 'rest-heard', at, proposal, text })
        this.#keepBefore()
        conversation.dispatch({ type: 'heard', at, proposal, text })
      },
    })
  }

  stopThinking(): void {
    this.#thinking?.abort()
    this.#asking = null
  }

  /** The conversation is over. */
  stop(): void {
    this.#thinking?.abort()
  }

  /**
   * The visitor continued a remark that was taken as complete: its answer is cancelled. Side effects of the answer
   * stay.
   */
  #hearMore({ turn, text, isSafe }: LongerRemark, last: LastRemark): void {
    const { services, conversation, hearing, outbox, transcript, recorder, turns, speaker, isPersonTalking } =
      this.#options
    const { before } = last
    if (before !== null && isCommitted(before, conversation.state)) {
      const more = text.startsWith(last.text) ? text.slice(last.text.length).replace(/^[\s\p{P}]+/u, '') : text
      this.#last = null
      this.#lastAt = Number.NEGATIVE_INFINITY
      if (!isSafe) recorder.forgetSpeech()
      return this.hear(turn, more, 'voice')
    }
    this.#last = { text, before: null, times: last.times + 1 }
    hearing()?.take()
    outbox.emit({ t: 'user.final', turn, text, replaces: true })
    transcript.replaceVisitorTurn(text)
    recorder.continueRemark(isSafe)
    if (isPersonTalking()) return
    this.stopThinking()
    speaker.cut()
    const answer = conversation.state.turn
    if (before !== null) {
      conversation.dispatch({ type: 'rolled-back', at: services.now(), before })
      if (answer > before.turn) transcript.withdraw(answer)
    }
    turns.awaitAnswerInstead(text)
    this.think(text)
  }

  /** The answer begins: this is the state to roll back to. */
  #keepBefore(): void {
    this.#last = this.#last && { ...this.#last, before: this.#options.conversation.state }
  }
}

interface LongerRemark {
  readonly turn: number
  readonly text: string
  /** False if something was redacted. */
  readonly isSafe: boolean
}

interface LastRemark {
  readonly text: string
  /** The conversation before the remark; null while the answer is pending. */
  readonly before: Conversation | null
  /** How often the visitor continued. */
  readonly times: number
}

/** Each continuation costs an answer. */
const continuesMax = 5
