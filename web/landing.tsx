import './landing.css'

import { catchArrival } from './lib/catch-arrival.ts'
import { applyTheme, storedTheme } from './lib/theme.ts'

/*
 * The landing page's only script: a few hundred bytes that load the rest after the first paint, which it would
 * otherwise delay.
 */

applyTheme(storedTheme())

const root = document.getElementById('landing')
// A mailed link without another allowed target leads here; after a reload, the application handles it.
if (catchArrival()) location.reload()
else if (root !== null) void hydrate(root)

async function hydrate(root: HTMLElement): Promise<void> {
  // Replays what was clicked or sent before the script loaded; a form by its button, whose click React waits for.
  let clicked: HTMLElement | null = null
  const remember = (event: Event) => {
    const target = event.target as Element
    clicked = event.type === 'click' ? target.closest('button') : target.querySelector<HTMLElement>('[type=submit]')
    if (event.type === 'submit') event.preventDefault()
  }
  root.addEventListener('click', remember)
  root.addEventListener('submit', remember)
  // Unrendered only under `npm run dev`.
  if (root.firstElementChild !== null) await firstPaint()
  const { hydrateLanding } = await import('./hydrate-landing.tsx')
  root.removeEventListener('click', remember)
  root.removeEventListener('submit', remember)
  hydrateLanding(root, clicked)
}

/** Resolves at once in a hidden tab, which is not painted. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve(null)
    document.addEventListener('visibilitychange', resolve, { once: true })
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
}
