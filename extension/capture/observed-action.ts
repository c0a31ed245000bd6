import type { ActionKind } from '#domain/step-action.ts'

import type { Point } from './click-place.ts'
import type { ClickSnapshot } from './expected-clicks.ts'
import { anyShadowRootOf } from './shadow-tree.ts'

/** Something the author did that becomes a step. */
export interface ObservedAction {
  readonly clickId: string
  readonly kind: ActionKind
  /** See StepAction. */
  readonly text: string
  /** Milliseconds since the epoch: when it began. */
  readonly at: number
  /** The element that was hit, also inside shadow roots; null if the action has none. */
  readonly hit: Element | null
  /** In this frame's viewport; null if the action has no position. */
  readonly point: Point | null
  /** Folded into the next step, which shows its result. */
  readonly isFolded: boolean
  /** The picture at the action, if it is reported later. */
  readonly taken?: ClickSnapshot | null
}

/** A correction to a step that was already reported. */
export interface ActionChange {
  readonly kind: ActionKind
  readonly text: string
  /** A drag's path in CSS pixels, relative to its start. */
  readonly offsets: readonly Point[]
}

export interface ActionOptions {
  readonly onAction: (action: ObservedAction) => void
  readonly onChange: (clickId: string, change: ActionChange) => void
  /** Whether the element belongs to the recorder's own bar. */
  readonly isOurs: (node: Node) => boolean
  /** The page's picture now; null in a frame. */
  readonly snapshot: () => ClickSnapshot | null
  /** Whether a workspace rule hides the field. */
  readonly privateSelectors: readonly string[]
  readonly signal: AbortSignal
}

/** Collects what the observers of one frame report. */
export interface StepLog {
  readonly last: () => ObservedAction | null
  readonly add: (action: ObservedAction) => void
  readonly change: (clickId: string, change: Partial<ActionChange> & Pick<ActionChange, 'kind'>) => void
}

export function createStepLog({ onAction, onChange }: Pick<ActionOptions, 'onAction' | 'onChange'>): StepLog {
  let last: ObservedAction | null = null
  return {
    last: () => last,
    add(action) {
      if (!action.isFolded) last = action
      onAction(action)
    },
    change(clickId, { kind, text = '', offsets = [] }) {
      if (last?.clickId === clickId) last = { ...last, kind, text }
      onChange(clickId, { kind, text, offsets })
    },
  }
}

/** Adds an id and the time. */
export function newAction(
  kind: ActionKind,
  hit: Element | null,
  point: Point | null,
  rest: Partial<Pick<ObservedAction, 'text' | 'at' | 'isFolded' | 'taken'>> = {},
): ObservedAction {
  return { clickId: crypto.randomUUID(), kind, text: '', at: Date.now(), hit, point, isFolded: false, ...rest }
}

/** The event's target, or the element below it in closed shadow roots. */
export function deepestTarget(event: Event & Partial<Pick<MouseEvent, 'clientX' | 'clientY'>>): Element | null {
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return null
  const { clientX, clientY } = event
  if (clientX === undefined || clientY === undefined) return target
  let hit = target
  for (let root = anyShadowRootOf(hit); root !== null; root = anyShadowRootOf(hit)) {
    const inner: Element | null = root.elementFromPoint(clientX, clientY)
    if (inner === null || inner === hit) break
    hit = inner
  }
  return hit
}

/** The centre of the element's visible part. */
export function centerOf(element: Element): Point {
  const box = element.getBoundingClientRect()
  const middle = (start: number, end: number, limit: number) => (Math.max(0, start) + Math.min(limit, end)) / 2
  return { x: middle(box.left, box.right, window.innerWidth), y: middle(box.top, box.bottom, window.innerHeight) }
}

export function isFromUs(event: Event, isOurs: (node: Node) => boolean): boolean {
  return event.target instanceof Node && isOurs(event.target)
}
