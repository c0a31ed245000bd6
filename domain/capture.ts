import type { Hotspot } from './demo.ts'
import type { FoundSecret } from './found-secret.ts'
import { plainAction, type StepAction } from './step-action.ts'
import type { PictureArea } from './step-look.ts'

/** The element of an action, in accessibility terms. Never what was typed. */
export interface ClickTarget {
  /** ARIA role, explicit or implied by the element; '' when it has none. */
  readonly role: string
  /** Accessible name; '' when it has none. */
  readonly name: string
  /** The heading or group around an element that has no name. */
  readonly near?: string
  /** Set if the checkbox or switch was on before the press. */
  readonly isOn?: boolean
}

/** One screenshot the extension took at an action, with everything a step needs. */
export interface Capture {
  /** UUID version 4. */
  readonly id: string
  /** The recording it belongs to. */
  readonly sessionId: string
  /** Position in the recording, counted from 1. */
  readonly number: number
  readonly url: string
  readonly title: string
  /** ISO 8601, UTC: when the action began. */
  readonly timestamp: string
  readonly target: ClickTarget
  /** Missing for a plain click. */
  readonly action?: StepAction
  /** Set by extensions older than `action`. */
  readonly gesture?: 'double-click' | 'right-click'
  readonly hotspot: Hotspot | null
  /** The element's position; missing if it isn't certain. */
  readonly box?: PictureArea
  /** The next step shows the result, so this becomes a step only if the author wants it. */
  readonly isFolded?: true
  /** Private data found on the page. */
  readonly secrets?: readonly FoundSecret[]
  /** The picture may hold more private data: its page was too large to search in time, or the picture is a later one. */
  readonly isPartlySearched?: true
  readonly viewport: { readonly width: number; readonly height: number }
  readonly scroll: { readonly x: number; readonly y: number }
  readonly devicePixelRatio: number
  /**
   * Delay of the screenshot after the action; 0 if it shows the page at the action, negative if the page has changed
   * since the screenshot. The author must check anything but 0.
   */
  readonly frameDelayMs: number
  /** The delay of the second picture, if neither certainly shows the page at the action. */
  readonly otherFrameDelayMs?: number
}

export function actionOf({ action, gesture }: Pick<Capture, 'action' | 'gesture'>): StepAction {
  return action ?? (gesture === undefined ? plainAction : { ...plainAction, kind: gesture })
}
