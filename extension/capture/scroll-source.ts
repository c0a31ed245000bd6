import type { Point } from './click-place.ts'
import { deepestTarget, isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'

/** Fraction of the scrolled area's height; shorter scrolls only bring a control into view. */
const leastShare = 0.5
const endMs = 250
/** A scroll that starts later than this after a wheel event has another cause. */
const wheelMs = 400

interface Wheel {
  readonly at: number
  readonly hit: Element
  readonly point: Point
}

/** Reports long scrolls, folded into the next step, whose picture shows the result. */
export function observeScrolling(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  /** Where the last scroll ended; a wheel event may arrive after its scrolling has begun. */
  const rested = new WeakMap<Element, number>()
  let wheel: Wheel | null = null
  let gesture: { readonly scroller: Element; readonly top: number; readonly from: Wheel } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function handleWheel(event: WheelEvent): void {
    const hit = deepestTarget(event)
    if (!event.isTrusted || event.ctrlKey || hit === null || isFromUs(event, isOurs)) return
    wheel = { at: Date.now(), hit, point: { x: event.clientX, y: event.clientY } }
    const scroller = scrollerOf(hit)
    gesture ??= scroller === null ? null : { scroller, top: rested.get(scroller) ?? 0, from: wheel }
  }

  function handleScroll(event: Event): void {
    const target = event.target instanceof Element ? event.target : document.scrollingElement
    const isWheel = gesture !== null && wheel !== null && Date.now() - wheel.at <= wheelMs
    if (!isWheel && target !== null && target !== gesture?.scroller) rested.set(target, target.scrollTop)
    if (!isWheel) return
    clearTimeout(timer)
    timer = setTimeout(finish, endMs)
  }

  function finish(): void {
    clearTimeout(timer)
    const done = gesture
    gesture = null
    if (done === null) return
    const { scroller, top, from } = done
    const moved = scroller.scrollTop - top
    rested.set(scroller, scroller.scrollTop)
    if (Math.abs(moved) < scroller.clientHeight * leastShare) return
    const text = moved < 0 ? 'up' : 'down'
    log.add(newAction('scroll', from.hit, from.point, { text, at: from.at, isFolded: true }))
  }

  if (document.scrollingElement !== null) rested.set(document.scrollingElement, document.scrollingElement.scrollTop)
  const capture = { capture: true, passive: true, signal } as const
  window.addEventListener('wheel', handleWheel, capture)
  window.addEventListener('scroll', handleScroll, capture)
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, finish, capture)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** The element that a wheel over this element scrolls. */
function scrollerOf(hit: Element): Element | null {
  for (let at: Element | null = hit; at !== null; at = at.parentElement) {
    const isRoot = at === document.documentElement || at === document.body
    if (!isRoot && at.scrollHeight > at.clientHeight && /(auto|scroll)/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.scrollingElement
}
