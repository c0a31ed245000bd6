import { useEffect, useReducer } from 'react'

/**
 * False in the server's HTML and in the render that takes it over, so both are the same; true from then on, a task later,
 * so that a slow phone can answer a touch in between.
 */
export function useTakenOver(): boolean {
  const [isTakenOver, takeOver] = useReducer(() => true, false)
  useEffect(() => {
    const soon = setTimeout(takeOver)
    return () => clearTimeout(soon)
  }, [])
  return isTakenOver
}
