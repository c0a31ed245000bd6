import { isAccepted, type RecordingStop, type RecordingTerms } from '#domain/talk-recording.ts'
import { hearingRate } from '#server/hearing/talk-hearing.ts'
import { speechBytesPerMs, speechRate } from '#server/speech/speech-port.ts'

import { SoundClip } from './sound-clip.ts'
import type { SoundBudget } from './sound-budget.ts'

/** The sound of one stored turn. */
export interface TurnSound {
  readonly turnId: string
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
  /** Samples per second. */
  readonly rate: number
}

/** What another server needs to continue a recording. */
export interface RecorderState {
  readonly terms: RecordingTerms
  /** The recording's row was created; if it is missing later, it was deleted. */
  readonly isStored: boolean
}

export interface TalkRecorderOptions {
  readonly budget: SoundBudget
  /** Stores a sound; resolves to why nothing more may be stored, or null. */
  readonly save: (sound: TurnSound, state: RecorderState) => Promise<RecordingStop | 'gone' | null>
  /** Reports that the recording can't continue here. Never rejects. */
  readonly fail: (error: unknown) => Promise<void>
  /** Called with everything that the server should wait for before it closes. */
  readonly track: (work: Promise<void>) => void
  /** The stored id of an agent's turn; null if it is unknown by now. */
  readonly turnId: (turn: number) => string | null
}

/**
 * Records one talk, if its visitor has accepted that: what the visitor says, turn by turn and without the silence, and
 * what they hear of the agent's voice. Sound is never delayed: without memory or disk, the recording stops, not the talk.
 */
export class TalkRecorder {
  readonly #options: TalkRecorderOptions
  #terms: RecordingTerms | null
  #isStored: boolean
  #isOver = false
  /** Audio from just before the visitor speaks, because speech is detected a little late. */
  #before: Uint8Array[] = []
  /** Speech since the last remark. */
  readonly #speech: SoundClip
  /** The visitor's last remark, which they may continue. Without `turnId`, it isn't kept. */
  #remark: { readonly turnId: string | null; readonly clip: SoundClip } | null = null
  #said: { readonly turn: number; readonly clip: SoundClip } | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(options: TalkRecorderOptions, before: RecorderState | null = null) {
    this.#options = options
    this.#terms = before?.terms ?? null
    this.#isStored = before?.isStored ?? false
    this.#speech = new SoundClip(options.budget)
  }

  /** Null while the visitor hasn't accepted a recording, and after it has stopped. */
  get state(): RecorderState | null {
    return this.#terms && { terms: this.#terms, isStored: this.#isStored }
  }

  /** The visitor's answer to the notice before the microphone opens. */
  accept(terms: RecordingTerms | undefined): void {
    if (!this.#isOver && isAccepted(terms)) this.#terms ??= terms
  }

  /** A frame of the visitor's microphone. */
  hear(pcm: Uint8Array, isSpeaking: boolean): void {
    if (this.#terms === null) return
    if (!isSpeaking) {
      this.#before.push(new Uint8Array(pcm))
      if (this.#before.length > beforeFrames) this.#before.shift()
      return
    }
    for (const frame of this.#before.splice(0)) this.#add(this.#speech, frame)
    this.#add(this.#speech, pcm)
    this.#speech.keepLast(speechBytesMax)
  }

  /** The speech so far didn't become a turn. */
  forgetSpeech(): void {
    this.#before = []
    this.#speech.clear()
  }

  /** The visitor's speech became this turn; null if it must not be kept. */
  beginRemark(turnId: string | null): void {
    this.endRemark()
    this.#remark = { turnId, clip: new SoundClip(this.#options.budget) }
    this.continueRemark(turnId !== null)
  }

  /** The visitor continued their last remark. `isKept` is false if it must not be kept, as a whole. */
  continueRemark(isKept: boolean): void {
    const remark = this.#remark
    if (remark === null) return this.forgetSpeech()
    remark.clip.append(this.#speech)
    if (isKept && remark.turnId !== null) return
    remark.clip.clear()
    this.#remark = { turnId: null, clip: remark.clip }
  }

  /** The visitor's last remark can't be continued any more. */
  endRemark(): void {
    const remark = this.#remark
    this.#remark = null
    if (remark !== null) this.#store(remark.turnId, remark.clip, hearingRate)
  }

  /** Sound of an agent's turn was sent to the visitor. */
  say(turn: number, pcm: Uint8Array): void {
    if (this.#terms === null) return
    if (this.#said?.turn !== turn) {
      this.endSaying(0)
      this.#said = { turn, clip: new SoundClip(this.#options.budget) }
    }
    if (this.#said !== null) this.#add(this.#said.clip, pcm)
  }

  /** The agent's turn is over; its last milliseconds weren't heard. */
  endSaying(unheardMs: number): void {
    const said = this.#said
    this.#said = null
    if (said === null) return
    said.clip.cut(unheardMs * speechBytesPerMs)
    this.#store(this.#options.turnId(said.turn), said.clip, speechRate)
  }

  /** The talk is over, or continues at another server. */
  stop(): void {
    this.forgetSpeech()
    this.endSaying(0)
    this.endRemark()
  }

  #add(clip: SoundClip, pcm: Uint8Array): void {
    if (clip.bytes + pcm.length > turnBytesMax || clip.add(pcm)) return
    this.#end()
    void this.#options.fail('No memory is left for recordings')
  }

  #store(turnId: string | null, clip: SoundClip, rate: number): void {
    if (turnId === null || clip.bytes === 0) return clip.clear()
    this.#work = this.#work
      .then(async () => {
        const { state } = this
        if (state === null) return
        const stop = await this.#options.save({ turnId, chunks: clip.chunks, bytes: clip.bytes, rate }, state)
        this.#isStored = true
        if (stop !== null) this.#end()
      })
      .catch((error: unknown) => {
        this.#end()
        return this.#options.fail(error)
      })
      .finally(() => clip.clear())
    this.#options.track(this.#work)
  }

  /** Nothing more is recorded. */
  #end(): void {
    this.#isOver = true
    this.#terms = null
    this.forgetSpeech()
    this.#remark?.clip.clear()
    this.#remark = null
    this.#said?.clip.clear()
    this.#said = null
  }
}

/** 300 ms. */
const beforeFrames = 15
/** A minute of speech that isn't part of a turn yet. */
const speechBytesMax = 60 * hearingRate * 2
/** Limit per turn: two minutes of the visitor, or 83 s of the agent. The rest isn't recorded. */
const turnBytesMax = 4_000_000
