import { createStore, type Store } from '../create-store.ts'
import { createAudioSpeaker } from './audio-speaker.ts'
import { cueAt, cuesOf, wordlessMs, type Cue, type StepWords } from './cues.ts'
import { createSilentSpeaker } from './silent-speaker.ts'
import type { Speaker } from './speaker.ts'
import { createVoiceSpeaker, type BrowserVoice } from './voice-speaker.ts'

export type Way = 'recording' | 'voice' | 'captions'

export interface NarratorView {
  readonly way: Way
  readonly cues: readonly Cue[]
  /** The position in the step, at normal speed. */
  readonly ms: number
  readonly totalMs: number
  readonly isPlaying: boolean
  readonly isMuted: boolean
  /** The browser has a voice for the language. */
  readonly hasVoice: boolean
  readonly speed: number
  /** The browser has blocked sound; pressing the sound button allows it. */
  readonly isRefused: boolean
  /** The step has been spoken. */
  readonly isOver: boolean
}

export interface NarratorOptions {
  readonly audio: HTMLAudioElement
  readonly isMuted: boolean
  readonly speed: number
}

/**
 * Speaks one step at a time with the best available speaker. If one fails, the next takes over at the same sentence;
 * the next step starts with the best one again.
 */
export class Narrator {
  readonly #audio: HTMLAudioElement
  #voice: BrowserVoice | null = null
  #words: StepWords | null = null
  #lost: Way[] = []
  #speaker: Speaker | null = null
  #pause: ReturnType<typeof setTimeout> | undefined
  readonly store: Store<NarratorView>

  constructor({ audio, isMuted, speed }: NarratorOptions) {
    this.#audio = audio
    const nothing = { cues: [], ms: 0, totalMs: wordlessMs, isPlaying: false, isRefused: false, isOver: false }
    this.store = createStore<NarratorView>({ way: 'captions', ...nothing, isMuted, hasVoice: false, speed })
  }

  get #view(): NarratorView {
    return this.store.get()
  }

  /** The voice for steps without a recording; null: captions only. */
  setVoice(voice: BrowserVoice | null): void {
    this.#voice = voice
    this.#show({ hasVoice: voice !== null })
  }

  /** Switches to another step, from its start. */
  load(words: StepWords): void {
    this.#fallSilent()
    this.#words = words
    this.#lost = []
    this.#choose(null)
    this.#show({ isOver: false })
    if (this.#view.isPlaying) this.#speak()
  }

  play(): void {
    if (this.#view.isPlaying) return
    const { ms, totalMs } = this.#view
    this.#show({ isPlaying: true, isOver: false, ms: ms >= totalMs ? 0 : ms })
    this.#speak()
  }

  pause(): void {
    this.#fallSilent()
    if (this.#view.isPlaying) this.#show({ isPlaying: false })
  }

  seek(ms: number): void {
    this.#fallSilent()
    this.#show({ isOver: false, ms: Math.max(0, Math.min(ms, this.#view.totalMs)) })
    if (this.#view.isPlaying) this.#speak()
  }

  setSpeed(speed: number): void {
    this.#show({ speed })
    this.#speaker?.setSpeed(speed)
  }

  /** Captions continue without sound. */
  setMuted(isMuted: boolean): void {
    this.#fallSilent()
    this.#show({ isMuted, isRefused: false })
    this.#choose(this.#cue)
    if (this.#view.isPlaying) this.#speak()
  }

  stop(): void {
    this.#fallSilent()
    this.#audio.removeAttribute('src')
  }

  get #cue(): number {
    return cueAt(this.#view.cues, this.#view.ms)
  }

  /** The best remaining speaker, at this cue; null starts the step. */
  #choose(cue: number | null): void {
    if (this.#words === null) return
    const { audio, sentences } = this.#words
    const before = this.#view
    const { isMuted } = before
    const recording = audio !== null && !this.#lost.includes('recording') ? audio : null
    const canSpeak = this.#voice !== null && sentences.length > 0 && !this.#lost.includes('voice')
    const way: Way = isMuted ? 'captions' : recording !== null ? 'recording' : canSpeak ? 'voice' : 'captions'
    const cues = cuesOf(this.#words, recording)
    const totalMs = recording?.ms ?? cues.at(-1)?.endMs ?? wordlessMs
    const ms = cue === null ? 0 : totalMs === before.totalMs ? before.ms : (cues[cue]?.startMs ?? 0)
    this.#show({ way, cues, totalMs, ms })
  }

  #speak(): void {
    this.#fallSilent()
    if (this.#words === null) return
    const { way, cues, ms, speed, totalMs } = this.#view
    const listener = {
      onTime: (at: number) => this.#show({ ms: Math.min(at, this.#view.totalMs) }),
      onOver: () => this.#end(),
      onLost: (why: 'failed' | 'refused') => this.#lose(way, why),
    }
    const { audio } = this.#words
    if (way === 'recording' && audio !== null) {
      this.#speaker = createAudioSpeaker(this.#audio, audio.url, listener)
    } else if (way === 'voice' && this.#voice !== null) {
      this.#speaker = createVoiceSpeaker(this.#voice, cues, listener)
    } else {
      this.#speaker = createSilentSpeaker(totalMs, listener)
    }
    this.#speaker.start(ms, speed)
  }

  #lose(way: Way, why: 'failed' | 'refused'): void {
    const cue = this.#cue
    if (why === 'failed') this.#lost.push(way)
    else this.#show({ isMuted: true, isRefused: true })
    this.#choose(cue)
    if (this.#view.isPlaying) this.#speak()
  }

  #end(): void {
    this.#fallSilent()
    this.#show({ ms: this.#view.totalMs })
    this.#pause = setTimeout(() => this.#show({ isOver: true }), betweenStepsMs / this.#view.speed)
  }

  #fallSilent(): void {
    clearTimeout(this.#pause)
    this.#speaker?.stop()
    this.#speaker = null
  }

  #show(change: Partial<NarratorView>): void {
    this.store.set({ ...this.#view, ...change })
  }
}

const betweenStepsMs = 400
