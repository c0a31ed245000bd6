/**
 * Loads the player's script once the step's picture is on the screen, because it would compete with the picture for the
 * network and the processor; at once when the visitor acts. The page inlines this function's source, so it can't
 * reference anything outside itself; `entry` is an attribute of its script element.
 */
export function startWhenPainted(): void {
  const { entry } = document.currentScript?.dataset ?? {}
  const picture = document.querySelector<HTMLImageElement>('#player .us-image')
  let isStarted = false
  const start = () => {
    if (isStarted || entry === undefined) return
    isStarted = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry
    document.head.append(script)
  }
  if (picture === null) return start()
  const paint = 'largest-contentful-paint'
  const isReported = PerformanceObserver.supportedEntryTypes.includes(paint)
  if (isReported) {
    new PerformanceObserver((list) => {
      const painted = list.getEntries() as (PerformanceEntry & { readonly element?: Element | null })[]
      if (painted.some(({ element }) => element === picture)) start()
    }).observe({ type: paint, buffered: true })
  }
  // A picture smaller than a text isn't reported.
  picture.decode().then(() => setTimeout(start, isReported ? 1_000 : 100), start)
  setTimeout(start, 3_000)
  for (const type of ['pointerdown', 'keydown', 'touchstart']) addEventListener(type, start, { passive: true })
}
