interface BargeInOptions {
  /** Lowers the agent's voice, or restores it. */
  readonly onDuck: (isDucked: boolean) => void
  /** Silences the agent; its sentence is kept. */
  readonly onHold: () => void
  /** A false alarm: repeat the sentence. */
  readonly onFalseAlarm: () => void
  /** The visitor is speaking: the agent's turn is over. */
  readonly onInterrupt: () => void
  readonly onStopWord: () => void
  readonly isBackChannel: (text: string) => boolean
  readonly isStopWord: (text: string) => boolean
}

/**
 * Stages of an interruption: a possible voice ducks the agent, a voice silences it, and a voice that continues or says
 * a word interrupts it. Otherwise the agent repeats its sentence.
 */
export class BargeIn {
  readonly #options: BargeInOptions
  #isHeld = false
  #isConfirmed = false
  /** All words so far are “uh-huh”. */
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

  /** Voiced milliseconds of the last second. A long “mm-hmm” takes half of one; words decide. */
  voiced(ms: number): void {
    if (!this.#isHeld || this.#isAgreeing) return
    const goesOn = performance.now() - this.#heldAt >= lastingMs && ms >= lastingVoicedMs
    if (goesOn || ms >= voicedMs) this.#confirm()
  }

  /** The visitor is certainly speaking. */
  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  /** Takes the turn's words so far. False if they aren't a turn: “uh-huh” while the agent has more to say. */
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

  /** Interrupts at once, for example when the visitor holds the key to talk. */
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
/** No “uh-huh” lasts this long. */
const lastingMs = 1_300
const lastingVoicedMs = 450
const confirmMs = 1_500
