import type { ChildClick } from '../messages.ts'
import type { ActionPlace, ClickSnapshot } from './expected-clicks.ts'
import { observeActions } from './observe-actions.ts'
import type { ActionChange } from './observed-action.ts'
import { placeOf, toChildClick } from './read-page.ts'

export interface ActionSink {
  /** `taken`: the picture at the action, if it is reported later. */
  readonly onAction: (click: ChildClick, place: ActionPlace | null, taken: ClickSnapshot | null) => void
  readonly onChange: (clickId: string, change: ActionChange) => void
  readonly snapshot: () => ClickSnapshot | null
  /** Whether the element belongs to the recorder's own bar. */
  readonly isOurs: (node: Node) => boolean
  readonly privateSelectors: readonly string[]
}

export interface EarlyActions {
  /** Reports the actions so far, then new ones as they happen. */
  readonly release: (sink: ActionSink) => void
}

const earlyMax = 100

/** Observes from the start: the author may act in a page or frame before the service worker has answered. */
export function observeEarly(signal: AbortSignal): EarlyActions {
  const early: ((sink: ActionSink) => void)[] = []
  let sink: ActionSink | null = null
  // Until the workspace's rules are known, every field is private.
  const privateSelectors = ['*']

  function pass(use: (sink: ActionSink) => void): void {
    if (sink !== null) use(sink)
    else if (early.length < earlyMax) early.push(use)
  }

  observeActions({
    signal,
    isOurs: (node) => sink?.isOurs(node) ?? false,
    privateSelectors,
    snapshot: () => sink?.snapshot() ?? null,
    onAction(action) {
      const [click, place] = [toChildClick(action), placeOf(action)]
      pass((to) => to.onAction(click, place, action.taken ?? null))
    },
    onChange: (clickId, change) => pass((to) => to.onChange(clickId, change)),
  })

  return {
    release(next) {
      sink = next
      privateSelectors.splice(0, privateSelectors.length, ...next.privateSelectors)
      for (const use of early.splice(0)) use(next)
    },
  }
}
