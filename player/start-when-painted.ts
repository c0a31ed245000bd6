/** What a visitor pressed before the player's script ran. */
export interface EarlyPresses {
  readonly events: readonly Event[]
  /** Keeps no more. */
  readonly stop: () => void
}

declare global {
  interface Window {
    earlyPresses?: EarlyPresses
  }
}

/**
 * Loads the player's script once the step's picture is on the screen, because it would compete with the picture for the
 * network and the processor; at once when the visitor presses something, which is kept until the script can respond. The
 * page inlines this function's source, so it can't reference anything outside itself. Its script element's `data-entry`
 * is the script to load.
 */
export function startWhenPainted(): void {
  const { entry } = document.currentScript?.dataset ?? {}
  const picture = document.querySelector<HTMLImageElement>('#player .us-image')
  const kinds = ['pointerdown', 'keydown', 'click']
  const events: Event[] = []
  let isStarted = false
  const start = () => {
    if (isStarted || entry === undefined) return
    isStarted = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry
    document.head.append(script)
  }
  const keep = (event: Event) => {
    start()
    if (event.type !== 'pointerdown' && events.length < 20) events.push(event)
  }
  for (const kind of kinds) addEventListener(kind, keep)
  window.earlyPresses = { events, stop: () => kinds.forEach((kind) => removeEventListener(kind, keep)) }
  if (picture === null) return start()
  const paint = 'largest-contentful-paint'
  const isReported = PerformanceObserver.supportedEntryTypes.includes(paint)
  if (isReported) {
    new PerformanceObserver((list) => {
      const painted = list.getEntries() as (PerformanceEntry & { readonly element?: Element | null })[]
      if (painted.some(({ element }) => element === picture)) start()
    }).observe({ type: paint, buffered: true })
  }
  // A picture smaller than a text isn't reported. Not decode(), which would decode it a second time.
  const startSoon = () => setTimeout(start, isReported ? 1_000 : 200)
  if (picture.complete) startSoon()
  picture.addEventListener('load', startSoon)
  picture.addEventListener('error', start)
  setTimeout(start, 3_000)
}

/** Does what the visitor pressed before the page could respond; links have been followed already. */
export function replayEarlyPresses(): void {
  const { events, stop } = window.earlyPresses ?? {}
  stop?.()
  for (const event of events ?? []) {
    const target = event.target instanceof Element && event.target.isConnected ? event.target : document.body
    if (event instanceof KeyboardEvent) {
      const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event
      const again = { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true }
      target.dispatchEvent(new KeyboardEvent('keydown', again))
    } else target.closest('button')?.click()
  }
}
