import {
  deepestTarget,
  isFromUs,
  newAction,
  type ActionOptions,
  type ObservedAction,
  type StepLog,
} from './observed-action.ts'

/**
 * Reports mouse presses on pointer down, before the page sees them. Touches count on release at the same spot, as they
 * may be scrolling.
 */
export function observeClicks(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  const touches = new Map<number, ObservedAction>()
  let lastPress: ObservedAction | null = null
  let held: ObservedAction | null = null

  function handlePointerDown(event: PointerEvent): void {
    const hit = deepestTarget(event)
    flush()
    if (!event.isTrusted || event.button === 1 || event.button > 2 || hit === null) return
    if (isFromUs(event, isOurs) || isOnScrollbar(hit, event)) return
    const click = newAction(isForMenu(event) ? 'right-click' : 'click', hit, { x: event.clientX, y: event.clientY })
    if (event.pointerType === 'touch') touches.set(event.pointerId, click)
    else press(click)
  }

  /** A press near the last one waits for the browser's double-click event, which follows at once. */
  function press(click: ObservedAction): void {
    const first = lastPress
    const isSecond =
      first !== null && click.kind === 'click' && click.at - first.at < doubleClickMs && isNear(first, click)
    if (!isSecond) {
      lastPress = click.kind === 'click' ? click : null
      return log.add(click)
    }
    held = click
    setTimeout(flush)
  }

  function handleMouseDown(event: MouseEvent): void {
    if (held === null || event.detail < 2) return flush()
    if (lastPress !== null) {
      log.change(lastPress.clickId, { kind: 'double-click' })
      // A third press belongs to the double-click.
      lastPress = { ...held, clickId: lastPress.clickId }
    }
    held = null
  }

  function flush(): void {
    if (held === null) return
    const click = held
    held = null
    lastPress = click
    log.add(click)
  }

  function handlePointerUp(event: PointerEvent): void {
    const click = touches.get(event.pointerId)
    touches.delete(event.pointerId)
    if (click !== undefined) log.add(click)
  }

  const capture = { capture: true, passive: true, signal } as const
  // On the window, so that no listener of the page runs earlier and stops the event.
  window.addEventListener('pointerdown', handlePointerDown, capture)
  window.addEventListener('mousedown', handleMouseDown, capture)
  window.addEventListener('pointerup', handlePointerUp, capture)
  window.addEventListener('pointercancel', (event) => touches.delete(event.pointerId), capture)
}

/** The longest double-click interval of any operating system. */
const doubleClickMs = 900
const nearPx = 8

function isNear({ point: first }: ObservedAction, { point: second }: ObservedAction): boolean {
  if (first === null || second === null) return false
  return Math.abs(first.x - second.x) < nearPx && Math.abs(first.y - second.y) < nearPx
}

/** On a Mac the primary button opens the menu, too. */
function isForMenu(event: PointerEvent): boolean {
  return event.button === 2 || (event.ctrlKey && navigator.userAgent.includes('Macintosh'))
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
