import { useEffect, useState } from 'react'

/** Code loaded on demand; null until then. `load` never changes; a failure is retried at the next step. */
export function usePart<Part>(
  isWanted: boolean,
  load: (attempt: number) => Promise<Part>,
  attempt: number,
  given?: Part,
): Part | null {
  const [part, setPart] = useState<{ readonly value: Part } | null>(given === undefined ? null : { value: given })
  const isMissing = isWanted && part === null
  useEffect(() => {
    if (!isMissing) return
    let isStale = false
    load(attempt).then(
      (value) => isStale || setPart({ value }),
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [isMissing, load, attempt])
  return part?.value ?? null
}
