import type { Capture } from '#domain/capture.ts'
import type { CaptureRule } from '#domain/capture-rules.ts'
import type { ExtensionAnswerEnvelope, ExtensionRequest, RecordingSummary } from '#protocol/extension-messages.ts'

import type { ActionChange, ObservedAction } from './capture/observed-action.ts'
import type { RawSnapshot } from './snapshot/raw-snapshot.ts'

/* Messages between the extension's parts through chrome.runtime. Pages can't send them. */

/** An action as recorded; `clickId` becomes the capture's id, so repeated messages are harmless. */
export interface SeenClick {
  readonly clickId: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly page: Pick<
    Capture,
    | 'url'
    | 'title'
    | 'target'
    | 'action'
    | 'box'
    | 'isFolded'
    | 'secrets'
    | 'isPartlySearched'
    | 'hotspot'
    | 'viewport'
    | 'scroll'
    | 'devicePixelRatio'
  >
  /** The picture that was current at the click; null if the page had changed. */
  readonly frameId: string | null
  /** A picture of the page before the click is being taken. */
  readonly isFrameComing: boolean
  /** When the page's last change before the click appeared; null if it had not been painted. */
  readonly shownSince: number | null
  /** When our bar was hidden; null if it showed. */
  readonly barHiddenAt: number | null
}

/** An action as seen by a child frame; the top frame adds the position and the page. */
export interface ChildClick {
  readonly clickId: string
  readonly at: number
  readonly target: Capture['target']
  readonly action: Pick<ObservedAction, 'kind' | 'text' | 'isFolded'>
}

/** What a recorded page needs to know to take part. */
export interface RecorderStatus {
  readonly sessionId: string
  readonly isPaused: boolean
  readonly captureCount: number
  /** Whether a step was undone and can be restored. */
  readonly canRedo: boolean
  readonly lastTitle: string | null
  /** Authenticates messages between our scripts in the frames of one tab. */
  readonly frameToken: string
  /** The workspace's rules for what to hide. */
  readonly rules: readonly CaptureRule[]
}

/** What the popup shows. */
export interface ExtensionStatus {
  readonly home: string
  /** Whether the author allowed the site to start and import recordings. */
  readonly isPaired: boolean
  /** Whether the extension has the browser's permission for the site. */
  readonly hasHomeAccess: boolean
  readonly active: RecorderStatus | null
  /** Recordings that are neither running nor imported, newest first. */
  readonly waiting: readonly RecordingSummary[]
}

/** From the popup, and from the bar in a recorded page. */
export type ControlMessage =
  | { readonly type: 'undo-last-step' }
  | { readonly type: 'redo-step' }
  | { readonly type: 'set-paused'; readonly isPaused: boolean }
  | { readonly type: 'finish-recording' }

/** From recorder.content.ts. */
export type RecordedPageMessage =
  | ControlMessage
  | { readonly type: 'recorder-ready' }
  | { readonly type: 'want-frame' }
  | { readonly type: 'click'; readonly click: SeenClick }
  | { readonly type: 'child-click'; readonly click: ChildClick }
  /** The captured page behind the click's picture. */
  | { readonly type: 'page'; readonly clickId: string; readonly page: RawSnapshot }
  /** Changes a step's action, for example from a click to a drag. */
  | { readonly type: 'change-action'; readonly clickId: string; readonly change: ActionChange }

export type PopupMessage =
  | ControlMessage
  | { readonly type: 'read-status' }
  /** The author has opened the popup on this tab. */
  | { readonly type: 'popup-opened'; readonly tabId: number }
  | { readonly type: 'connect'; readonly home: string }
  | { readonly type: 'pair'; readonly code: string }
  | { readonly type: 'unpair' }
  | { readonly type: 'record-tab'; readonly tabId: number; readonly sessionId: string | null }
  /** Opens the address in the tab, or in a new one, and records there. */
  | {
      readonly type: 'record-address'
      readonly url: string
      readonly sessionId: string | null
      readonly tabId: number | null
    }
  | { readonly type: 'open-import'; readonly sessionId: string }
  | { readonly type: 'discard'; readonly sessionId: string }

export type RuntimeMessage =
  | RecordedPageMessage
  | PopupMessage
  /** From app-bridge.content.ts. */
  | { readonly type: 'page-request'; readonly request: ExtensionRequest }

/** The answer to each type of RuntimeMessage; a refusal is a sentence for the author. */
export interface RuntimeAnswers {
  readonly 'recorder-ready': { readonly status: RecorderStatus | null }
  /** null if no picture could be taken; the recorder retries when the page has settled. */
  readonly 'want-frame': { readonly frameId: string | null }
  readonly click: { readonly isKept: boolean }
  readonly page: { readonly isKept: boolean }
  readonly 'change-action': { readonly isKept: boolean }
  readonly 'child-click': { readonly isPassedOn: boolean }
  readonly 'undo-last-step': Refusable
  readonly 'redo-step': Refusable
  readonly 'set-paused': Refusable
  readonly 'finish-recording': Refusable
  readonly 'page-request': PageAnswer
  readonly 'read-status': ExtensionStatus
  readonly 'popup-opened': Refusable
  readonly connect: Refusable
  readonly pair: Refusable
  readonly unpair: Refusable
  readonly 'record-tab': Refusable
  readonly 'record-address': Refusable
  readonly 'open-import': Refusable
  readonly discard: Refusable
}

/** How the worker answers one sender's messages. */
export type RuntimeHandlers<Message extends RuntimeMessage, Context extends readonly unknown[] = []> = {
  readonly [Type in Message['type']]: (
    message: Extract<Message, { readonly type: Type }>,
    ...context: Context
  ) => Promise<RuntimeAnswers[Type]>
}

export type Refusable = { readonly ok: true } | { readonly ok: false; readonly sentence: string }

/** An answer for the page without the envelope's address. */
export type PageAnswer = ExtensionAnswerEnvelope extends infer Envelope
  ? Envelope extends ExtensionAnswerEnvelope
    ? Omit<Envelope, 'source' | 'requestId'>
    : never
  : never

/** From the service worker to recorder.content.ts in the top frame. */
export type RecorderMessage =
  | { readonly type: 'status'; readonly status: RecorderStatus | null }
  /** A picture is about to be taken: answer true when our bar is hidden and the page is still. */
  | { readonly type: 'prepare-frame' }
  | { readonly type: 'child-click'; readonly click: ChildClick }
  | { readonly type: 'are-you-there' }

/** Sends to the service worker, waking it if needed; rejects when it can't be reached or died before answering. */
export async function askWorker<T extends RuntimeMessage['type']>(
  message: Extract<RuntimeMessage, { type: T }>,
): Promise<RuntimeAnswers[T]> {
  const answer: RuntimeAnswers[T] | undefined = await chrome.runtime.sendMessage(message)
  if (answer === undefined) throw new Error(`No answer to ${message.type}.`)
  return answer
}
