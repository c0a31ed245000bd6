import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

import { transferFiles } from '../lib/import/transfer-files.ts'

export interface ImageDropZoneProps {
  readonly text: string
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Takes files dropped anywhere on the page, and images pasted outside a text field. */
export function ImageDropZone({ text, onFiles, children }: ImageDropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((files: readonly File[]) => onFiles(files))

  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    window.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      options,
    )
    window.addEventListener(
      'dragleave',
      (event) => {
        // Leaving the window has no related target; moving inside the page does.
        if (event.relatedTarget === null) setIsOver(false)
      },
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        take(transferFiles(event.dataTransfer))
      },
      options,
    )
    window.addEventListener(
      'paste',
      (event) => {
        const files = transferFiles(event.clipboardData)
        if (files.length === 0) return
        event.preventDefault()
        take(files)
      },
      options,
    )
    return () => stop.abort()
  }, [])

  return (
    <>
      {children}
      {isOver ? (
        <div className="pointer-events-none fixed inset-3 z-40 flex animate-enter flex-col items-center justify-center gap-3 rounded-dialog border-2 border-dashed border-accent bg-page/90 text-lg font-medium">
          <ImagePlus size={32} aria-hidden className="text-accent" />
          {text}
        </div>
      ) : null}
    </>
  )
}
