import type { FromSpeaker, ToSpeaker } from './speaker-messages.ts'
import { SampleQueue } from './sample-queue.ts'
import { workletScope } from './worklet-scope.ts'

/** Plays samples and reports when a sentence is heard. */
class SpeakerProcessor extends workletScope.AudioWorkletProcessor {
  readonly #queue = new SampleQueue(workletScope.sampleRate * cushionSeconds)

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<ToSpeaker>) => {
      if (data.kind === 'open') this.#queue.open(data.id)
      else if (data.kind === 'push') this.#queue.push(data.id, data.samples)
      else if (data.kind === 'complete') this.#queue.complete(data.id)
      else this.#queue.flush()
    })
    this.port.start()
  }

  process(_inputs: unknown, outputs: readonly (readonly Float32Array[])[]): boolean {
    const [channel] = outputs[0] ?? []
    if (channel === undefined) return true
    for (const event of this.#queue.read(channel)) {
      this.port.postMessage({ ...event, time: workletScope.currentTime } satisfies FromSpeaker, [])
    }
    return true
  }
}

const cushionSeconds = 0.08

workletScope.registerProcessor('understudy-speaker', SpeakerProcessor)
