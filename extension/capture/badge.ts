import type { RecorderStatus } from '../messages.ts'
import { choosePlace, firstPlace, toOffset, toPlace, type BarPlace, type Offset } from './bar-place.ts'
import { countText, text } from '../text.ts'
import badgeStyle from './badge.css?inline'
import { parentAcrossShadow } from './shadow-tree.ts'
import { isClickable } from './target-description.ts'

export interface BadgeActions {
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onPauseChange: (isPaused: boolean) => void
  readonly onStop: () => void
  /** The author has moved the bar. */
  readonly onMove: (place: BarPlace) => void
  /** The pointer or the focus has left the bar. */
  readonly onRelease: () => void
}

export interface Badge {
  readonly update: (status: RecorderStatus) => void
  /** Takes effect at the next painted frame; ignored while the bar is in use. */
  readonly setVisible: (isVisible: boolean) => void
  /** Whether the page in the current picture has been read. */
  readonly setPageRead: (isRead: boolean) => void
  /** Moves the bar back above everything else in the page. */
  readonly keepOnTop: () => void
  /** Makes the browser draw the unchanged page once more, because a tab's stream has no frames of a still page. */
  readonly redraw: () => void
  readonly setPlace: (place: BarPlace) => void
  /** When it was hidden (ms since the epoch); null while it shows. */
  readonly hiddenAt: () => number | null
  /** Whether it is hovered or focused, and so must not be hidden. */
  readonly isInUse: () => boolean
  readonly owns: (node: Node) => boolean
  readonly remove: () => void
}

const arrows: Readonly<Record<string, Offset>> = {
  ArrowLeft: { left: -1, top: 0 },
  ArrowRight: { left: 1, top: 0 },
  ArrowUp: { left: 0, top: -1 },
  ArrowDown: { left: 0, top: 1 },
}
const keyStepPx = 16
const keyLeapPx = 96
/** Within this distance, the author is probably reaching for the bar. */
const nearPx = 32

