import { Downsampler } from './downsampler.ts'
import type { FromMicrophone, ToMicrophone } from './microphone-messages.ts'
import { activityRate, frameSamples, VoiceActivity } from './voice-activity.ts'
import { workletScope } from './worklet-scope.ts'

/** Detects speech and splits the microphone's audio into frames for the server. */
class MicrophoneProcessor extends workletScope.AudioWorkletProcessor {
  readonly #downsampler = new Downsampler(workletScope.sampleRate, activityRate)
  readonly #activity = new VoiceActivity()
  readonly #frame = new Float32Array(frameSamples)
  #filled = 0
  #frames = 0
  #isDead = true
  /** The first half of a frame for the server. */
  #half: Float32Array | null = null
  #isCapturing = false
  /** Audio from just before frames were requested: a voice starts before it is detected. */
  #past: readonly ArrayBuffer[] = []

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<ToMicrophone>) => {
      if (data.kind === 'minimum') return this.#activity.setMinimum(data.db ?? Number.NEGATIVE_INFINITY)
      if (data.isOn === this.#isCapturing) return
      this.#isCapturing = data.isOn
      if (data.isOn) for (const frame of this.#past) this.#send(frame)
      this.#past = []
    })
    this.port.start()
  }

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const [channel] = inputs[0] ?? []
    if (channel === undefined) return true
    if (this.#isDead && channel.some((sample) => sample !== 0)) this.#isDead = false
    for (const sample of this.#downsampler.push(channel)) {
      this.#frame[this.#filled] = sample
      this.#filled += 1
      if (this.#filled === frameSamples) this.#takeFrame()
    }
    return true
  }

  #takeFrame(): void {
    this.#filled = 0
    this.#frames += 1
    for (const event of this.#activity.push(this.#frame)) this.#tell(event)
    if (this.#frames % levelFrames === 0) {
      const { levelDb, voicedMs, isActive } = this.#activity
      this.#tell({ kind: 'level', db: levelDb, voicedMs, isActive, isDead: this.#isDead })
      this.#isDead = true
    }
    if (this.#half === null) {
      this.#half = this.#frame.slice()
      return
    }
    const frame = toFrame(this.#half, this.#frame)
    this.#half = null
    if (this.#isCapturing) this.#send(frame)
    else this.#past = [...this.#past, frame].slice(-pastFrames)
  }

  #send(frame: ArrayBuffer): void {
    this.port.postMessage({ kind: 'frame', frame } satisfies FromMicrophone, [frame])
  }

  #tell(message: FromMicrophone): void {
    this.port.postMessage(message, [])
  }
}

/** Two halves as PCM16, after the byte for a visitor's audio. */
function toFrame(first: Float32Array, second: Float32Array): ArrayBuffer {
  const frame = new ArrayBuffer(1 + 2 * (first.length + second.length))
  const bytes = new DataView(frame)
  bytes.setUint8(0, 0x01)
  for (const [index, sample] of [...first, ...second].entries()) {
    const value = Math.max(-1, Math.min(1, sample)) * 0x7fff
    bytes.setInt16(1 + 2 * index, Math.round(value), true)
  }
  return frame
}

/** 300 ms. */
const pastFrames = 15
/** 20 ms. */
const levelFrames = 2

workletScope.registerProcessor('understudy-microphone', MicrophoneProcessor)
