/** The first second belongs to the page: a browser that waits for a response also looks idle. */
const headStartMs = 1_200
/** Dragging requests frames; the idle time between them isn't spare. */
const afterPressMs = 500
const pressesMax = 20

/** Calls back once the page is idle and nothing is being dragged. Returns how to cancel. */
export function whenIdle(work: () => void): () => void {
  let handle: number | undefined
  let timer = setTimeout(ask, headStartMs)
  let presses = 0

  function ask(): void {
    // Safari has no idle callbacks.
    if (window.requestIdleCallback === undefined) attempt()
    else handle = requestIdleCallback(attempt, { timeout: 2_000 })
  }

  function attempt(): void {
    // With a timeout: a browser can miss a release outside the window.
    const isPressed = presses < pressesMax && document.documentElement.matches(':active')
    if (!isPressed) return work()
    presses += 1
    timer = setTimeout(ask, afterPressMs)
  }

  return () => {
    clearTimeout(timer)
    if (handle !== undefined) cancelIdleCallback(handle)
  }
}
