import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { ServerEvent } from '#protocol/agent-events.ts'
import { ModelError } from '#server/models/language-model.ts'
import type { Services } from '#server/services.ts'
import type { SpeechAccount } from '#server/speech/speech-account.ts'
import { speechBytesPerMs } from '#server/speech/speech-port.ts'
import { TurnVoice } from '#server/speech/turn-voice.ts'
import { voiceIdOf, type WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { AgentDemo } from './agent-demo.ts'
import type { EventOutbox } from './event-outbox.ts'
import { PlayClock } from './play-clock.ts'
import { SoundQueue } from './sound-queue.ts'

interface TalkSpeakerOptions {
  readonly services: Pick<Services, 'speech' | 'log' | 'now'>
  readonly demo: Pick<AgentDemo, 'workspaceId' | 'agentId' | 'voice'>
  readonly conversationId: string
  /** The visitor's network; absent in an author's trial. */
  readonly network?: string
  readonly outbox: EventOutbox
  readonly onMeasured: (measured: SpokenTurn) => void
  /** Sound of a turn was sent. */
  readonly onSent: (turn: number, pcm: Uint8Array) => void
  /** A turn is over; its last `unheardMs` were sent but not heard. */
  readonly onOver: (unheardMs: number) => void
}

/** Figures about speaking a turn. */
export interface SpokenTurn {
  readonly turn: number
  /** From the start of the turn to the provider's first audio; null if there was none. */
  readonly firstSoundMs: number | null
  readonly characters: number
  readonly microCents: number
  readonly failure: string | null
}

/** A segment. */
export interface SpokenLine {
  /** In spoken form. */
  readonly text: string
  readonly language: AgentLanguage
  /** One of the agent's own sentences. */
  readonly isStanding: boolean
  /** Null if it must be synthesised. */
  readonly sound: AsyncIterable<Uint8Array> | null
}

/** The turn being spoken. */
interface Spoken {
  readonly turn: number
  readonly lines: readonly SpokenLine[]
  readonly stop: AbortController
  readonly clock: PlayClock
  /** Null if the browser speaks sentences without audio. */
  readonly voice: TurnVoice | null
  /** Dollars per million characters. */
  readonly price: number
  readonly stopped: PromiseWithResolvers<void>
  firstSoundMs: number | null
  failure: string | null
  isMeasured: boolean
  /** Wakes the sender, which waits until it may send more. */
  wake: () => void
  /** When the last frame was sent. */
  sentAt: number
}

/**
 * Speaks the agent's turns with a provider's voice: audio frames in order, a few seconds ahead of what the visitor
 * hears. On any failure, `voice.lost` tells the browser to speak the rest of the turn itself.
 */
export class TalkSpeaker {
  readonly #options: TalkSpeakerOptions
  #speech: WorkspaceSpeech | null = null
  #account: SpeechAccount | null = null
  #spoken: Spoken | null = null
  /** A limit is used up, or the browser reconnected without a way to play audio. */
  #isOff = false

  constructor(options: TalkSpeakerOptions) {
    this.#options = options
  }

  /** Whether the next turn is spoken here. */
  get isOn(): boolean {
    return this.#speech !== null && !this.#isOff && this.#options.outbox.audio !== null
  }

  /** Takes effect with the next turn; null leaves speaking to the browser at once. */
  use(speech: WorkspaceSpeech | null): void {
    if (speech === null) this.cut()
    this.#account?.settle()
    const { services, demo, conversationId, network } = this.#options
    const { workspaceId, agentId } = demo
    this.#speech = speech
    this.#account =
      speech &&
      services.speech.open(speech, { workspaceId, agentId, conversationId, ...(network !== undefined && { network }) })
  }

  /** The visitor is gone: releases what was reserved. */
  rest(): void {
    this.cut()
    this.#account?.settle()
  }

  /** Speaks a turn whose events were just emitted. */
  speak(turn: number, lines: readonly SpokenLine[]): void {
    this.cut()
    const { outbox, services } = this.#options
    const speech = this.isOn ? this.#speech : null
    const spoken: Spoken = {
      turn,
      lines,
      stop: new AbortController(),
      clock: new PlayClock(services.now),
      voice: speech && this.#account && this.#voice(lines, speech, this.#account),
      price: speech?.endpoint.price ?? 0,
      stopped: Promise.withResolvers(),
      firstSoundMs: null,
      failure: null,
      isMeasured: false,
      wake: () => undefined,
      sentAt: 0,
    }
    this.#spoken = spoken
    void this.#run(spoken, outbox.seq)
  }

  playStarted(turn: number, seg: number): void {
    if (this.#spoken?.turn !== turn) return
    this.#spoken.clock.start(seg)
    this.#spoken.wake()
  }

  playEnded(turn: number, seg: number): void {
    if (this.#spoken?.turn !== turn) return
    this.#spoken.clock.end(seg)
    this.#spoken.wake()
  }

  /** Stops sending the current turn. */
  cut(): void {
    const spoken = this.#spoken
    if (spoken === null) return
    this.#spoken = null
    this.#stop(spoken)
  }

  #stop(spoken: Spoken): void {
    // A finished turn has nothing to cancel.
    if (!spoken.isMeasured) spoken.stop.abort()
    this.#options.onOver(spoken.clock.aheadMs())
    spoken.stopped.resolve()
    spoken.wake()
    // Synchronously, because the conversation may be stored for the last time now.
    this.#measure(spoken)
  }

  #measure(spoken: Spoken): void {
    if (spoken.isMeasured) return
    spoken.isMeasured = true
    const { turn, voice, price, firstSoundMs, failure } = spoken
    const characters = voice?.close() ?? 0
    // Dollars per million characters are 100 micro-cents per character.
    const microCents = Math.ceil(characters * price * 100)
    this.#options.onMeasured({ turn, firstSoundMs, characters, microCents, failure })
  }

  /** The connection was lost: audio isn't repeated, so the browser speaks what hasn't been heard. */
  lose(): void {
    const spoken = this.#spoken
    this.rest()
    if (spoken === null) return
    if (spoken.clock.unheard < spoken.lines.length) this.#tellLost(spoken.turn, spoken.clock.unheard)
  }

  /** Continues another server's conversation, of which `events` were sent. */
  adopt(speaking: { readonly turn: number; readonly seg: number }, events: readonly ServerEvent[]): void {
    const { turn, seg } = speaking
    const wasStreamed = events.some((event) => event.t === 'seg' && event.turn === turn && event.speak === 'stream')
    const isTold = events.some((event) => event.t === 'voice.lost' && event.turn === turn)
    if (wasStreamed && !isTold) this.#tellLost(turn, seg)
  }

  #tellLost(turn: number, seg: number): void {
    this.#options.outbox.emit({ t: 'voice.lost', turn, seg })
  }

  async #run(spoken: Spoken, seq: number): Promise<void> {
    const { services, demo, outbox } = this.#options
    const { turn, stop, stopped, clock } = spoken
    const startedAt = services.now()
    const queues = this.#open(spoken)
    let seg = 0
    try {
      for (const [index, queue] of queues.entries()) {
        seg = index
        if (!isSpokenHere(spoken, index)) continue
        await this.#send(spoken, seg, queue, async () => {
          spoken.firstSoundMs ??= services.now() - startedAt
          // A browser ignores audio of a segment it doesn't know yet.
          if (outbox.released < seq) await Promise.race([outbox.whenReleased(seq), stopped.promise])
        })
        if (stop.signal.aborted) return
        // About the audio on this connection, so it isn't replayed either.
        outbox.tell({ t: 'seg.end', turn, seg, ms: Math.round(clock.sentMs(seg)) })
      }
    } catch (error) {
      if (stop.signal.aborted) return
      spoken.failure = error instanceof ModelError ? error.problem : 'failed'
      if (spoken.failure === 'over-budget') this.#isOff = true
      const { workspaceId } = demo
      services.log.warn({ err: error, problem: spoken.failure, workspaceId }, 'A turn lost its voice')
      if (this.#spoken === spoken) this.#spoken = null
      this.#stop(spoken)
      this.#tellLost(turn, seg)
    } finally {
      for (const queue of queues) queue.close()
      this.#measure(spoken)
    }
  }

  #voice(lines: readonly SpokenLine[], provider: WorkspaceSpeech, account: SpeechAccount): TurnVoice {
    const { demo, services } = this.#options
    const { workspaceId, voice } = demo
    return new TurnVoice({
      begin: (characters) => account.begin(characters),
      clips: services.speech.clips,
      provider,
      workspaceId,
      sentences: lines.map((line) => ({
        ...line,
        voice: voiceIdOf(provider, voice.value, line.language),
        speed: voice.speed ?? 1,
      })),
    })
  }

  /**
   * One queue per segment. A sentence is requested when the previous one has arrived completely, so at most two are
   * buffered. What arrives before its frame is due stays in the provider's connection, and is read at once.
   */
  #open({ lines, stop, voice }: Spoken): readonly SoundQueue[] {
    const queues = lines.map(() => new SoundQueue(queueBytesMax))
    const fillAll = async (): Promise<void> => {
      for (const [index, queue] of queues.entries()) {
        if (stop.signal.aborted) return
        const sound = lines[index]?.sound ?? null
        const source = sound ?? voice?.speak(index, stop.signal)
        if (source !== undefined && !(await queue.fill(source))) return
      }
    }
    void fillAll()
    return queues
  }

  /** Sends a segment's audio as it arrives, up to four seconds ahead of playback. */
  async #send(spoken: Spoken, seg: number, queue: SoundQueue, onSound: () => Promise<void>): Promise<void> {
    const { turn, clock, stop } = spoken
    // The first frame may be incomplete, because the visitor is waiting.
    while (await queue.whenFilled(clock.sentMs(seg) === 0 ? 2 : frameBytes)) {
      await onSound()
      const roomMs = await this.#room(spoken)
      const { audio } = this.#options.outbox
      if (stop.signal.aborted || audio === null) return
      const frame = queue.take(wholeSamples(roomMs * speechBytesPerMs), frameHeadBytes)
      writeFrameHead(frame, turn, seg)
      audio.send(frame)
      this.#options.onSent(turn, frame.subarray(frameHeadBytes))
      clock.send(seg, (frame.length - frameHeadBytes) / speechBytesPerMs)
      spoken.sentAt = performance.now()
    }
  }

  /** Resolves when the next frame may be sent, with its longest length in milliseconds. */
  async #room(spoken: Spoken): Promise<number> {
    for (;;) {
      const aheadMs = spoken.clock.aheadMs()
      // The further audio is ahead of playback, the more of it is batched into one frame.
      const batchMs = aheadMs < cushionMs ? 0 : Math.min(frameMs, aheadMs / 5)
      const earlyMs = spoken.sentAt + batchMs - performance.now()
      const waitMs = Math.max(earlyMs, aheadMs + frameMs - aheadMsMax)
      const isSlow = (this.#options.outbox.audio?.waitingBytes() ?? 0) > waitingBytesMax
      if (spoken.stop.signal.aborted || (waitMs <= 0 && !isSlow)) {
        // No longer than the audio that is ahead, because a slow network must deliver the whole frame before playback
        // reaches it.
        return Math.min(aheadMsMax - aheadMs, Math.max(frameMs, aheadMs))
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(pauseMsMin, Math.min(waitMs, pauseMsMax)))
        spoken.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
}

/** False for a line that the browser speaks itself. */
function isSpokenHere({ lines, voice }: Spoken, seg: number): boolean {
  return voice !== null || (lines[seg]?.sound ?? null) !== null
}

/** 0x02, turn and segment as big-endian u16, before the PCM16. */
function writeFrameHead(frame: Uint8Array<ArrayBuffer>, turn: number, seg: number): void {
  const view = new DataView(frame.buffer)
  view.setUint8(0, 2)
  view.setUint16(1, turn & 0xff_ff)
  view.setUint16(3, seg & 0xff_ff)
}

function wholeSamples(bytes: number): number {
  return Math.floor(bytes / 2) * 2
}

const frameHeadBytes = 5
/** How far audio may be ahead of playback; an interruption discards it. */
const aheadMsMax = 4_000
/** The minimum length of a frame, and the interval between frames once enough audio is ahead. */
const frameMs = 100
const frameBytes = frameMs * speechBytesPerMs
/** With less audio ahead than this, it is sent as it arrives. */
const cushionMs = 300
/** Audio of one sentence that can't be sent yet; the rest stays in the provider's connection. */
const queueBytesMax = 2 * frameBytes
/** A connection this far behind gets no more for now. */
const waitingBytesMax = 256 * 1024
const pauseMsMin = 10
const pauseMsMax = 1_000
