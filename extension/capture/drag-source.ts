import { pathPointsMax } from '#domain/step-action.ts'

import type { Point } from './click-place.ts'
import { isFromUs, type ActionOptions, type StepLog } from './observed-action.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** Shorter drags are unsteady clicks. */
const dragPx = 12
/** The most points kept during a drag; beyond that they are thinned out. */
const pointsMax = 512
const stepPx = 3

/** Turns a press into a drag once the pointer has moved, for pages that use pointer events and for native drag and drop. */
export function observeDrags(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  let path: Point[] | null = null
  let isNative = false
  /** Text that was selected before the press. Pages that drag keep it. */
  let selected: SelectedText | null = null

  function handlePointerDown(event: PointerEvent): void {
    path = null
    isNative = false
    const hit = event.composedPath()[0]
    if (!event.isTrusted || event.button !== 0 || event.pointerType === 'touch' || isFromUs(event, isOurs)) return
    // Dragging in these selects text or sets a value.
    if (hit instanceof Element && isTypedField(activationTarget(hit))) return
    path = [{ x: event.clientX, y: event.clientY }]
    selected = selectedText()
  }

  function addPoint({ clientX: x, clientY: y, screenX, screenY }: MouseEvent): void {
    // A cancelled drag ends with an event at the screen's origin.
    if (path === null || (x === 0 && y === 0 && screenX === 0 && screenY === 0)) return
    const last = path.at(-1)
    if (last !== undefined && distance(last, { x, y }) < stepPx) return
    path.push({ x, y })
    if (path.length > pointsMax) path = path.filter((_, index) => index % 2 === 0)
  }

  function finish(event: MouseEvent): void {
    addPoint(event)
    const done = path
    path = null
    const last = log.last()
    const start = done?.[0]
    if (done === null || start === undefined || last === null || (last.kind !== 'click' && last.kind !== 'drag')) return
    if (!done.some((point) => distance(start, point) >= dragPx)) return
    // A page that captures the pointer drags something itself, even if text is selected on the way.
    const isDragging = isNative || (event instanceof PointerEvent && hasCaptured(event))
    const now = isDragging ? null : selectedText()
    if (now !== null && (selected === null || now.some((part, index) => part !== selected?.[index]))) return
    const offsets = simplifyPath(done, pathPointsMax).map(({ x, y }) => ({ x: x - start.x, y: y - start.y }))
    log.change(last.clickId, { kind: 'drag', offsets })
  }

  const capture = { capture: true, passive: true, signal } as const
  window.addEventListener('pointerdown', handlePointerDown, capture)
  window.addEventListener('pointermove', (event) => !isNative && addPoint(event), capture)
  window.addEventListener('pointerup', (event) => !isNative && finish(event), capture)
  window.addEventListener('dragstart', () => (isNative = true), capture)
  window.addEventListener('drag', addPoint, capture)
  window.addEventListener('dragend', (event) => isNative && finish(event), capture)
  // Pages that redraw the dragged element on drop get no dragend.
  window.addEventListener('drop', (event) => isNative && event.isTrusted && finish(event), capture)
}

function hasCaptured({ target, pointerId }: PointerEvent): boolean {
  return target instanceof Element && target.hasPointerCapture(pointerId)
}

/** Where a selection starts and ends. */
type SelectedText = readonly [Node | null, number, Node | null, number]

/** Null without a selection. */
function selectedText(): SelectedText | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed) return null
  return [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset]
}

/** Simplifies the path to at most `most` points, keeping those farthest from a straight line. */
export function simplifyPath(path: readonly Point[], most: number): readonly Point[] {
  if (path.length <= 2) return path
  const kept = new Set([0, path.length - 1])
  while (kept.size < most) {
    const bounds = [...kept].toSorted((a, b) => a - b)
    const farthest = bounds
      .slice(1)
      .map((end, index) => farthestBetween(path, bounds[index] ?? 0, end))
      .toSorted((a, b) => b.distance - a.distance)[0]
    if (farthest === undefined || farthest.distance < stepPx) break
    kept.add(farthest.index)
  }
  return path.filter((_, index) => kept.has(index))
}

function farthestBetween(path: readonly Point[], start: number, end: number) {
  let best = { index: start, distance: 0 }
  const [from, to] = [path[start], path[end]]
  if (from === undefined || to === undefined) return best
  for (const [at, point] of path.slice(start + 1, end).entries()) {
    const away = distanceToWay(point, from, to)
    if (away > best.distance) best = { index: start + 1 + at, distance: away }
  }
  return best
}

function distanceToWay(point: Point, from: Point, to: Point): number {
  const length = distance(from, to)
  if (length === 0) return distance(point, from)
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
