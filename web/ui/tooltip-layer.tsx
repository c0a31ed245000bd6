import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import type { TooltipSide } from './tooltip.tsx'

/** Avoids flicker under a passing pointer; follow-up tooltips show at once. */
const delayMs = 400
const warmMs = 300
/** Time to cross the gap between a control and its tooltip. */
const graceMs = 120
const gapPx = 6
const edgePx = 8

/**
 * Shows the tooltip of the hovered or focused control. Escape, a press or a scroll hides it; the pointer may rest on
 * it (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const [control, setControl] = useState<HTMLElement | null>(null)
  const tooltip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const stop = new AbortController()
    let shown: HTMLElement | null = null
    const show = (next: HTMLElement | null) => {
      shown = next
      setControl(next)
    }
    watchTooltips(
      show,
      () => tooltip.current,
      () => shown,
      stop.signal,
    )
    return () => stop.abort()
  }, [])

  useLayoutEffect(() => {
    if (control !== null && tooltip.current !== null) placeBeside(tooltip.current, control)
  }, [control])

  if (control === null) return null
  const { tooltip: text, tooltipKeys: keys } = control.dataset
  return createPortal(
    <div
      ref={tooltip}
      role="tooltip"
      className="fixed top-0 left-0 z-60 w-max max-w-64 animate-enter rounded-control bg-text px-2 py-1 text-xs text-page shadow-raised"
    >
      {text}
      {keys === undefined ? null : <kbd className="ml-2 font-sans opacity-70">{keys}</kbd>}
    </div>,
    document.body,
  )
}

function watchTooltips(
  show: (control: HTMLElement | null) => void,
  shownTooltip: () => HTMLElement | null,
  shownControl: () => HTMLElement | null,
  signal: AbortSignal,
): void {
  let wanted: HTMLElement | null = null
  let shownAtMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const options = { signal, capture: true, passive: true }

  function want(control: HTMLElement | null, waitMs: number): void {
    if (control === wanted) return
    clearTimeout(timer)
    wanted = control
    const apply = () => show(control)
    const isWarm = shownTooltip() !== null || performance.now() - shownAtMs < warmMs
    if (shownTooltip() !== null) shownAtMs = performance.now()
    if (waitMs === 0 || (control !== null && isWarm)) apply()
    else timer = setTimeout(apply, waitMs)
  }

  function handlePointer({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return
    const isOnTooltip = target instanceof Node && shownTooltip()?.contains(target) === true
    const control = isOnTooltip ? shownControl() : markedControl(target)
    want(control, control === null ? graceMs : delayMs)
  }

  function handleFocus({ target }: FocusEvent): void {
    if (target instanceof Element && target.matches(':focus-visible')) want(markedControl(target), 0)
  }

  const hide = () => want(null, 0)
  document.addEventListener('pointerover', handlePointer, options)
  document.addEventListener('focusin', handleFocus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('click', hide, options)
  document.addEventListener('scroll', hide, options)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options)
  // Outside the window there is no related target.
  document.addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && hide(), options)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function markedControl(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
}

/** On the preferred side, else the opposite one, clamped to the window. */
function placeBeside(tooltip: HTMLElement, control: HTMLElement): void {
  const anchor = control.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tooltip
  const { innerWidth, innerHeight } = window
  const centred = {
    left: anchor.left + (anchor.width - width) / 2,
    top: anchor.top + (anchor.height - height) / 2,
  }
  const places: Readonly<Record<TooltipSide, { readonly left: number; readonly top: number }>> = {
    top: { left: centred.left, top: anchor.top - height - gapPx },
    bottom: { left: centred.left, top: anchor.bottom + gapPx },
    left: { left: anchor.left - width - gapPx, top: centred.top },
    right: { left: anchor.right + gapPx, top: centred.top },
  }
  const side = (control.dataset['tooltipSide'] ?? 'bottom') as TooltipSide
  const isOutside = ({ left, top }: { readonly left: number; readonly top: number }) =>
    side === 'top' || side === 'bottom' ? top < 0 || top + height > innerHeight : left < 0 || left + width > innerWidth
  const { left, top } = isOutside(places[side]) ? places[opposite[side]] : places[side]
  // Through the CSSOM: the page's policy allows no style attributes.
  tooltip.style.left = `${clamp(left, innerWidth - width)}px`
  tooltip.style.top = `${clamp(top, innerHeight - height)}px`
}

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

function clamp(value: number, most: number): number {
  return Math.max(edgePx, Math.min(value, most - edgePx))
}
