import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { whenIdle } from '../lib/when-idle.ts'
import { IconButton } from './icon-button.tsx'
import { Notice } from './notice.tsx'
import { Spinner } from './spinner.tsx'

export interface ImageIntake {
  readonly take: (files: readonly File[]) => Promise<void>
  /** Progress, and why some files were rejected. */
  readonly notice: ReactNode
}

const loadCollect = () => import('../lib/import/collect-images.ts')

/** Checks files and passes on the valid ones, with a sentence for each of the others. `earlier` is shown from the start. */
export function useImageIntake(
  onImages: (files: readonly File[], leftOut: readonly string[]) => Promise<void>,
  earlier: readonly string[] = [],
  onClose?: () => void,
): ImageIntake {
  const [checking, setChecking] = useState<{ readonly done: number; readonly total: number }>()
  const [problems, setProblems] = useState(earlier)

  useEffect(() => whenIdle(() => void loadCollect().catch(() => undefined)), [])

  async function take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setProblems([])
    setChecking({ done: 0, total: files.length })
    try {
      const { collectImages } = await loadCollect()
      const { good, problems: found } = await collectImages(files, (done, total) => setChecking({ done, total }))
      setProblems(good.length === 0 ? [...found, 'No images left to add.'] : found)
      setChecking(undefined)
      if (good.length > 0) await onImages(good, found)
    } catch {
      setProblems(['The images could not be read. Check your connection and add them again.'])
    }
    setChecking(undefined)
  }

  function close(): void {
    setProblems([])
    onClose?.()
  }

  const notice = (
    <>
      {checking === undefined ? null : (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner label="Checking" size={16} />
          Checking image {Math.min(checking.done + 1, checking.total)} of {checking.total}…
        </p>
      )}
      {problems.length === 0 ? null : (
        <Notice tone="danger">
          <div className="flex items-start gap-2">
            <ul className="flex max-h-48 min-w-0 flex-1 flex-col gap-1 overflow-y-auto py-1.5">
              {problems.map((problem) => (
                <li key={problem} className="break-words">
                  {problem}
                </li>
              ))}
            </ul>
            <IconButton label="Dismiss" onClick={close}>
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        </Notice>
      )}
    </>
  )
  return { take, notice }
}
