/** What the microphone may decide while the agent speaks. */
export type Duplex = 'full' | 'half'

/**
 * Whether the microphone hears the agent. Full duplex needs sound through our own audio context, which browsers cancel,
 * and a test during a sentence: the microphone's level may rise by less than 6 dB. Otherwise only a voice 14 dB above
 * what the microphone hears of the agent interrupts it.
 */
export class EchoPolicy {
  #quiet: number[] = []
  #speaking: number[] = []
  #duplex: Duplex = 'half'
  #isStreamed = false
  #isSpeaking = false
  #testsLeft = testsMax
  #falseAlarms = 0

  get duplex(): Duplex {
    return this.#duplex
  }

  /** Words that a recogniser hears now would be the agent's. */
  get isDeaf(): boolean {
    return this.#isSpeaking && this.#duplex === 'half'
  }

  /** A sentence can be heard, through our audio context or by the browser's own voice. */
  sentenceStarted(isStreamed: boolean): void {
    if (isStreamed !== this.#isStreamed) {
      this.#isStreamed = isStreamed
      this.#duplex = 'half'
      this.#testsLeft = testsMax
      this.#speaking = []
    }
    this.#isSpeaking = true
    if (this.#duplex === 'half' && this.#testsLeft > 0) this.#speaking = []
  }

  silent(): void {
    this.#isSpeaking = false
  }

  /** The agent was silenced for nothing. After a few times the microphone may be hearing the agent after all. */
  falseAlarm(): void {
    this.#falseAlarms += 1
    if (this.#falseAlarms < falseAlarmsMax) return
    this.#duplex = 'half'
    this.#testsLeft = 0
  }

  /** A level of the microphone, every 20 ms; while the agent is silent, only of what is no speech. */
  level(db: number): void {
    if (!this.#isSpeaking) {
      this.#quiet = [...this.#quiet, db].slice(-quietLevels)
      return
    }
    this.#speaking = [...this.#speaking, db].slice(-speakingLevels)
    if (this.#duplex === 'half' && this.#isStreamed && this.#speaking.length === testLevels) this.#test()
  }

  /**
   * The level below which sound is the agent's: null for none, infinite while that isn't known.
   */
  get minimumDb(): number | null {
    if (!this.#isSpeaking || this.#duplex === 'full') return null
    if (this.#speaking.length < knownLevels) return Number.POSITIVE_INFINITY
    return loudOf(this.#speaking) + aboveEchoDb
  }

  #test(): void {
    this.#testsLeft -= 1
    if (this.#quiet.length < knownLevels) return
    if (loudOf(this.#speaking) - loudOf(this.#quiet) < riseDb) this.#duplex = 'full'
  }
}

/** The level that nine tenths stay below. */
function loudOf(levels: readonly number[]): number {
  return levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0
}

const riseDb = 6
const aboveEchoDb = 14
const quietLevels = 100
const speakingLevels = 150
/** A second. */
const testLevels = 50
const knownLevels = 15
const testsMax = 3
const falseAlarmsMax = 3
