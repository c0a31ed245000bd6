import { useEffect, useReducer } from 'react'

/**
 * False on the server and during hydration, so that both match; true a task later, so that a slow phone can respond in
 * between.
 */
export function useTakenOver(): boolean {
  const [isTakenOver, takeOver] = useReducer(() => true, false)
  useEffect(() => {
    const soon = setTimeout(takeOver)
    return () => clearTimeout(soon)
  }, [])
  return isTakenOver
}
