import type { ServerEventBody } from '#protocol/agent-events.ts'
import type { TalkRealtime } from '#server/realtime/realtime-responder.ts'

import { HeardWords } from './heard-words.ts'
import type { HearingLine, HearingListener, HearingProblem } from './hearing-line.ts'
import type { HearingLimits } from './hearing-limits.ts'
import { createVoiceLevel } from './voice-level.ts'

/** First byte of a visitor's audio frame; 20 ms of 16 kHz PCM16 follow. */
const audioFrame = 0x01
const frameMs = 20
/** Samples per second. */
export const hearingRate = 16_000
const frameBytes = 1 + (hearingRate / 1_000) * frameMs * 2

export interface TalkHearingOptions {
  readonly limits: HearingLimits
  readonly now: () => number
  /** Null if the provider failed recently, or every connection is in use. */
  readonly openLine: (listener: HearingListener) => HearingLine | null
  /** Reserves money for a minute; null if the budget is used up. Settled with the seconds used. */
  readonly reserveMinute: () => Promise<((seconds: number) => void) | null>
  /** Takes one of the network's connections, before money is reserved for it. */
  readonly mayOpen: () => boolean
  /** Takes a second of the network's budget. */
  readonly mayHear: () => boolean
  /** Reports a connection's outcome to the circuit breaker; null for success. */
  readonly record: (problem: HearingProblem | null, sentence: string, retryAfterMs?: number) => void
  readonly emit: (event: Extract<ServerEventBody, { t: 'heard' | 'hearing.lost' }>) => void
  /** Each frame of the open microphone. */
  readonly onSound: (pcm: Uint8Array, isSpeaking: boolean) => void
  /** The words so far were discarded. */
  readonly onDiscard: () => void
  /** Null for a provider that only recognises speech. */
  readonly realtime: TalkRealtime | null
}

/** A visitor's microphone in one conversation: relays audio to a provider and words to the browser. */
export class TalkHearing {
  readonly #options: TalkHearingOptions
  readonly #words = new HeardWords()
  #level = createVoiceLevel()
  /** Null until the browser reports it; after a reconnect, arriving audio implies it. */
  #isListening: boolean | null = null
  #line: HearingLine | null = null
  #isOpening = false
  #isFlushDue = false
  #isOver = false
  /** Audio from just before the connection opened. */
  #early: Buffer[] = []
  #idle: ReturnType<typeof setTimeout> | null = null
  #ahead: { readonly left: number; readonly at: number }
  #utteranceMs = 0
  #talkMs = 0
  #minuteMs = 0
  #settleMinute: ((seconds: number) => void) | null = null
  #retryAt = 0
  #hasHeard = false
  #lastText = ''

  constructor(options: TalkHearingOptions) {
    this.#options = options
    this.#ahead = { left: options.limits.aheadMs, at: options.now() }
  }

  /** The provider also answers aloud. */
  get realtime(): TalkRealtime | null {
    return this.#options.realtime
  }

