interface BargeInOptions {
  /** Lower the agent's voice, or don't. */
  readonly onDuck: (isDucked: boolean) => void
  /** Silence; what was being said is kept. */
  readonly onHold: () => void
  /** Nobody spoke after all: say it again. */
  readonly onFalseAlarm: () => void
  /** The visitor speaks: the agent's turn is over. */
  readonly onInterrupt: () => void
  readonly onStopWord: () => void
  readonly isBackChannel: (text: string) => boolean
  readonly isStopWord: (text: string) => boolean
}

/**
 * The steps from a sound to an interruption: perhaps a voice ducks the agent, a voice silences it, and a voice that
 * lasts or says a word interrupts it. Otherwise the agent says its sentence again.
 */
export class BargeIn {
  readonly #options: BargeInOptions
  #isHeld = false
  #isConfirmed = false
  /** All words of this sound so far are “uh-huh”. */
  #isAgreeing = false
  #heldAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: BargeInOptions) {
    this.#options = options
  }

  maybe(): void {
    if (!this.#isHeld && !this.#isConfirmed) this.#options.onDuck(true)
  }

  quiet(): void {
    if (!this.#isHeld) this.#options.onDuck(false)
  }

  /** Somebody speaks. */
  start(): void {
    if (this.#isConfirmed) return
    if (!this.#isHeld) {
      this.#options.onHold()
      this.#isAgreeing = false
      this.#heldAt = performance.now()
    }
    this.#isHeld = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveBack(), confirmMs)
  }

  /** How much voice there was in the last second. A long “mm-hmm” lasts half of one; words settle what it was. */
  voiced(ms: number): void {
    if (!this.#isHeld || this.#isAgreeing) return
    const goesOn = performance.now() - this.#heldAt >= lastingMs && ms >= lastingVoicedMs
    if (goesOn || ms >= voicedMs) this.#confirm()
  }

  /** The visitor speaks for certain. */
  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  /** Words of the turn so far. False for those that are no turn: “uh-huh” while the agent has something to say. */
  words(text: string, isAgentBusy: boolean): boolean {
    if (this.#isConfirmed) return true
    if (!isAgentBusy) {
      this.#confirm()
      return true
    }
    if (this.#options.isStopWord(text)) {
      this.reset()
      this.#options.onStopWord()
      return false
    }
    this.#isAgreeing = this.#options.isBackChannel(text)
    if (this.#isAgreeing) return false
    this.#confirm()
    return true
  }

  /** At once, as when the visitor holds the key to talk. */
  interrupt(): void {
    this.#confirm()
  }

  reset(): void {
    clearTimeout(this.#timer)
    this.#isHeld = false
    this.#isConfirmed = false
  }

  #confirm(): void {
    clearTimeout(this.#timer)
    this.#isHeld = false
    if (this.#isConfirmed) return
    this.#isConfirmed = true
    this.#options.onInterrupt()
  }

  #giveBack(): void {
    this.#isHeld = false
    this.#options.onFalseAlarm()
  }
}

const voicedMs = 650
/** Nobody says “uh-huh” for so long. */
const lastingMs = 1_300
const lastingVoicedMs = 450
const confirmMs = 1_500
