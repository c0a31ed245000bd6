import { ModelError } from '#server/models/language-model.ts'
import type { BegunCall } from '#server/models/model-accounting.ts'

import type { SpeechTurn } from './speech-caller.ts'

interface SpeechAccountOptions {
  /** Reserves characters, or throws a ModelError. */
  readonly reserve: (characters: number) => Promise<BegunCall>
  /** A turn within a reservation; `onClose` gets the characters it used. */
  readonly open: (call: BegunCall, onClose: (used: number) => void) => SpeechTurn
}

/** Characters that were reserved together. */
interface Block {
  readonly call: BegunCall
  left: number
  used: number
  /** Turns being spoken. */
  turns: number
  /** Settled with its last turn. */
  isClosing: boolean
}

/**
 * A conversation's characters. They are reserved in blocks, so that most turns need no database query; unused ones are
 * released after a few seconds.
 */
export class SpeechAccount {
  readonly #options: SpeechAccountOptions
  #block: Block | null = null
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(options: SpeechAccountOptions) {
    this.#options = options
  }

  /** Reserves a turn's characters, or throws a ModelError. */
  async begin(characters: number): Promise<SpeechTurn> {
    clearTimeout(this.#idle)
    let block = this.#block
    if (block === null || block.left < characters || block.call.isOff()) {
      this.settle()
      block = await this.#reserve(characters)
      // Another turn may have reserved in the meantime.
      this.settle()
      this.#block = block
    }
    return this.#open(block, characters)
  }

  /** Releases unused characters when the conversation pauses or ends. */
  settle(): void {
    clearTimeout(this.#idle)
    const block = this.#block
    this.#block = null
    if (block === null) return
    block.isClosing = true
    this.#settleUnused(block)
  }

  async #reserve(characters: number): Promise<Block> {
    const { reserve } = this.#options
    const most = Math.max(characters, blockCharacters)
    const block = { used: 0, turns: 0, isClosing: false }
    try {
      return { ...block, left: most, call: await reserve(most) }
    } catch (error) {
      // There may be enough left for this turn alone.
      if (most === characters || !(error instanceof ModelError) || error.problem !== 'over-budget') throw error
      return { ...block, left: characters, call: await reserve(characters) }
    }
  }

  #open(block: Block, characters: number): SpeechTurn {
    block.left -= characters
    block.turns += 1
    return this.#options.open(block.call, (used) => {
      block.left += characters - used
      block.used += used
      block.turns -= 1
      this.#settleUnused(block)
      if (this.#block !== block) return
      clearTimeout(this.#idle)
      this.#idle = setTimeout(() => this.settle(), idleMs)
      this.#idle.unref()
    })
  }

  #settleUnused(block: Block): void {
    if (block.isClosing && block.turns === 0) block.call.settle({ tokensIn: block.used, tokensOut: 0 })
  }
}

/** About ten sentences. */
const blockCharacters = 1_000
/** Longer than an agent's pause between turns of a presentation. */
const idleMs = 15_000