  /** The browser opened or closed its microphone. */
  setListening(isOn: boolean): void {
    if (this.#isListening === isOn || this.#isOver) return
    // Closing the microphone discards the current words; a lost connection doesn't.
    if (isOn && this.#isListening === false) {
      this.take()
      this.#options.onDiscard()
    }
    this.#isListening = isOn
    this.#armIdle()
    if (isOn) {
      // Retries at once, so that the visitor is heard or learns why not.
      this.#retryAt = 0
      // Connects early, because that takes as long as the first words.
      return this.#open()
    }
    if (this.#level.isSpeaking) this.#flush()
    this.#level = createVoiceLevel()
    this.#utteranceMs = 0
  }

  /** The browser disconnected; its microphone may be open when it returns. */
  pause(): void {
    this.setListening(false)
    this.#isListening = null
  }

  /** The visitor continues by typing: drop the words so far. */
  rest(): void {
    this.pause()
    this.#words.take()
    this.#lastText = ''
    this.#options.onDiscard()
    this.#close()
  }

  /** Takes a binary frame of the browser; drops anything but 20 ms of audio in real time. */
  hear(frame: Buffer): void {
    if (this.#isOver || frame.length !== frameBytes || frame[0] !== audioFrame) return
    if (this.#isListening === null) this.setListening(true)
    if (this.#isListening !== true || !this.#isInTime()) return
    const pcm = frame.subarray(1)
    const change = this.#level.take(pcm)
    if (change === 'begins') this.#line?.begin()
    if (change === 'ends') {
      this.#utteranceMs = 0
      this.#flush()
    }
    if (this.#level.isSpeaking) {
      this.#armIdle()
      this.#utteranceMs += frameMs
      const over = this.#utteranceMs - this.#options.limits.utteranceMs
      if (over > 0) {
        if (over === frameMs) this.#flush()
        return
      }
    }
    this.#options.onSound(pcm, this.#level.isSpeaking)
    if (this.#line !== null) return this.#send(this.#line, pcm)
    this.#early.push(pcm)
    if (this.#early.length > earlyFramesMax) this.#early.shift()
    if (this.#level.isSpeaking) this.#open()
  }

  /** The visitor's turn ended: later words belong to the next. */
  take(): void {
    const wasOpen = !this.#words.heard.isFinal
    this.#words.take()
    this.#lastText = ''
    if (wasOpen) this.#line?.flush()
  }

  /** The conversation is over. */
  stop(): void {
    this.#isOver = true
    this.#close()
  }

  /** At most real time, with some tolerance for a network stall. */
  #isInTime(): boolean {
    const { now, limits } = this.#options
    const at = now()
    const left = Math.min(limits.aheadMs, this.#ahead.left + Math.max(0, at - this.#ahead.at))
    const isInTime = left >= frameMs
    this.#ahead = { left: isInTime ? left - frameMs : left, at }
    return isInTime
  }

  #open(): void {
    const { now, limits, mayOpen, reserveMinute } = this.#options
    if (this.#line !== null || this.#isOpening || this.#isOver || now() < this.#retryAt) return
    if (this.#talkMs >= limits.talkMs || !mayOpen()) return this.#lose()
    this.#isOpening = true
    void reserveMinute()
      .catch(() => null)
      .then((settle) => {
        this.#isOpening = false
        if (settle === null) return this.#lose()
        this.#settleMinute = settle
        this.#minuteMs = 0
        if (this.#isOver || (this.#isListening !== true && !this.#isFlushDue)) return this.#close()
        this.#connect()
      })
  }

  #connect(): void {
    this.#hasHeard = false
    const line = this.#options.openLine({
      onPartial: (text) => {
        this.#words.partial(text)
        this.#tell()
      },
      onFinal: (text, confidence) => {
        this.#words.final(text, confidence)
        this.#tell()
      },
      onEnd: (problem, sentence, retryAfterMs) => this.#end(problem, sentence, retryAfterMs),
    })
    if (line === null) return this.#lose()
    this.#line = line
    // A limit may close the line meanwhile.
    for (const pcm of this.#early) if (this.#line === line) this.#send(line, pcm)
    this.#early = []
    if (this.#isFlushDue) this.#flush()
  }

  /** Requests the final words, including those of buffered audio. */
  #flush(): void {
    this.#isFlushDue = this.#line === null && this.#isOpening
    this.#line?.flush()
  }

  #send(line: HearingLine, pcm: Buffer): void {
    const { limits, mayHear } = this.#options
    this.#talkMs += frameMs
    this.#minuteMs += frameMs
    if (this.#talkMs > limits.talkMs || (this.#minuteMs % 1_000 === frameMs && !mayHear())) return this.#lose()
    if (this.#minuteMs === minuteMs) this.#renewMinute()
    line.send(pcm)
  }

  /** Audio continues meanwhile; it is counted with the next minute. */
  #renewMinute(): void {
    this.#settleMinute?.(minuteMs / 1_000)
    this.#settleMinute = null
    this.#minuteMs = 0
    void this.#options
      .reserveMinute()
      .catch(() => null)
      .then((settle) => {
        if (settle === null) return this.#line === null ? undefined : this.#lose()
        this.#settleMinute = settle
        if (this.#line === null) this.#close()
      })
  }

  #tell(): void {
    if (!this.#hasHeard) this.#options.record(null, '')
    this.#hasHeard = true
    this.#emitHeard()
  }

  #emitHeard(): void {
    const { text, isFinal, confidence } = this.#words.heard
    const said = `${isFinal} ${text}`
    if (text === '' || said === this.#lastText) return
    this.#lastText = said
    this.#options.emit({ t: 'heard', text, isFinal, ...(confidence !== null && { conf: confidence }) })
  }

  #end(problem: HearingProblem, sentence: string, retryAfterMs = 0): void {
    if (this.#isOver) return
    this.#line = null
    const isQuiet = problem === 'idle' && !this.#level.isSpeaking
    if (isQuiet) {
      this.#words.settle()
      return this.#close()
    }
    this.#options.record(problem, sentence, retryAfterMs)
    this.#lose()
  }

  /** What was recognised stays; the browser continues on its own. */
  #lose(): void {
    this.#retryAt = this.#options.now() + this.#options.limits.retryMs
    this.#words.settle()
    this.#close()
    if (this.#isOver) return
    this.#emitHeard()
    this.#options.emit({ t: 'hearing.lost' })
  }

  #close(): void {
    this.#line?.close()
    this.#line = null
    this.#settleMinute?.(this.#minuteMs / 1_000)
    this.#settleMinute = null
    this.#early = []
    this.#isFlushDue = false
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
  }

  #armIdle(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#words.settle()
      this.#close()
    }, this.#options.limits.idleMs)
    this.#idle.unref()
  }
}

/** One second before the first speech on a new connection, plus what is said while it opens. */
const earlyFramesMax = 150
const minuteMs = 60_000
