import type { Hearing, HearingEvents } from './hearing.ts'

interface BrowserHearingOptions extends HearingEvents {
  readonly lang: string
  /** Names that a recogniser doesn't know. */
  readonly phrases: readonly string[]
  /** The microphone to share, if the browser can. */
  readonly track: () => MediaStreamTrack | null
  /** Reports guesses at what was said over the agent, when recognised words would be the agent's own. */
  readonly onSaidOver: (guesses: readonly string[]) => void
}

/**
 * The browser's speech recognition. Its presence doesn't mean that it works, so a failure right at the start counts as
 * a problem. It ends by itself now and then, and is restarted.
 */
export class BrowserHearing implements Hearing {
  readonly #options: BrowserHearingOptions
  #recognition: Recognition | null = null
  #isWanted = false
  #startedAt = 0
  #quickEnds = 0
  #restart: ReturnType<typeof setTimeout> | undefined
  #isDeaf = false
  #usesPhrases = true
  /** Number of results that belong to earlier turns. */
  #past = 0
  #count = 0

  constructor(options: BrowserHearingOptions) {
    this.#options = options
  }

  start(): void {
    this.#isWanted = true
    if (this.#recognition !== null) return
    const isDeaf = this.#isDeaf
    const track = this.#options.track()
    // Without a shared microphone, the recogniser would hear the agent even louder than the visitor.
    if (isDeaf && track === null) return
    const Constructor = findRecognition()
    if (Constructor === null) return this.#fail('broken')
    const recognition = new Constructor()
    recognition.lang = this.#options.lang
    recognition.interimResults = true
    // Phones always stop after one sentence, and repeat results in continuous mode.
    recognition.continuous = !isPhone()
    // A word said over the agent is seldom the best guess.
    if (isDeaf) recognition.maxAlternatives = guessesMax
    else this.#bias(recognition)
    // Ignore late events of an aborted recognition.
    const isCurrent = (): boolean => this.#recognition === recognition
    recognition.addEventListener('audiostart', () => {
      if (isCurrent() && !isDeaf) this.#options.onReady()
    })
    recognition.addEventListener('result', (event) => {
      if (!isCurrent()) return
      if (isDeaf) this.#guess(event.results)
      else this.#read(event.results)
    })
    recognition.addEventListener('error', ({ error = '' }) => {
      if (!isCurrent() || passing.has(error)) return
      if (error === 'phrases-not-supported') this.#usesPhrases = false
      else if (isDeaf) this.#stop()
      else this.#fail(refusing.has(error) ? 'refused' : 'broken')
    })
    recognition.addEventListener('end', () => {
      if (isCurrent()) this.#startAgain()
    })
    this.#recognition = recognition
    this.#past = 0
    this.#count = 0
    this.#startedAt = performance.now()
    try {
      if (track === null) recognition.start()
      else recognition.start(track)
    } catch {
      this.#fail('broken')
    }
  }

  /** Listens for interruptions meanwhile, and drops what it heard afterwards. */
  deafen(isDeaf: boolean): void {
    this.#stop()
    this.#isDeaf = isDeaf
    this.start()
  }

  forget(): void {
    this.#past = this.#count
  }

  close(): void {
    this.#pause()
  }

  #pause(): void {
    this.#isWanted = false
    this.#stop()
  }

  #stop(): void {
    clearTimeout(this.#restart)
    const recognition = this.#recognition
    this.#recognition = null
    recognition?.abort()
  }

  #read(results: RecognitionResults | undefined): void {
    if (results === undefined) return
    this.#quickEnds = 0
    this.#count = results.length
    const current = [...results].slice(this.#past)
    const text = current.map((result) => result[0]?.transcript.trim() ?? '').join(' ')
    if (text.trim() === '') return
    const isFinal = current.every((result) => result.isFinal)
    this.#options.onWords(text.trim(), isFinal, current.at(-1)?.[0]?.confidence)
  }

  #guess(results: RecognitionResults | undefined): void {
    const last = [...(results ?? [])].at(-1)
    if (last !== undefined) this.#options.onSaidOver(Array.from(last, ({ transcript }) => transcript))
  }

  /** If it ended right after starting, restarting would loop forever. */
  #startAgain(): void {
    this.#recognition = null
    this.#quickEnds = performance.now() - this.#startedAt < quickMs ? this.#quickEnds + 1 : 0
    if (!this.#isWanted) return
    if (this.#quickEnds >= quickEndsMax) return this.#isDeaf ? undefined : this.#fail('broken')
    this.#restart = setTimeout(() => {
      if (this.#isWanted) this.start()
    }, this.#quickEnds * quickMs)
  }

  #bias(recognition: Recognition): void {
    const Phrase: unknown = Reflect.get(globalThis, 'SpeechRecognitionPhrase')
    if (!this.#usesPhrases || typeof Phrase !== 'function' || !('phrases' in recognition)) return
    try {
      const Constructor = Phrase as new (phrase: string, boost: number) => unknown
      recognition.phrases = this.#options.phrases.map((phrase) => new Constructor(phrase, phraseBoost))
    } catch {
      this.#usesPhrases = false
    }
  }

  #fail(problem: 'refused' | 'broken'): void {
    this.#pause()
    this.#options.onProblem(problem)
  }
}

/** Whether the browser offers recognition at all. */
export function hasRecognition(): boolean {
  return findRecognition() !== null
}

/** Phones give the microphone to one consumer at a time. */
export function isPhone(): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/.test(navigator.userAgent)
}

/** Errors for silence and for our own stop don't end listening. */
const passing = new Set(['no-speech', 'aborted'])
const refusing = new Set(['not-allowed', 'audio-capture'])
const guessesMax = 3
const quickMs = 500
const quickEndsMax = 3
const phraseBoost = 3

type RecognitionResults = ArrayLike<
  ArrayLike<{ readonly transcript: string; readonly confidence: number }> & { readonly isFinal: boolean }
> &
  Iterable<ArrayLike<{ readonly transcript: string; readonly confidence: number }> & { readonly isFinal: boolean }>

interface Recognition {
  lang: string
  interimResults: boolean
  continuous: boolean
  maxAlternatives: number
  phrases?: readonly unknown[]
  addEventListener(type: 'audiostart' | 'result' | 'error' | 'end', listener: (event: RecognitionEvent) => void): void
  start(track?: MediaStreamTrack): void
  abort(): void
}

interface RecognitionEvent {
  readonly error?: string
  readonly results?: RecognitionResults
}

function findRecognition(): (new () => Recognition) | null {
  const found: unknown =
    Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition')
  return typeof found === 'function' ? (found as new () => Recognition) : null
}
