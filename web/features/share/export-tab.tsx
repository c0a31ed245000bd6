import { Download, LoaderCircle } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Card } from '#domain/card.ts'
import { screenshotAddress, type Step } from '#domain/demo.ts'
import { plainDemoLook } from '#domain/demo-look.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import { countOf } from '../../lib/figure-text.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { saveFile } from '../../lib/save-file.ts'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { ExportedDemo } from './export-markdown.ts'
import { fileNameOf } from './file-name.ts'
import { fillFallbacks } from './fill-fallbacks.ts'
import type { SharedDemo } from './shared-demo.ts'

type ExportKind = 'html' | 'pdf' | 'markdown' | 'images'

const VideoPanel = onFirstUse(async () => (await import('./video-panel.tsx')).VideoPanel)

/** The maximum width of pictures in an HTML file. */
const htmlPictureWidth = 1_440

/** Exports the demo as files. Pictures are those that visitors get, so what was blurred stays blurred. */
export function ExportTab(props: SharedDemo & { readonly cards: readonly Card[] }) {
  const { sharing } = props
  const backendUrl = useBackendUrl()
  const [busy, setBusy] = useState<ExportKind>()
  const [film, setFilm] = useState<'video' | 'gif'>()
  const demo = fillFallbacks(
    { name: sharing?.name ?? 'Demo', description: sharing?.description ?? null, steps: props.steps },
    sharing?.look ?? plainDemoLook,
  )
  const { steps } = demo

  async function make(kind: ExportKind): Promise<void> {
    setBusy(kind)
    try {
      const missing = await save[kind](demo, backendUrl)
      if (missing > 0) {
        showToast({ text: `${countOf(missing, 'picture')} could not be read and are missing.`, tone: 'danger' })
      }
    } catch {
      showToast({ text: 'The file could not be created. Check your connection and try again.', tone: 'danger' })
    }
    setBusy(undefined)
  }

  const card = { backendUrl, steps, isReady: sharing !== undefined && busy === undefined && steps.length > 0 }
  if (film !== undefined)
    return <VideoPanel {...props} kind={film} backendUrl={backendUrl} isOpen onOpenChange={() => setFilm(undefined)} />
  return (
    <div className="grid h-full auto-rows-min content-start gap-3.5 overflow-y-auto p-4 sm:grid-cols-3 sm:p-6">
      <ExportCard
        {...card}
        title="HTML"
        text="One file, plays offline"
        isBusy={busy === 'html'}
        onMake={() => void make('html')}
      >
        <Miniature backendUrl={backendUrl} step={steps[0]} className="w-[52%]" />
      </ExportCard>
      <ExportCard {...card} title="Video" text="MP4 or WebM, up to 1080p" onMake={() => setFilm('video')}>
        <span className="relative w-[52%]">
          <Miniature backendUrl={backendUrl} step={steps[Math.min(1, steps.length - 1)]} className="w-full" />
          <span className="absolute inset-x-2 bottom-2 flex h-4 items-center rounded-tiny bg-black/55 px-1.5">
            <span className="h-0.5 w-full rounded-chip bg-white/90" />
          </span>
        </span>
      </ExportCard>
      <ExportCard {...card} title="GIF" text="Loops, for emails and documents" onMake={() => setFilm('gif')}>
        <span className="grid w-[52%] pr-6 pb-5 *:[grid-area:1/1]">
          {steps.slice(0, 3).map((step, at) => (
            <span key={step.id} style={{ translate: `${at * 12}px ${at * 10}px` }}>
              <Miniature backendUrl={backendUrl} step={step} className="w-full" />
            </span>
          ))}
        </span>
      </ExportCard>
      <ExportCard
        {...card}
        title="PDF"
        text="A page for each step"
        isBusy={busy === 'pdf'}
        onMake={() => void make('pdf')}
      >
        <span className="flex w-1/2 flex-col gap-1.5 rounded-tiny bg-white p-2.5 shadow-[0_0_0_1px_var(--line-strong)]">
          <span className="h-1.5 w-2/5 rounded-chip bg-black/70" />
          <span className="h-1 w-3/5 rounded-chip bg-black/25" />
          <Miniature backendUrl={backendUrl} step={steps[0]} className="w-full" />
        </span>
      </ExportCard>
      <ExportCard
        {...card}
        title="Markdown"
        text="A guide with its pictures"
        isBusy={busy === 'markdown'}
        onMake={() => void make('markdown')}
      >
        <p className="max-w-full px-6 font-mono text-xs leading-5 text-soft">
          <span className="block truncate font-semibold"># {demo.name}</span>
          {steps.slice(0, 3).map(({ id, order, title }) => (
            <span key={id} className="block truncate">
              ## {order}. {title ?? `Step ${order}`}
            </span>
          ))}
        </p>
      </ExportCard>
      <ExportCard
        {...card}
        title="Images"
        text={countOf(steps.length, 'file')}
        isBusy={busy === 'images'}
        onMake={() => void make('images')}
      >
        <div className="grid w-[62%] grid-cols-2 gap-2">
          {steps.slice(0, 4).map((step) => (
            <Miniature key={step.id} backendUrl={backendUrl} step={step} className="w-full" />
          ))}
        </div>
      </ExportCard>
      <p className="text-xs text-muted sm:col-span-3">
        Uses the pictures visitors get: what you blurred stays blurred. The account page exports all your data.
      </p>
    </div>
  )
}

