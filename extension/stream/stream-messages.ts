import type { ActionMoment } from './rolling-frames.ts'

/* From the service worker to the page that holds the tabs' streams (frame-stream.ts). */

interface Size {
  /** In device pixels. */
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
  /** Nothing is kept while the author pauses. */
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
  /** Nothing has changed between the picture and the action. */
  readonly isCertain: boolean
}
