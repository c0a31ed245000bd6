/** The sizes of videos and GIFs. Layout uses CSS pixels; `scale` converts them to the file's pixels. */
export interface VideoSize {
  readonly width: number
  readonly height: number
  readonly scale: number
  /** Whether the text is below the picture, as on phones, instead of at the hotspot. */
  readonly isStacked: boolean
}

export const videoSizes = {
  '1080p': { width: 1_920, height: 1_080, scale: 1.5, isStacked: false },
  '720p': { width: 1_280, height: 720, scale: 1, isStacked: false },
  square: { width: 1_080, height: 1_080, scale: 1.875, isStacked: true },
} as const satisfies Readonly<Record<string, VideoSize>>

export const gifSizes = {
  wide: { width: 800, height: 450, scale: 0.875, isStacked: false },
  square: { width: 540, height: 540, scale: 0.9375, isStacked: true },
} as const satisfies Readonly<Record<string, VideoSize>>

export const framesPerSecond = { video: 30, gif: 10 } as const

/** Longer ones would need too much memory. */
export const longestMs = { video: 10 * 60_000, gif: 90_000 } as const