interface ExportCardProps {
  readonly title: string
  readonly text: string
  readonly isReady: boolean
  readonly isBusy?: boolean
  readonly onMake: () => void
  readonly children: ReactNode
}

function ExportCard({ title, text, isReady, isBusy = false, onMake, children }: ExportCardProps) {
  return (
    <button
      type="button"
      disabled={!isReady}
      aria-busy={isBusy}
      onClick={onMake}
      className="flex flex-col overflow-hidden rounded-card text-left max-sm:flex-row shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] enabled:hover:shadow-[inset_0_0_0_1.5px_var(--control)]"
    >
      <span
        aria-hidden
        className="m-px grid h-44 place-items-center overflow-hidden rounded-t-[9px] bg-sunken max-sm:h-20 max-sm:w-30 max-sm:shrink-0 max-sm:rounded-[9px]"
      >
        {children}
      </span>
      <span className="flex h-13 w-full min-w-0 items-center gap-2 pr-3 pl-3.5 leading-4 max-sm:h-20">
        <span className="min-w-0 flex-1">
          <b className="block font-semibold">{title}</b>
          <span className="block truncate text-muted">{isBusy ? 'One moment…' : text}</span>
        </span>
        {isBusy ? (
          <LoaderCircle size={16} aria-hidden className="animate-spin text-muted" />
        ) : (
          <Download size={16} aria-hidden className="text-muted" />
        )}
      </span>
    </button>
  )
}

interface MiniatureProps {
  readonly backendUrl: string
  readonly step: Step | undefined
  readonly className: string
}

function Miniature({ backendUrl, step, className }: MiniatureProps) {
  if (step === undefined) return null
  return (
    <img
      src={scaledImageAddress(backendUrl, step.screenshotUrl, 320)}
      alt=""
      className={`aspect-[8/5] rounded-[5px] object-cover object-top-left shadow-[0_0_0_1px_var(--line-strong),0_8px_20px_-8px_oklch(0.2_0.05_300/0.3)] ${className}`}
    />
  )
}

/** Each makes its file and resolves to the number of missing pictures. Their code loads on demand. */
const save: Readonly<Record<ExportKind, (demo: ExportedDemo, backendUrl: string) => Promise<number>>> = {
  async html(demo, backendUrl) {
    const [{ toHtml }, { fetchPictures }] = await Promise.all([
      import('./export-html.ts'),
      import('./fetch-pictures.ts'),
    ])
    const pictures = await fetchPictures(demo.steps, (step) =>
      scaledImageAddress(backendUrl, step.screenshotUrl, htmlPictureWidth),
    )
    saveFile(await toHtml(demo, pictures), `${fileNameOf(demo.name)}.html`)
    return demo.steps.length - pictures.length
  },
  async pdf(demo, backendUrl) {
    const [{ toPdfGuide }, { fetchPictures }] = await Promise.all([
      import('./export-pdf.ts'),
      import('./fetch-pictures.ts'),
    ])
    const pictures = await fetchPictures(demo.steps, (step) => screenshotAddress(backendUrl, step.screenshotUrl))
    saveFile(await toPdfGuide(demo, pictures), `${fileNameOf(demo.name)}.pdf`)
    return demo.steps.length - pictures.length
  },
  async markdown(demo, backendUrl) {
    const { saveGuide } = await import('./export-zip.ts')
    return saveGuide(demo, (step) => screenshotAddress(backendUrl, step.screenshotUrl))
  },
  async images(demo, backendUrl) {
    const { saveImages } = await import('./export-zip.ts')
    return saveImages(demo, (step) => screenshotAddress(backendUrl, step.screenshotUrl))
  },
}
