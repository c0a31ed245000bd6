import { newConversation, type Conversation, type ConversationEvent, type Effect } from '#agent/conversation.ts'
import type { Knowledge } from '#agent/knowledge.ts'
import { advance } from '#agent/policy.ts'

interface TalkConversationOptions {
  readonly knowledge: Knowledge
  readonly isPersonTalking: () => boolean
  /** Called before the effects are carried out. */
  readonly onAdvance: (before: Conversation, after: Conversation) => void
  readonly onEffect: (effect: Effect) => void
}

/** The state of a conversation: feeds events to the policy and passes on its decisions. */
export class TalkConversation {
  readonly #options: TalkConversationOptions
  #state: Conversation
  #isOver = false

  constructor(options: TalkConversationOptions, state: Conversation = newConversation) {
    this.#options = options
    this.#state = state
  }

  get state(): Conversation {
    return this.#state
  }

  dispatch(event: ConversationEvent): void {
    const { knowledge, isPersonTalking, onAdvance, onEffect } = this.#options
    if (this.#isOver) return
    // While a member is in the conversation, the agent neither answers nor counts silence.
    if (isPersonTalking() && silencedEvents.has(event.type)) return
    const before = this.#state
    const { conversation, effects } = advance(before, event, knowledge)
    this.#state = conversation
    onAdvance(before, conversation)
    for (const effect of effects) onEffect(effect)
  }

  /** Moves to a step during a takeover; false if the demo has no such step. */
  moveTo(step: number): boolean {
    if (step < 1 || step > this.#options.knowledge.steps.length) return false
    this.#state = { ...this.#state, step, position: { step, sentence: 0 } }
    return true
  }

  /** Numbers a turn of someone other than the agent. */
  addTurn(): number {
    const turn = this.#state.turn + 1
    this.#state = { ...this.#state, turn }
    return turn
  }

  /** Ignores all later events. */
  stop(): void {
    this.#isOver = true
  }
}

/** Events withheld from the policy during a takeover. */
const silencedEvents: ReadonlySet<ConversationEvent['type']> = new Set([
  'heard',
  'form',
  'clock',
  'typing',
  'step-changed',
])
