import type { ChildClick, SeenClick } from '../messages.ts'
import type { Point } from './click-place.ts'
import type { TargetBox } from './target-box.ts'
import type { Clock } from './quota-queue.ts'

/** The state of the page's picture at the moment of a click. */
export type ClickSnapshot = Pick<SeenClick, 'frameId' | 'isFrameComing' | 'shownSince' | 'barHiddenAt'>

/** Where an action happened in a frame's viewport. */
export interface ActionPlace {
  readonly point: Point
  readonly box: TargetBox | null
}

export interface ExpectedClicksOptions {
  readonly clock: Clock
  readonly snapshot: () => ClickSnapshot
  readonly send: (click: ChildClick, place: ActionPlace | null, taken: ClickSnapshot) => void
}

/** How long a click in a frame waits for its position to arrive through the parent frames. */
export const placePatienceMs = 500

interface ExpectedClick {
  readonly taken: ClickSnapshot
  click: ChildClick | null
  /** undefined until it arrives. */
  place: ActionPlace | null | undefined
}

/** A click in a frame arrives in two halves: its position from frame to frame, its target through the service worker. */
export function createExpectedClicks({ clock, snapshot, send }: ExpectedClicksOptions) {
  const expected = new Map<string, ExpectedClick>()

  function find(clickId: string): ExpectedClick {
    const known = expected.get(clickId)
    if (known !== undefined) return known
    const made: ExpectedClick = { taken: snapshot(), click: null, place: undefined }
    expected.set(clickId, made)
    clock.after(placePatienceMs, () => settle(clickId, true))
    return made
  }

  /** Sends the click once both halves have arrived. After the timeout it is sent without its position, or dropped. */
  function settle(clickId: string, isLast = false): void {
    const { click, place, taken } = expected.get(clickId) ?? {}
    if (click === undefined || taken === undefined) return
    const isComplete = click !== null && (place !== undefined || isLast)
    if (isComplete) send(click, place ?? null, taken)
    if (isComplete || isLast) expected.delete(clickId)
  }

  return {
    addPlace(clickId: string, place: ActionPlace | null): void {
      find(clickId).place = place
      settle(clickId)
    },
    addClick(click: ChildClick): void {
      find(click.clickId).click = click
      settle(click.clickId)
    },
  }
}
