import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A stable function that calls the latest given one, so passing it causes no re-render. For event handlers, not during
 * render.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )
  return stable
}
