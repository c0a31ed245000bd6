import { useEffect, useState } from 'react'

import type { Ending } from './ending.tsx'

/** The ending's code, fetched when the visitor is one step away from it. */
export function useEnding(given: typeof Ending | undefined, isNear: boolean): typeof Ending | null {
  const [part, setPart] = useState(given === undefined ? null : { Ending: given })
  const isMissing = part === null && isNear
  useEffect(() => {
    // A failure repeats at the next step; meanwhile the last picture stays.
    if (isMissing) import('./ending.tsx').then(setPart, () => undefined)
  }, [isMissing])
  return part?.Ending ?? null
}
