import { useEffect, useState } from 'react'

import type { Step } from '#domain/demo.ts'

import { loadPicturesToCheck, savePictureChecked } from './picture-check-calls.ts'

/**
 * Which pictures need a check. Selecting a step counts as checked: the mark is cleared for good, but stays visible
 * until the selection or the picture changes.
 */
export function usePictureChecks(steps: readonly Step[], selectedId: string | null): (step: Step) => boolean {
  /** The pictures that were marked, by their captures. */
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map<string, string>())
  const [first] = useState(steps)
  useEffect(() => {
    // The editor works without the marks; the next visit loads them.
    loadPicturesToCheck(first).then(
      (pictures) => setMarked(pictures),
      () => undefined,
    )
  }, [first])

  const isToCheck = (step: Step) => step.captureId !== null && marked.get(step.captureId) === step.screenshotUrl
  const selected = steps.find(({ id }) => id === selectedId)
  const checkedId = selected !== undefined && isToCheck(selected) ? selected.captureId : null
  useEffect(() => {
    if (checkedId === null) return
    savePictureChecked(checkedId).catch(() => undefined)
    return () => setMarked((pictures) => new Map([...pictures].filter(([id]) => id !== checkedId)))
  }, [checkedId])
  return isToCheck
}
