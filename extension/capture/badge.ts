import type { RecorderStatus } from '../messages.ts'
import badgeStyle from './badge.css?inline'

export interface BadgeActions {
  readonly onUndo: () => void
  readonly onPauseChange: (isPaused: boolean) => void
  readonly onStop: () => void
}

export interface Badge {
  readonly update: (status: RecorderStatus) => void
  /** Invisible at the next painted frame; still there for keyboard and pointer. */
  readonly setVisible: (isVisible: boolean) => void
  readonly owns: (node: Node) => boolean
  readonly remove: () => void
}

/** The small bar in a recorded page. Its shadow root is closed, so that the page neither styles nor reads it. */
export function mountBadge(actions: BadgeActions): Badge {
  const host = document.createElement('understudy-recorder')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(badgeStyle)
  root.adoptedStyleSheets = [sheet]

  const bar = element('div', { className: 'bar', role: 'group', ariaLabel: 'Understudy recording' })
  const dot = element('span', { className: 'dot', ariaHidden: 'true' })
  const count = element('span', { className: 'count', role: 'status' })
  const undo = button('Undo last step', actions.onUndo)
  const pause = button('Pause', () => actions.onPauseChange(!isPaused))
  const stop = button('Stop', actions.onStop)
  stop.className = 'stop'
  bar.append(dot, count, undo, pause, stop)
  root.append(bar)
  let isPaused = false

  // What is done here is no business of the page: its shortcuts and outside-click handlers must not hear of it.
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup', 'keypress']) {
    host.addEventListener(type, (event) => event.stopPropagation())
  }

  // Pressing a button must not take the focus away from what the author is working on.
  bar.addEventListener('mousedown', (event) => event.preventDefault())

  function attach(): void {
    if (!host.isConnected) document.documentElement?.append(host)
  }

  return {
    update(status) {
      attach()
      isPaused = status.isPaused
      bar.classList.toggle('paused', isPaused)
      count.textContent = `${isPaused ? 'Paused, ' : ''}${status.captureCount} ${status.captureCount === 1 ? 'step' : 'steps'}`
      count.title = status.lastTitle ?? ''
      undo.disabled = status.captureCount === 0
      pause.textContent = isPaused ? 'Continue' : 'Pause'
    },
    setVisible(isVisible) {
      attach()
      bar.classList.toggle('hidden', !isVisible)
      // For tests and other tools that drive a browser: they can't look into the shadow root, and want to wait too.
      host.dataset['state'] = isVisible ? 'ready' : 'looking'
    },
    owns: (node) => node === host || root.contains(node),
    remove: () => host.remove(),
  }
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
