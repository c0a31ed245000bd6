/** What became of listening, in the panel's terms. */
export type ListeningState = 'off' | 'starting' | 'listening' | 'unavailable'
/** Why listening is impossible: the visitor or the browser refused the microphone, or recognition itself fails. */
export type ListeningProblem = 'blocked' | 'broken'

interface SpeechInputOptions {
  readonly lang: string
  readonly onState: (state: ListeningState) => void
  readonly onPartial: (text: string) => void
  readonly onFinal: (text: string, confidence: number) => void
  readonly onProblem: (problem: ListeningProblem) => void
}

/**
 * Speech recognition of the browser. Its presence doesn't mean that it works, so the first failure makes it
 * `unavailable` and the visitor types instead.
 */
export class SpeechInput {
  readonly #options: SpeechInputOptions
  #recognition: Recognition | null = null
  #isWanted = false
  #startedAt = 0
  #quickEnds = 0

  constructor(options: SpeechInputOptions) {
    this.#options = options
  }

  /** Asks for the microphone, so call it only after the visitor chose voice. */
  start(): void {
    this.#isWanted = true
    if (this.#recognition !== null) return
    const Constructor = findRecognition()
    if (Constructor === null) return this.#giveUp('broken')
    const recognition = new Constructor()
    recognition.lang = this.#options.lang
    recognition.interimResults = true
    recognition.continuous = false
    // Ignore late events of an aborted recognition.
    const isCurrent = (): boolean => this.#recognition === recognition
    recognition.addEventListener('audiostart', () => {
      if (isCurrent()) this.#options.onState('listening')
    })
    recognition.addEventListener('result', (event) => {
      const result = event.results?.[event.results.length - 1]
      const best = result?.[0]
      if (!isCurrent() || result === undefined || best === undefined) return
      this.#quickEnds = 0
      if (result.isFinal) this.#options.onFinal(best.transcript.trim(), best.confidence)
      else this.#options.onPartial(best.transcript)
    })
    recognition.addEventListener('error', (event) => {
      if (!isCurrent() || passing.has(event.error ?? '')) return
      this.#giveUp(blocking.has(event.error ?? '') ? 'blocked' : 'broken')
    })
    recognition.addEventListener('end', () => {
      if (!isCurrent()) return
      this.#recognition = null
      // One that ends right after starting would restart forever.
      this.#quickEnds = performance.now() - this.#startedAt < 500 ? this.#quickEnds + 1 : 0
      if (this.#quickEnds >= 3) this.#giveUp('broken')
      else if (this.#isWanted) this.start()
    })
    this.#recognition = recognition
    this.#startedAt = performance.now()
    this.#options.onState('starting')
    try {
      recognition.start()
    } catch {
      this.#giveUp('broken')
    }
  }

  stop(): void {
    this.#isWanted = false
    const recognition = this.#recognition
    this.#recognition = null
    if (recognition === null) return
    recognition.abort()
    this.#options.onState('off')
  }

  #giveUp(problem: ListeningProblem): void {
    this.stop()
    this.#options.onState('unavailable')
    this.#options.onProblem(problem)
  }
}

/** Silence and our own stop: no reason to stop listening for good. */
const passing = new Set(['no-speech', 'aborted'])
const blocking = new Set(['not-allowed', 'audio-capture'])

interface Recognition {
  lang: string
  interimResults: boolean
  continuous: boolean
  addEventListener(type: 'audiostart' | 'result' | 'error' | 'end', listener: (event: RecognitionEvent) => void): void
  start(): void
  abort(): void
}

interface RecognitionEvent {
  readonly error?: string
  readonly results?: ArrayLike<
    ArrayLike<{ readonly transcript: string; readonly confidence: number }> & { readonly isFinal: boolean }
  >
}

function findRecognition(): (new () => Recognition) | null {
  const found: unknown =
    Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition')
  return typeof found === 'function' ? (found as new () => Recognition) : null
}
