import type { FromSpeaker, ToSpeaker } from './speaker-messages.ts'
// oxlint-disable-next-line import/default -- built by Vite into a file of its own
import workletUrl from './speaker-worklet.ts?worker&url'

export interface SpeakerEvents {
  /** The first sample plays. */
  readonly onStart: () => void
  /** The last sample was played. */
  readonly onEnd: () => void
  /** The buffer is empty, and more is expected. */
  readonly onStarve: () => void
}

/** Plays PCM at 24 kHz through one audio context, a sentence at a time. */
export class Speaker {
  readonly #context: AudioContext
  readonly #gain: GainNode
  #node: AudioWorkletNode | null = null
  #unsent: ToSpeaker[] = []
  #id = 0
  #events: SpeakerEvents | null = null
  #startedAt: number | null = null
  #starvedAt: number | null = null
  #starvedSeconds = 0
  #hasFailed = false

  /** Call it in a user gesture. Null if the browser can't play at this rate. */
  static create(onState: () => void): Speaker | null {
    if (!('AudioContext' in globalThis) || !('AudioWorkletNode' in globalThis)) return null
    try {
      const context = new AudioContext({ sampleRate: speechRate, latencyHint: 'interactive' })
      if (context.sampleRate !== speechRate || !('audioWorklet' in context)) return null
      return new Speaker(context, onState)
    } catch {
      return null
    }
  }

  private constructor(context: AudioContext, onState: () => void) {
    this.#context = context
    this.#gain = context.createGain()
    this.#gain.connect(context.destination)
    context.addEventListener('statechange', onState)
    void this.#load()
  }

  /** The worklet is missing, or the context was closed. */
  get hasFailed(): boolean {
    return this.#hasFailed || this.#context.state === 'closed'
  }

  /** False while the browser waits for a gesture, or during a phone call. */
  get isRunning(): boolean {
    return this.#context.state === 'running' && !this.hasFailed
  }

  /** Outside a gesture it may stay suspended. */
  async resume(): Promise<void> {
    if (this.#context.state === 'closed' || this.isRunning) return
    await this.#context.resume().catch(() => undefined)
  }

  /** Starts a sentence; drops the rest of another. */
  open(events: SpeakerEvents): void {
    this.stop()
    this.#id += 1
    this.#events = events
    this.#tell({ kind: 'open', id: this.#id })
  }

  push(samples: Float32Array): void {
    this.#tell({ kind: 'push', id: this.#id, samples })
  }

  /** The sentence has no more samples. */
  complete(): void {
    this.#tell({ kind: 'complete', id: this.#id })
  }

  /** Silences the output from the next render quantum on; returns the milliseconds that were heard. */
  stop(): number {
    const heard = this.#heardMs()
    this.#events = null
    this.#startedAt = null
    this.#starvedAt = null
    this.#starvedSeconds = 0
    this.#tell({ kind: 'flush' })
    this.duck(false)
    return heard
  }

  duck(isDucked: boolean): void {
    this.#gain.gain.setTargetAtTime(isDucked ? duckedGain : 1, this.#context.currentTime, rampSeconds)
  }

  close(): void {
    this.stop()
    this.#node?.disconnect()
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  async #load(): Promise<void> {
    try {
      await this.#context.audioWorklet.addModule(workletUrl)
      if (this.hasFailed) return
      const node = new AudioWorkletNode(this.#context, 'understudy-speaker', {
        numberOfInputs: 0,
        outputChannelCount: [1],
      })
      node.port.addEventListener('message', ({ data }: MessageEvent<FromSpeaker>) => this.#hear(data))
      node.port.start()
      node.addEventListener('processorerror', () => {
        this.#hasFailed = true
      })
      node.connect(this.#gain)
      this.#node = node
      for (const message of this.#unsent.splice(0)) this.#tell(message)
    } catch {
      this.#hasFailed = true
    }
  }

  #hear(event: FromSpeaker): void {
    if (event.id !== this.#id || this.#events === null) return
    const events = this.#events
    switch (event.kind) {
      case 'started':
        this.#startedAt = event.time
        return events.onStart()
      case 'starved':
        this.#starvedAt = event.time
        return events.onStarve()
      case 'resumed':
        this.#starvedSeconds += event.time - (this.#starvedAt ?? event.time)
        this.#starvedAt = null
        return
      case 'ended':
        this.#events = null
        return events.onEnd()
    }
  }

  #heardMs(): number {
    if (this.#startedAt === null) return 0
    const until = this.#starvedAt ?? this.#context.currentTime
    // Samples that have left the worklet aren't heard until the device plays them.
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0
    return Math.max(0, Math.round((until - this.#startedAt - this.#starvedSeconds - latency) * 1_000))
  }

  #tell(message: ToSpeaker): void {
    if (this.#node === null) this.#unsent.push(message)
    else this.#node.port.postMessage(message, [])
  }
}

export const speechRate = 24_000
const duckedGain = 0.2
const rampSeconds = 0.008