/** The small bar in a recorded page. Its shadow root is closed, so that the page neither styles nor reads it. */
export function mountBadge(actions: BadgeActions): Badge {
  const host = document.createElement('understudy-recorder')
  // In the top layer, where the page can't cover it.
  host.popover = 'manual'
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(badgeStyle)
  root.adoptedStyleSheets = [sheet]

  const bar = element('div', { className: 'bar', role: 'group', ariaLabel: text('barName') })
  const grip = button('⠿', () => {})
  Object.assign(grip, { className: 'grip', title: text('moveBarHelp'), ariaLabel: text('moveBar') })
  const dot = element('span', { className: 'dot', ariaHidden: 'true' })
  const count = element('span', { className: 'count', role: 'status' })
  const undo = button(text('undo'), actions.onUndo)
  undo.title = text('undoLastStep')
  const redo = button(text('redo'), actions.onRedo)
  redo.title = text('restoreStep')
  const pause = button(text('pause'), () => actions.onPauseChange(!isPaused))
  const stop = button(text('stop'), actions.onStop)
  stop.className = 'stop'
  bar.append(grip, dot, count, undo, redo, pause, stop)
  const pixel = element('span', { className: 'pixel', ariaHidden: 'true' })
  root.append(bar, pixel)
  let isPaused = false
  let isVisible = false
  let hiddenAt: number | null = Date.now()
  let isRemoved = false
  /** The author's position, and the current one: the bar moves away while it would cover a control. */
  let own = firstPlace
  let current = firstPlace
  let dragged: { readonly dx: number; readonly dy: number } | null = null
  let pointer: Offset = { left: -1_000, top: -1_000 }

  // Events in the bar must not reach the page's shortcuts and outside-click handlers.
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup', 'keypress']) {
    host.addEventListener(type, (event) => event.stopPropagation())
  }

  // Pressing a button must not take the focus away from what the author is working on.
  bar.addEventListener('mousedown', (event) => event.preventDefault())

  bar.addEventListener('pointerdown', (event) => {
    const isOnButton = event.target instanceof Element && event.target.closest('button:not(.grip)') !== null
    if (isOnButton || event.button !== 0) return
    const box = host.getBoundingClientRect()
    dragged = { dx: event.clientX - box.left, dy: event.clientY - box.top }
    bar.setPointerCapture(event.pointerId)
  })
  bar.addEventListener('pointermove', (event) => {
    if (dragged !== null) moveTo({ left: event.clientX - dragged.dx, top: event.clientY - dragged.dy })
  })
  for (const type of ['pointerup', 'pointercancel'] as const) {
    bar.addEventListener(type, () => {
      if (dragged === null) return
      dragged = null
      actions.onMove(own)
    })
  }
  grip.addEventListener('keydown', (event) => {
    const way = arrows[event.key]
    if (way === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? keyLeapPx : keyStepPx
    const box = host.getBoundingClientRect()
    moveTo({ left: box.left + way.left * step, top: box.top + way.top * step })
    actions.onMove(own)
  })
  host.addEventListener('pointerleave', actions.onRelease)
  host.addEventListener('focusout', () => setTimeout(actions.onRelease))

  const leaving = new AbortController()
  const listening = { capture: true, passive: true, signal: leaving.signal } as const
  window.addEventListener('resize', () => put(current), listening)
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => (pointer = { left: clientX, top: clientY }),
    listening,
  )
  document.addEventListener('fullscreenchange', raise, listening)

  function moveTo(offset: Offset): void {
    own = toPlace(offset, host.getBoundingClientRect(), windowSize())
    put(own)
  }

  function put(place: BarPlace): void {
    current = place
    const { left, top } = toOffset(place, host.getBoundingClientRect(), windowSize())
    host.style.setProperty('left', `${left}px`, 'important')
    host.style.setProperty('top', `${top}px`, 'important')
  }

  /** Moves off the page's controls, unless the author is using it. */
  function makeWay(): void {
    // Only a hidden bar is skipped when `controlsBelow` tests what is at a point.
    if (isVisible || isInUse()) return
    const box = host.getBoundingClientRect()
    const place = choosePlace(own, (place) => {
      const { left, top } = toOffset(place, box, windowSize())
      const target = { left, top, right: left + box.width, bottom: top + box.height }
      return controlsBelow(left, top, box.width, box.height) + (isPointerNear(target) ? 1 : 0)
    })
    if (place !== current) put(place)
  }

  function controlsBelow(left: number, top: number, width: number, height: number): number {
    let covered = 0
    for (let x = 0; x <= 8; x += 1) {
      for (const y of [2, height / 2, height - 2]) {
        const below = document.elementFromPoint(left + (width * x) / 8, top + y)
        if (below !== null && isClickable(below)) covered += 1
      }
    }
    return covered
  }

  function isPointerNear({ left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>): boolean {
    const { left: x, top: y } = pointer
    return x > left - nearPx && x < right + nearPx && y > top - nearPx && y < bottom + nearPx
  }

  function isInUse(): boolean {
    return dragged !== null || root.activeElement !== null || (isVisible && host.matches(':hover'))
  }

  /** A modal dialog makes everything outside it inert, even in the top layer. */
  function attach(): void {
    if (isRemoved) return
    const parent = modalOnTop() ?? document.documentElement
    if (parent === null) return
    if (host.parentNode !== parent) parent.append(host)
    if (!host.matches(':popover-open')) {
      host.showPopover()
      put(current)
    }
  }

  function raise(): void {
    if (host.matches(':popover-open')) host.hidePopover()
    attach()
  }

  return {
    update(status) {
      attach()
      isPaused = status.isPaused
      bar.classList.toggle('paused', isPaused)
      count.textContent = isPaused
        ? countText('pausedOne', 'pausedMany', status.captureCount)
        : countText('stepsOne', 'stepsMany', status.captureCount)
      count.title = status.lastTitle ?? ''
      undo.disabled = status.captureCount === 0
      redo.disabled = !status.canRedo
      pause.textContent = text(isPaused ? 'continue' : 'pause')
      put(current)
    },
    setVisible(next) {
      attach()
      // For tests and automation, which can't read the closed shadow root.
      host.dataset['state'] = next ? 'ready' : 'looking'
      if (!next && isInUse()) return
      if (next && !isVisible) makeWay()
      if (next !== isVisible) hiddenAt = next ? null : Date.now()
      isVisible = next
      host.classList.toggle('hidden', !isVisible)
    },
    setPageRead: (isRead) => void (host.dataset['page'] = isRead ? 'read' : 'unread'),
    keepOnTop: attach,
    redraw: () => void pixel.classList.toggle('light'),
    setPlace(place) {
      own = place
      put(place)
      makeWay()
    },
    hiddenAt: () => hiddenAt,
    isInUse,
    owns: (node) => node === host || root.contains(node),
    remove() {
      isRemoved = true
      leaving.abort()
      host.remove()
    },
  }
}

/** The focused dialog (modal dialogs take the focus), else the last one. */
function modalOnTop(): Element | null {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  for (let at = focused; at !== null; at = parentAcrossShadow(at)) {
    if (at.matches('dialog:modal')) return at
  }
  // A live collection, because this runs after every change of the page, and a selector would search the whole page.
  return [...document.getElementsByTagName('dialog')].findLast((dialog) => dialog.matches(':modal')) ?? null
}

function windowSize() {
  return { width: window.innerWidth, height: window.innerHeight }
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: label })
  made.addEventListener('click', (event) => {
    if (event.isTrusted) onClick()
  })
  return made
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
