import { useEffect, useRef } from 'react'

import { useSteady } from '../../lib/use-steady.ts'

const restMs = 700

/** Calls `save` with the last value after a pause or on unmount. */
export function useRest<T>(save: (value: T) => void): { readonly later: (value: T) => void; readonly now: () => void } {
  const steadySave = useSteady(save)
  const waiting = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const now = useSteady(() => {
    if (waiting.current === null) return
    clearTimeout(waiting.current.timer)
    const { value } = waiting.current
    waiting.current = null
    steadySave(value)
  })
  useEffect(() => now, [now])
  return {
    later: (value) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer)
      waiting.current = { value, timer: setTimeout(now, restMs) }
    },
    now,
  }
}
