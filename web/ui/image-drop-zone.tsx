import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

import { transferFiles } from '../lib/import/transfer-files.ts'

export interface ImageDropTarget {
  readonly text: string
  readonly find: () => Element | null
  readonly onFile: (file: File) => void
}

export interface ImageDropZoneProps {
  readonly text: string
  readonly onFiles: (files: readonly File[]) => void
  /** A separate drop target for a single image. */
  readonly target?: ImageDropTarget | undefined
  readonly children: ReactNode
}

/** Takes files dropped anywhere on the page, and images pasted outside a text field. */
export function ImageDropZone({ text, onFiles, target, children }: ImageDropZoneProps) {
  const [over, setOver] = useState<'page' | 'target' | null>(null)
  const placeOf = useEffectEvent((event: DragEvent) => {
    const box = event.dataTransfer?.items.length === 1 ? target?.find()?.getBoundingClientRect() : undefined
    const { clientX: x, clientY: y } = event
    const isInside = box !== undefined && x > box.left && x < box.right && y > box.top && y < box.bottom
    return isInside ? 'target' : 'page'
  })
  const take = useEffectEvent((files: readonly File[], place: 'page' | 'target' = 'page') => {
    const [file] = files
    if (place === 'target' && target !== undefined && file !== undefined) target.onFile(file)
    else onFiles(files)
  })

  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    window.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(placeOf(event))
      },
      options,
    )
    window.addEventListener(
      'dragleave',
      (event) => {
        // Leaving the window has no related target; moving inside the page does.
        if (event.relatedTarget === null) setOver(null)
      },
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(null)
        take(transferFiles(event.dataTransfer), placeOf(event))
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
      {over !== null ? (
        <div className="pointer-events-none fixed inset-3 z-40 flex animate-enter flex-col items-center justify-center gap-3 rounded-dialog border-2 border-dashed border-accent bg-page/90 text-lg font-medium">
          <ImagePlus size={32} aria-hidden className="text-accent" />
          {over === 'target' ? target?.text : text}
        </div>
      ) : null}
    </>
  )
}
