import type { ActivityEvent } from './voice-activity.ts'

export type ToMicrophone =
  /** Whether audio frames are wanted. */
  | { readonly kind: 'capture'; readonly isOn: boolean }
  /** Sound below this level isn't speech; null accepts any. */
  | { readonly kind: 'minimum'; readonly db: number | null }

export type FromMicrophone =
  | ActivityEvent
  | {
      readonly kind: 'level'
      readonly db: number
      readonly voicedMs: number
      /** Somebody is speaking. */
      readonly isActive: boolean
      /** Every sample was zero. */
      readonly isDead: boolean
    }
  /** 20 ms of PCM16, little-endian, 16 kHz, after the byte for the kind of frame. */
  | { readonly kind: 'frame'; readonly frame: ArrayBuffer }
