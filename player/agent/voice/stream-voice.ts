import { speechRate, type Speaker } from '../audio/speaker.ts'
import { sentenceReadingMs } from '../reading-time.ts'
import type { SaidSentence, Segment, SentenceEvents, SentenceVoice } from './sentence-voice.ts'

/** Sentences that the server sends as audio frames. If there are none, or they stop, another voice takes over. */
export class StreamVoice implements SentenceVoice {
  readonly #speaker: Speaker
  #sentences = new Map<string, Sentence>()
  /** The first segment of a turn without audio. */
  #lostFrom = new Map<number, number>()
  #forgottenTurn = 0
  #bytes = 0
  #feed: ((sentence: Sentence) => void) | null = null
  #lose: (() => void) | null = null

  constructor(speaker: Speaker) {
    this.#speaker = speaker
  }

  canSay({ turn, seg, speak }: Segment): boolean {
    return speak === 'stream' && this.#speaker.isRunning && !this.#isLost(turn, seg)
  }

  /** A binary frame of the server: 0x02, u16 turn, u16 segment, PCM16. */
  receive(frame: ArrayBuffer): void {
    if (frame.byteLength < headBytes + 2) return
    const head = new DataView(frame)
    const turn = head.getUint16(1)
    const seg = head.getUint16(3)
    if (head.getUint8(0) !== audioFrame || turn <= this.#forgottenTurn || this.#bytes > bytesMax) return
    const sentence = this.#find(turn, seg)
    const samples = toSamples(head)
    this.#bytes += samples.byteLength
    sentence.blocks.push(samples)
    this.#tell(sentence)
  }

  /** All frames of a sentence were sent. */
  end(turn: number, seg: number, ms: number): void {
    if (turn <= this.#forgottenTurn) return
    const sentence = this.#find(turn, seg)
    sentence.ms = ms
    this.#tell(sentence)
  }

  /** There is no more audio for this and later sentences of the turn. */
  lose(turn: number, seg: number): void {
    this.#lostFrom.set(turn, Math.min(seg, this.#lostFrom.get(turn) ?? seg))
    this.#lose?.()
  }

  /** Drops the audio of this and earlier turns, including frames still to come. */
  forget(turn: number): void {
    this.#forgottenTurn = Math.max(this.#forgottenTurn, turn)
    for (const [key, { turn: own }] of this.#sentences) if (own <= turn) this.#drop(key)
    for (const own of this.#lostFrom.keys()) if (own <= turn) this.#lostFrom.delete(own)
  }

  say(segment: Segment, { onStart, onEnd, onFailed }: SentenceEvents): SaidSentence {
    const { turn, seg } = segment
    const sentence = this.#find(turn, seg)
    const segMs = (): number => Math.round(sentence.ms ?? sentenceReadingMs(segment.text))
    let sent = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const finish = (): void => {
      isOver = true
      clearTimeout(timer)
      this.#feed = null
      this.#lose = null
    }
    const fail = (): void => {
      if (isOver) return
      finish()
      this.#speaker.stop()
      sentence.ms = null
      this.#lostFrom.set(turn, Math.min(seg, this.#lostFrom.get(turn) ?? seg))
      onFailed()
    }
    const wait = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(fail, ms)
    }
    this.#speaker.open({
      onStart: () => {
        // The context may stop permanently: a phone call, an unplugged device.
        wait(longestMs)
        onStart(segMs())
      },
      onStarve: () => wait(starvedMs),
      onEnd: () => {
        finish()
        this.#drop(keyOf(turn, seg))
        onEnd()
      },
    })
    wait(firstFrameMs)
    const feed = (changed: Sentence): void => {
      if (changed !== sentence || isOver) return
      for (const block of sentence.blocks.slice(sent)) this.#speaker.push(block)
      if (sent > 0 && sentence.blocks.length > sent) wait(longestMs)
      sent = sentence.blocks.length
      if (sentence.ms === null) return
      // A sentence without audio would never end.
      if (sent === 0) return fail()
      this.#speaker.complete()
    }
    this.#feed = feed
    this.#lose = () => {
      if (this.#isLost(turn, seg)) fail()
    }
    feed(sentence)
    return {
      stop: () => {
        finish()
        return { playedMs: this.#speaker.stop(), segMs: segMs() }
      },
      duck: (isDucked) => this.#speaker.duck(isDucked),
    }
  }

  /** A sentence that arrived completely is played even if the connection was lost since. */
  #isLost(turn: number, seg: number): boolean {
    const from = this.#lostFrom.get(turn) ?? Number.POSITIVE_INFINITY
    return seg >= from && (this.#sentences.get(keyOf(turn, seg))?.ms ?? null) === null
  }

  #tell(sentence: Sentence): void {
    this.#feed?.(sentence)
  }

  #find(turn: number, seg: number): Sentence {
    const key = keyOf(turn, seg)
    const known = this.#sentences.get(key)
    if (known !== undefined) return known
    const sentence: Sentence = { turn, blocks: [], ms: null }
    this.#sentences.set(key, sentence)
    return sentence
  }

  #drop(key: string): void {
    for (const block of this.#sentences.get(key)?.blocks ?? []) this.#bytes -= block.byteLength
    this.#sentences.delete(key)
  }
}

interface Sentence {
  readonly turn: number
  /** Kept until it was heard, because a false alarm repeats it. */
  readonly blocks: Float32Array[]
  /** Its duration, once it has arrived completely. */
  ms: number | null
}

function keyOf(turn: number, seg: number): string {
  return `${turn}:${seg}`
}

function toSamples(frame: DataView): Float32Array {
  const samples = new Float32Array(Math.floor((frame.byteLength - headBytes) / 2))
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = frame.getInt16(headBytes + 2 * index, true) / 0x80_00
  }
  return samples
}

const audioFrame = 0x02
const headBytes = 5
const firstFrameMs = 4_000
const starvedMs = 2_500
const longestMs = 60_000
/** At most three minutes ahead of playback. */
const bytesMax = 3 * 60 * speechRate * 4
