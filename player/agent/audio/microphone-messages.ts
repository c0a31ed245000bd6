import type { ActivityEvent } from './voice-activity.ts'

export type ToMicrophone =
  /** Whether audio frames are wanted. */
  | { readonly kind: 'capture'; readonly isOn: boolean }
  /** Sound below this level is no speech; null accepts any. */
  | { readonly kind: 'minimum'; readonly db: number | null }

export type FromMicrophone =
  | ActivityEvent
  | {
      readonly kind: 'level'
      readonly db: number
      readonly voicedMs: number
      /** Somebody speaks. */
      readonly isActive: boolean
      /** Not one sample differed from zero. */
      readonly isDead: boolean
    }
  /** 20 ms of PCM16, little-endian, 16 kHz, behind the byte that names the frame. */
  | { readonly kind: 'frame'; readonly frame: ArrayBuffer }
