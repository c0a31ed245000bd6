/** The first second belongs to the page itself: a browser that waits for an answer looks idle too. */
const headStartMs = 1_200

/** Calls back once the page is there and has nothing more urgent to do. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  let handle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (window.requestIdleCallback === undefined) work()
    else handle = requestIdleCallback(work, { timeout: 2_000 })
  }, headStartMs)
  return () => {
    clearTimeout(timer)
    if (handle !== undefined) cancelIdleCallback(handle)
  }
}
