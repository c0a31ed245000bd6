import type { QueueEvent } from './sample-queue.ts'

/** What the page tells the speaker's worklet; `id` names a sentence. */
export type ToSpeaker =
  | { readonly kind: 'open'; readonly id: number }
  | { readonly kind: 'push'; readonly id: number; readonly samples: Float32Array }
  | { readonly kind: 'complete'; readonly id: number }
  | { readonly kind: 'flush' }

/** `time` is the audio context's. */
export type FromSpeaker = QueueEvent & { readonly time: number }
