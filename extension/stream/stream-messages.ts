import type { ActionMoment } from './rolling-frames.ts'

/* Messages from the service worker to the offscreen document with the tabs' streams (frame-stream.ts). */

interface Size {
  /** The stream's size in device pixels. */
  readonly width: number
  readonly height: number
}

export type StreamMessage = { readonly to: 'frame-stream' } & StreamRequest

export type StreamRequest =
  | ({
      readonly type: 'start'
      readonly tabId: number
      readonly streamId: string
      readonly screenshotId: string | null
    } & Size)
  | { readonly type: 'is-running'; readonly tabId: number }
  /** Drops all frames while the recording is paused. */
  | { readonly type: 'pause'; readonly isPaused: boolean }
  /** A screenshot was stored, taken at `at`. */
  | { readonly type: 'screenshot'; readonly tabId: number; readonly frameId: string; readonly at: number }
  | ({ readonly type: 'picture'; readonly tabId: number } & ActionMoment & Size)

export interface StreamAnswers {
  readonly start: boolean
  readonly 'is-running': boolean
  readonly pause: true
  readonly screenshot: true
  readonly picture: StreamedPicture | null
}

/** The tab as it was before an action. */
export interface StreamedPicture {
  readonly dataUrl: string
  /** Ms since the epoch. */
  readonly shownAt: number
  /** True if nothing changed between the picture and the action. */
  readonly isCertain: boolean
}
