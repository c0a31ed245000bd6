import { useEffect, useReducer } from 'react'

/**
 * False on the server and during hydration, so that both match; true a task later, so that a slow phone can respond in
 * between.
 */
export function useHydrated(): boolean {
  const [isHydrated, hydrated] = useReducer(() => true, false)
  useEffect(() => {
    const soon = setTimeout(hydrated)
    return () => clearTimeout(soon)
  }, [])
  return isHydrated
}
