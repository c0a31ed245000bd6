import { useEffect, useReducer } from 'react'

/** False in the server's HTML and in the render that takes it over, so both are the same; true from then on. */
export function useTakenOver(): boolean {
  const [isTakenOver, takeOver] = useReducer(() => true, false)
  useEffect(() => takeOver(), [])
  return isTakenOver
}
