import type { Point } from './click-place.ts'
import { shadowRootOf } from './shadow-tree.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** An action of the author that becomes a step. */
export interface ObservedClick {
  readonly clickId: string
  /** Missing for a plain click. A double-click is known only at its second press. */
  readonly gesture?: 'right-click'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The element that was hit, including inside shadow roots. */
  readonly hit: Element
  /** In this frame's viewport. */
  readonly point: Point
}

export interface ClickSourceOptions {
  readonly onClick: (click: ObservedClick) => void
  /** The click was the first press of a double-click. */
  readonly onDoubleClick: (clickId: string) => void
  readonly isOurs: (node: Node) => boolean
  readonly signal: AbortSignal
}

/**
 * Reports mouse presses on pointer down, before the page sees them, and keyboard activation. Touches count on release
 * at the same spot, as they may be scrolling.
 */
export function observeClicks(options: ClickSourceOptions): void {
  const { signal } = options
  const touches = new Map<number, ObservedClick>()
  let lastPress: ObservedClick | null = null
  let held: ObservedClick | null = null

  function handlePointerDown(event: PointerEvent): void {
    const hit = deepestTarget(event)
    flush()
    if (!event.isTrusted || event.button === 1 || event.button > 2 || hit === null || isOnScrollbar(hit, event)) return
    const gesture = isForMenu(event) ? ({ gesture: 'right-click' } as const) : {}
    const click = { ...createClick(hit, { x: event.clientX, y: event.clientY }), ...gesture }
    if (event.pointerType === 'touch') touches.set(event.pointerId, click)
    else press(click)
  }

  /** A press near the last one waits for the browser's double-click event, which follows at once. */
  function press(click: ObservedClick): void {
    const first = lastPress
    const isSecond =
      first !== null && click.gesture === undefined && click.at - first.at < doubleClickMs && isNear(first, click)
    if (!isSecond) {
      lastPress = click.gesture === undefined ? click : null
      return options.onClick(click)
    }
    held = click
    setTimeout(flush)
  }

  function handleMouseDown(event: MouseEvent): void {
    if (held === null || event.detail < 2) return flush()
    if (lastPress !== null) {
      options.onDoubleClick(lastPress.clickId)
      // A third press is part of the same.
      lastPress = { ...held, clickId: lastPress.clickId }
    }
    held = null
  }

  function flush(): void {
    if (held === null) return
    const click = held
    held = null
    lastPress = click
    options.onClick(click)
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
    options.onClick(createClick(focused, centerOf(focused)))
  }

  /** The event's target, or the element below it in closed shadow roots. */
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
  window.addEventListener('mousedown', handleMouseDown, capture)
  window.addEventListener('pointerup', handlePointerUp, capture)
  window.addEventListener('pointercancel', (event) => touches.delete(event.pointerId), capture)
  window.addEventListener('keydown', handleKeyDown, capture)
}

/** The longest that systems let pass between the two presses. */
const doubleClickMs = 900
const nearPx = 8

function createClick(hit: Element, point: Point): ObservedClick {
  return { clickId: crypto.randomUUID(), at: Date.now(), hit, point }
}

function isNear(first: ObservedClick, second: ObservedClick): boolean {
  return Math.abs(first.point.x - second.point.x) < nearPx && Math.abs(first.point.y - second.point.y) < nearPx
}

/** On a Mac the primary button opens the menu, too. */
function isForMenu(event: PointerEvent): boolean {
  return event.button === 2 || (event.ctrlKey && navigator.userAgent.includes('Macintosh'))
}

/** Whether the key triggers the focused control or submits a form. */
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

/** The centre of its visible part. */
function centerOf(element: Element): Point {
  const box = element.getBoundingClientRect()
  const middle = (start: number, end: number, limit: number) => (Math.max(0, start) + Math.min(limit, end)) / 2
  return { x: middle(box.left, box.right, window.innerWidth), y: middle(box.top, box.bottom, window.innerHeight) }
}
