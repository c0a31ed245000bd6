import type { Point } from './click-place.ts'
import { shadowRootOf } from './shadow-tree.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** Something the author did that makes a step. */
export interface ObservedClick {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What was hit, inside shadow roots too. */
  readonly hit: Element
  /** In this frame's viewport. */
  readonly point: Point
}

export interface ClickSourceOptions {
  readonly onClick: (click: ObservedClick) => void
  readonly isOurs: (node: Node) => boolean
  readonly signal: AbortSignal
}

/**
 * Reports presses of the primary button when the pointer goes down, before the page hears of them, and keyboard
 * activation. A finger counts when it is lifted where it was put down: otherwise it may have been scrolling.
 */
export function observeClicks(options: ClickSourceOptions): void {
  const { signal } = options
  const touches = new Map<number, ObservedClick>()

  function handlePointerDown(event: PointerEvent): void {
    const hit = deepestTarget(event)
    if (!event.isTrusted || event.button !== 0 || hit === null || isOnScrollbar(hit, event)) return
    const click = { at: Date.now(), hit, point: { x: event.clientX, y: event.clientY } }
    if (event.pointerType === 'touch') touches.set(event.pointerId, click)
    else options.onClick(click)
  }

  function handlePointerUp(event: PointerEvent): void {
    const click = touches.get(event.pointerId)
    touches.delete(event.pointerId)
    if (click !== undefined) options.onClick(click)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const focused = event.composedPath()[0]
    if (!event.isTrusted || event.repeat || event.isComposing || !(focused instanceof Element)) return
    if (event.ctrlKey || event.metaKey || event.altKey || options.isOurs(focused)) return
    if (!isActivation(focused, event.key)) return
    options.onClick({ at: Date.now(), hit: focused, point: centerOf(focused) })
  }

  /** The event's own target, or what lies below it in closed shadow roots. */
  function deepestTarget(event: PointerEvent): Element | null {
    const target = event.composedPath()[0]
    if (!(target instanceof Element) || options.isOurs(target)) return null
    let hit = target
    for (let root = shadowRootOf(hit); root !== null; root = shadowRootOf(hit)) {
      const inner: Element | null = root.elementFromPoint(event.clientX, event.clientY)
      if (inner === null || inner === hit) break
      hit = inner
    }
    return hit
  }

  const capture = { capture: true, passive: true, signal } as const
  // On the window: no listener of the page can come before, so none can stop the event.
  window.addEventListener('pointerdown', handlePointerDown, capture)
  window.addEventListener('pointerup', handlePointerUp, capture)
  window.addEventListener('pointercancel', (event) => touches.delete(event.pointerId), capture)
  window.addEventListener('keydown', handleKeyDown, capture)
}

/** Whether the key makes the focused control do what a click would do, or sends a form. */
function isActivation(focused: Element, key: string): boolean {
  if (key !== 'Enter' && key !== ' ') return false
  if (isTypedField(focused)) return key === 'Enter' && focused instanceof HTMLInputElement
  const control = activationTarget(focused)
  const isControl = control === focused && control.matches('a, area, button, input, summary, option, [role]')
  if (!isControl) return false
  return key === 'Enter' ? !focused.matches('input[type=checkbox], input[type=radio]') : !focused.matches('a, area')
}

function isOnScrollbar(hit: Element, event: PointerEvent): boolean {
  if (hit === document.documentElement) {
    return event.clientX >= hit.clientWidth || event.clientY >= window.innerHeight - scrollbarHeight()
  }
  if (hit.clientWidth === 0 || hit.clientHeight === 0) return false
  const style = getComputedStyle(hit)
  if (!/(auto|scroll)/.test(style.overflow)) return false
  const box = hit.getBoundingClientRect()
  return (
    event.clientX - box.left - hit.clientLeft > hit.clientWidth ||
    event.clientY - box.top - hit.clientTop > hit.clientHeight
  )
}

function scrollbarHeight(): number {
  return document.compatMode === 'CSS1Compat' ? window.innerHeight - document.documentElement.clientHeight : 0
}

/** The middle of the part of it that can be seen. */
function centerOf(element: Element): Point {
  const box = element.getBoundingClientRect()
  const middle = (start: number, end: number, limit: number) => (Math.max(0, start) + Math.min(limit, end)) / 2
  return { x: middle(box.left, box.right, window.innerWidth), y: middle(box.top, box.bottom, window.innerHeight) }
}
