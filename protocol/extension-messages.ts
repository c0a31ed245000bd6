import type { Capture } from '#domain/capture.ts'
import type { CaptureRule } from '#domain/capture-rules.ts'

import type { RecordedSnapshot } from './snapshots.ts'

/*
 * Messages between the web app and the extension's content script.
 *
 * The check is spec §7: the page dispatches a window event CHECK_EXTENSION and waits for a message
 * EXTENSION_CHECK_RESPONSE. Everything else is a request from the page, posted to its own window with its own origin
 * as the target, and one answer with the same `requestId`. The content script answers only pages of the origin the
 * extension is connected to, and until the author has paired that origin only the check. A page shows a code and offers it;
 * the author types it into the extension's popup. Everything else gets silence.
 */

/** The origin a fresh extension looks for; any other is entered in its popup. */
export const extensionDefaultHome = 'http://localhost:3000'

/** Where every server offers its extension. */
export const extensionDownloadPath = '/understudy-extension.zip'

export const extensionCheckEvent = 'CHECK_EXTENSION'
export const extensionCheckResponse = 'EXTENSION_CHECK_RESPONSE'

export interface ExtensionCheckResponse {
  readonly type: typeof extensionCheckResponse
  readonly installed: true
  /** Only on a paired site, which gets it again right after pairing. */
  readonly isPaired?: true
  readonly version?: string
}

export const pairingCodeDigits = 6

/** One recording as the extension keeps it until the app takes it over. */
export interface RecordingSummary {
  readonly sessionId: string
  readonly state: 'recording' | 'interrupted' | 'stopped'
  readonly startedAt: string
  /** Title of the first page recorded; becomes the demo's first name. */
  readonly title: string
  readonly captureCount: number
}

export type ExtensionRequest =
  /**
   * The code the page shows. Never answered: the author types it into the popup, and the check then reports the
   * pairing.
   */
  | { readonly type: 'offer-pairing'; readonly code: string }
  /** What the workspace hides, for this and later recordings. */
  | { readonly type: 'set-capture-rules'; readonly rules: readonly CaptureRule[] }
  /** Opens `url` in a new tab and records there. */
  | { readonly type: 'start-recording'; readonly url: string }
  | { readonly type: 'resume-recording'; readonly sessionId: string }
  | { readonly type: 'stop-recording'; readonly sessionId: string }
  | { readonly type: 'list-recordings' }
  | { readonly type: 'list-captures'; readonly sessionId: string }
  /** `isOther` requests the second picture, if two are uncertain. */
  | { readonly type: 'read-capture-image'; readonly captureId: string; readonly isOther?: boolean }
  /** The page of a capture's picture as HTML, and a file that it names by its hash. */
  | { readonly type: 'read-page'; readonly captureId: string }
  | { readonly type: 'read-page-file'; readonly captureId: string; readonly hash: string }
  /** The app has stored the whole recording; the extension may delete it. */
  | { readonly type: 'forget-recording'; readonly sessionId: string }

export interface ExtensionAnswers {
  readonly 'offer-pairing': Record<string, never>
  readonly 'set-capture-rules': Record<string, never>
  readonly 'start-recording': { readonly sessionId: string }
  readonly 'resume-recording': { readonly sessionId: string }
  readonly 'stop-recording': { readonly sessionId: string }
  readonly 'list-recordings': { readonly recordings: readonly RecordingSummary[] }
  readonly 'list-captures': { readonly captures: readonly Capture[] }
  /** `dataUrl` is a PNG, JPEG or WebP of the whole viewport in device pixels. */
  readonly 'read-capture-image': { readonly dataUrl: string }
  /** Null if the step has only its picture. */
  readonly 'read-page': { readonly page: RecordedSnapshot | null }
  readonly 'read-page-file': { readonly dataUrl: string }
  readonly 'forget-recording': Record<string, never>
}

/** Posted by the page. */
export interface ExtensionRequestEnvelope {
  readonly source: 'understudy-page'
  readonly requestId: string
  readonly request: ExtensionRequest
}

/** Posted back by the content script. */
export type ExtensionAnswerEnvelope = {
  readonly source: 'understudy-extension'
  readonly requestId: string
} & (
  | { readonly ok: true; readonly answer: ExtensionAnswers[ExtensionRequest['type']] }
  | {
      readonly ok: false
      readonly problem: 'not-found' | 'already-recording' | 'not-allowed' | 'failed'
      readonly sentence: string
    }
)

/** Where the extension sends the author when a recording stops; the page pulls the captures and creates the demo. */
export function importPath(sessionId: string): string {
  return `/dashboard/demos/import/${encodeURIComponent(sessionId)}`
}
