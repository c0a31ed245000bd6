import { useEffect, useState } from 'react'

import type { Step } from '#domain/demo.ts'

import { loadPicturesToCheck, savePictureChecked } from './picture-check-calls.ts'

/**
 * The captures whose pictures an author should look at. One is looked at when its step is selected: the mark is taken away
 * for good, but stays in view until another step is selected.
 */
export function usePictureChecks(steps: readonly Step[], selectedId: string | null): ReadonlySet<string> {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set<string>())
  const [first] = useState(steps)
  useEffect(() => {
    // Without the marks the editor is whole; they come with the next visit.
    loadPicturesToCheck(first).then(
      (ids) => setMarked(new Set(ids)),
      () => undefined,
    )
  }, [first])

  const selected = steps.find(({ id }) => id === selectedId)?.captureId ?? null
  const isMarked = selected !== null && marked.has(selected)
  useEffect(() => {
    if (!isMarked) return
    savePictureChecked(selected).catch(() => undefined)
    return () => setMarked((ids) => new Set([...ids].filter((id) => id !== selected)))
  }, [isMarked, selected])
  return marked
}
