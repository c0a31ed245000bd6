import type { QueueEvent } from './sample-queue.ts'

/** Messages from the page to the speaker's worklet; `id` names a sentence. */
export type ToSpeaker =
  | { readonly kind: 'open'; readonly id: number }
  | { readonly kind: 'push'; readonly id: number; readonly samples: Float32Array }
  | { readonly kind: 'complete'; readonly id: number }
  | { readonly kind: 'flush' }

/** `time` is that of the audio context. */
export type FromSpeaker = QueueEvent & { readonly time: number }
