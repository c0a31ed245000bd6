import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The same function for ever, which does what the one given last does: whoever is handed it is not drawn anew for it. For
 * what happens later, not to be called while drawing.
 */
export function useSteady<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  const [steady] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )
  return steady
}
