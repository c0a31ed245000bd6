import { sentenceReadingMs } from '../reading-time.ts'
import type { SaidSentence, Segment, SentenceEvents, SentenceVoice } from './sentence-voice.ts'

interface BrowserVoiceOptions {
  /** `blocked`: the browser requires a click first. `lost`: it failed twice in a row. */
  readonly onProblem: (problem: 'blocked' | 'lost') => void
}

/**
 * The browser's own voice, one utterance per sentence. If an utterance doesn't start, doesn't end, or is paused by the
 * browser, its sentence stays as a caption; after two in a row, the voice counts as lost.
 */
export class BrowserVoice implements SentenceVoice {
  readonly #options: BrowserVoiceOptions
  #voice: SpeechSynthesisVoice | null = null
  #pitch = 1
  #rate = 1
  #faults = 0
  /** How long sentences take compared with the estimate. */
  #pace = 1

  constructor(options: BrowserVoiceOptions) {
    this.#options = options
  }

  get isUsable(): boolean {
    return this.#voice !== null && this.#faults < faultsMax
  }

  /** Applies from the next sentence on. */
  use(voice: SpeechSynthesisVoice | null, pitch: number, rate: number): void {
    this.#voice = voice
    this.#pitch = pitch
    this.#rate = rate
    this.#faults = 0
  }

  say(segment: Segment, { onStart, onEnd, onFailed }: SentenceEvents): SaidSentence {
    const parts = this.#split(segment.say ?? segment.text)
    const segMs = Math.round((sentenceReadingMs(segment.text) / this.#rate) * this.#pace)
    let startedAt: number | null = null
    let isOver = false
    let timer: ReturnType<typeof setInterval> | undefined
    /** Referenced here, because browsers have garbage-collected utterances together with their `end` event. */
    let utterance: SpeechSynthesisUtterance | null = null
    const orderedAt = performance.now()

    const finish = (call: () => void): void => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      utterance = null
      call()
    }
    const fault = (): void =>
      finish(() => {
        this.#faults += 1
        speechSynthesis.cancel()
        if (this.#faults >= faultsMax) this.#options.onProblem('lost')
        // A sentence that was started isn't repeated.
        if (startedAt === null) onFailed()
        else onEnd()
      })
    const speakPart = (index: number): void => {
      const part = parts[index]
      if (part === undefined) {
        return finish(() => {
          this.#faults = 0
          if (startedAt !== null) this.#learnPace(performance.now() - startedAt, segMs)
          onEnd()
        })
      }
      const next = this.#utter(part)
      utterance = next
      const isCurrent = (): boolean => utterance === next && !isOver
      next.addEventListener('start', () => {
        if (!isCurrent() || startedAt !== null) return
        startedAt = performance.now()
        onStart(segMs)
      })
      next.addEventListener('end', () => {
        if (isCurrent()) speakPart(index + 1)
      })
      next.addEventListener('error', ({ error }) => {
        if (!isCurrent()) return
        if (error !== 'not-allowed') return fault()
        finish(() => {
          this.#options.onProblem('blocked')
          onFailed()
        })
      })
      speechSynthesis.speak(next)
    }
    const watch = (): void => {
      const now = performance.now()
      if (speechSynthesis.paused) speechSynthesis.resume()
      if (startedAt === null) {
        if (now - orderedAt > startMs) fault()
      } else if (now - startedAt > segMs * 2.5 + endMs) fault()
    }
    timer = setInterval(watch, watchMs)
    // A voice stuck in an earlier sentence never starts another.
    if (speechSynthesis.speaking || speechSynthesis.pending) speechSynthesis.cancel()
    speakPart(0)
    return {
      stop: () => {
        const playedMs = startedAt === null ? 0 : Math.round(performance.now() - startedAt)
        finish(() => speechSynthesis.cancel())
        return { playedMs, segMs }
      },
      duck: () => undefined,
    }
  }

  #utter(text: string): SpeechSynthesisUtterance {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = this.#voice
    utterance.lang = this.#voice?.lang ?? ''
    utterance.pitch = this.#pitch
    utterance.rate = this.#rate
    return utterance
  }

  /** Chrome stops a voice from its servers after 15 seconds, without an event. */
  #split(text: string): readonly string[] {
    if (this.#voice?.localService !== false || text.length <= remoteMax) return [text]
    const parts: string[] = []
    let rest = text
    while (rest.length > remoteMax) {
      const head = rest.slice(0, remoteMax)
      const at = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '))
      const cut = at > remoteMax / 3 ? at + 1 : head.lastIndexOf(' ')
      if (cut <= 0) break
      parts.push(rest.slice(0, cut).trim())
      rest = rest.slice(cut).trim()
    }
    return [...parts, rest]
  }

  #learnPace(tookMs: number, expectedMs: number): void {
    const ratio = (tookMs / expectedMs) * this.#pace
    this.#pace = Math.max(0.4, Math.min(2, this.#pace * 0.7 + ratio * 0.3))
  }
}

const faultsMax = 2
const startMs = 3_000
const endMs = 4_000
const watchMs = 500
/** About 12 seconds. */
const remoteMax = 180
