import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { countOf } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SourceProblem, type FoundPicture } from './found-picture.ts'

export interface PictureSource {
  readonly kind: 'pdf' | 'video'
  readonly file: File
}

export interface ChoosePicturesProps {
  readonly source: PictureSource
  readonly onCreate: (files: readonly File[]) => void
  /** Returns to the sheet's start. */
  readonly onBack: () => void
}

const readers = {
  pdf: async () => (await import('./pdf-pages.ts')).readPdfPages,
  video: async () => (await import('./video-frames.ts')).readVideoFrames,
} as const

interface ShownPicture extends FoundPicture {
  readonly address: string
}

/** The pages or frames found in a file, for the author to choose from. */
export function ChoosePictures({ source, onCreate, onBack }: ChoosePicturesProps) {
  const { pictures, problem, isReading, stop } = usePictures(source)
  const [leftOut, setLeftOut] = useState<ReadonlySet<ShownPicture>>(new Set())
  const chosen = pictures.filter((picture) => !leftOut.has(picture))
  const note = pictures.find((picture) => picture.note !== undefined)?.note
  const unit = source.kind === 'pdf' ? 'page' : 'frame'

  function toggle(picture: ShownPicture): void {
    const next = new Set(leftOut)
    if (!next.delete(picture)) next.add(picture)
    setLeftOut(next)
  }

  return (
    <div className="flex flex-col gap-4">
      {isReading ? (
        <div className="flex items-center gap-3">
          <Progress
            label={`Reading ${source.file.name}`}
            value={Math.round((pictures.at(-1)?.share ?? 0) * 100)}
            max={100}
          />
          <Button onClick={stop}>Stop</Button>
        </div>
      ) : null}
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      {note === undefined ? null : <Notice tone="plain">{note}</Notice>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {pictures.map((picture) => (
          <li key={picture.address}>
            <PictureTile picture={picture} isChosen={!leftOut.has(picture)} onToggle={() => toggle(picture)} />
          </li>
        ))}
        {isReading && pictures.length === 0
          ? [0, 1, 2, 3].map((each) => <li key={each} aria-hidden className="aspect-8/5 rounded-control bg-sunken" />)
          : null}
      </ul>
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex items-center justify-between gap-3 border-t border-line bg-raised px-5 py-3">
        <p role="status" className="min-w-0 truncate text-sm text-muted tabular-nums">
          {isReading
            ? `${countOf(pictures.length, unit)} so far`
            : `${chosen.length} of ${countOf(pictures.length, unit)}`}
        </p>
        <div className="flex gap-2">
          <Button onClick={onBack}>Back</Button>
          <Button
            tone="accent"
            disabled={isReading || chosen.length === 0}
            onClick={() => onCreate(chosen.map(({ file }) => file))}
          >
            Create demo
          </Button>
        </div>
      </div>
    </div>
  )
}

interface PictureTileProps {
  readonly picture: ShownPicture
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function PictureTile({ picture, isChosen, onToggle }: PictureTileProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onToggle} className="group block w-full text-left">
      <span className="relative block aspect-8/5 overflow-hidden rounded-control bg-sunken shadow-[0_0_0_1px_var(--line-strong)] group-aria-pressed:shadow-[0_0_0_2px_var(--accent-fill)]">
        <img
          src={picture.address}
          alt=""
          className="size-full object-contain transition-opacity duration-[120ms] group-aria-[pressed=false]:opacity-40"
        />
        <span
          aria-hidden
          className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-chip bg-raised text-transparent shadow-[inset_0_0_0_1px_var(--control)] group-aria-pressed:bg-accent-fill group-aria-pressed:text-on-accent group-aria-pressed:shadow-none"
        >
          <Check size={12} strokeWidth={3} />
        </span>
      </span>
      <span className="mt-1 block truncate text-xs text-muted tabular-nums">{picture.label}</span>
    </button>
  )
}

/** Reads the source while mounted; keeps what was found if reading stops. */
function usePictures(source: PictureSource) {
  const [pictures, setPictures] = useState<readonly ShownPicture[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setIsReading] = useState(true)
  const reading = useRef<AbortController | null>(null)

  useEffect(() => {
    const control = new AbortController()
    reading.current = control
    const addresses: string[] = []
    async function read(): Promise<void> {
      const readSource = await readers[source.kind]()
      for await (const picture of readSource(source.file, control.signal)) {
        if (control.signal.aborted) return
        const address = URL.createObjectURL(picture.file)
        addresses.push(address)
        setPictures((known) => [...known, { ...picture, address }])
      }
    }
    read()
      .catch((error: unknown) => {
        if (control.signal.aborted) return
        setProblem(error instanceof SourceProblem ? error.message : 'The file could not be read. Choose it again.')
      })
      .finally(() => setIsReading(false))
    return () => {
      control.abort()
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }, [source])
  return { pictures, problem, isReading, stop: () => reading.current?.abort() }
}
