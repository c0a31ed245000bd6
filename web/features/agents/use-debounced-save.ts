import { useEffect, useRef } from 'react'

import { useStableCallback } from '../../lib/use-stable-callback.ts'

const pauseMs = 700

/** Calls `save` with the last value after a pause or on unmount. */
export function useDebouncedSave<T>(save: (value: T) => void): {
  readonly later: (value: T) => void
  readonly now: () => void
} {
  const stableSave = useStableCallback(save)
  const waiting = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const now = useStableCallback(() => {
    if (waiting.current === null) return
    clearTimeout(waiting.current.timer)
    const { value } = waiting.current
    waiting.current = null
    stableSave(value)
  })
  useEffect(() => now, [now])
  return {
    later: (value) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer)
      waiting.current = { value, timer: setTimeout(now, pauseMs) }
    },
    now,
  }
}
