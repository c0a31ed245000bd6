/** What the microphone may trigger while the agent speaks. */
export type Duplex = 'full' | 'half'

/**
 * Whether the microphone picks up the agent. Full duplex needs sound through our own audio context, whose echo browsers
 * cancel, and a test during a sentence: the microphone's level may rise by less than 6 dB. Otherwise only a voice 14 dB
 * above the agent's echo interrupts it.
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

  /** Words recognised now would be the agent's own. */
  get isDeaf(): boolean {
    return this.#isSpeaking && this.#duplex === 'half'
  }

  /** A sentence is playing, through our audio context or the browser's own voice. */
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

  /** The sound comes from other loudspeakers, or goes into another microphone. */
  deviceChanged(): void {
    this.#quiet = []
    this.#speaking = []
    this.#duplex = 'half'
    this.#testsLeft = testsMax
    this.#falseAlarms = 0
  }

  /** The visitor's turn was the agent's own sentence. */
  heardItself(): void {
    this.#duplex = 'half'
    this.#testsLeft = 0
  }

  /** A false alarm silenced the agent. After a few, the microphone may be picking up the agent after all. */
  falseAlarm(): void {
    this.#falseAlarms += 1
    if (this.#falseAlarms >= falseAlarmsMax) this.heardItself()
  }

  /** The microphone's level, every 20 ms; while the agent is silent, only without speech. */
  level(db: number): void {
    if (!this.#isSpeaking) {
      this.#quiet = [...this.#quiet, db].slice(-quietLevels)
      return
    }
    this.#speaking = [...this.#speaking, db].slice(-speakingLevels)
    if (this.#duplex === 'half' && this.#isStreamed && this.#speaking.length === testLevels) this.#test()
  }

  /** Sound below this level is the agent's: null for none, infinite while unknown. */
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

/** The 90th percentile of the levels. */
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
