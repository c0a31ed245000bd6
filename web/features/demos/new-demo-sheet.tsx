import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleDot, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'
import { demoNameFromFiles, untitledName } from '#domain/file-names.ts'
import { limits } from '#domain/limits.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { copyDemo } from '../../lib/demo-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { pickFiles } from '../../lib/import/pick-images.ts'
import type { Extension } from '../../lib/use-extension.ts'
import { startWindowRecording } from '../../lib/window-recording/window-recording.ts'
import { canRecordWindow } from '../../lib/window-recording/window-recording-store.ts'
import picture from '../../../sample/pictures/tidelane-3-1440.avif'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FadedPicture } from '../../ui/faded-picture.tsx'
import { StepCloseUp } from '../../ui/step-close-up.tsx'
import { RecordForm } from '../../ui/record-form.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { blankPicture } from './blank-picture.ts'
import { ChoosePictures, type PictureSource } from './choose-pictures.tsx'
import { ImagesDrawing, PdfDrawing, VideoDrawing, WindowDrawing } from './new-demo-drawings.tsx'

export interface NewDemoSheetProps {
  readonly extension: Extension
  /** Existing demos to start from, the best templates first. */
  readonly templates: readonly ListedDemo[]
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onPick: () => void
  /** Pictures from a PDF or video, and the file name as the demo's name. */
  readonly onPictures: (files: readonly File[], name: string) => void
  /** Explains how to install the extension. */
  readonly onInstall: () => void
}

const templatesMax = 3

/** The ways to create a demo: record an app, choose images, a PDF or a video, or start blank or from a copy. */
export function NewDemoSheet(props: NewDemoSheetProps) {
  const { isOpen, onOpenChange } = props
  const [source, setSource] = useState<PictureSource | null>(null)
  function handleOpenChange(next: boolean): void {
    if (!next) setSource(null)
    onOpenChange(next)
  }
  return (
    <Dialog
      title={source === null ? 'New demo' : source.kind === 'pdf' ? 'Choose pages' : 'Choose frames'}
      width="wide"
      isOpen={isOpen}
      onOpenChange={handleOpenChange}
    >
      {source === null ? (
        <Ways {...props} onSource={setSource} />
      ) : (
        <ChoosePictures
          source={source}
          onBack={() => setSource(null)}
          onCreate={(files) => {
            handleOpenChange(false)
            props.onPictures(files, demoNameFromFiles([source.file.name]))
          }}
        />
      )}
    </Dialog>
  )
}

function Ways({ onSource, ...props }: NewDemoSheetProps & { readonly onSource: (source: PictureSource) => void }) {
  const { extension, onOpenChange } = props
  const templates = props.templates.filter(({ stepCount }) => stepCount > 0).slice(0, templatesMax)
  async function pickSource(kind: PictureSource['kind']): Promise<void> {
    const [file] = await pickFiles(sourceTypes[kind], true)
    if (file !== undefined) onSource({ kind, file })
  }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[21.75rem_minmax(0,1fr)]">
        <RecordTile
          extension={extension}
          onDone={() => onOpenChange(false)}
          onInstall={() => {
            onOpenChange(false)
            props.onInstall()
          }}
        />
        <div className="grid grid-cols-2 gap-3">
          <WayTile
            title="Images"
            className="max-sm:[@media(hover:none)]:col-span-2"
            text={`Choose, drop or paste up to ${limits.importImagesMax}`}
            onPick={() => {
              onOpenChange(false)
              props.onPick()
            }}
          >
            <ImagesDrawing />
          </WayTile>
          <WayTile title="PDF" text="One step per page, also of slides" onPick={() => void pickSource('pdf')}>
            <PdfDrawing />
          </WayTile>
          <WayTile title="Video" text="One step per screen" onPick={() => void pickSource('video')}>
            <VideoDrawing />
          </WayTile>
          <WindowTile onStarted={() => onOpenChange(false)} />
        </div>
      </div>
      <Templates
        templates={templates}
        backendUrl={props.backendUrl}
        onDone={() => onOpenChange(false)}
        onBlank={(file) => {
          onOpenChange(false)
          props.onPictures([file], untitledName)
        }}
      />
    </>
  )
}

const sourceTypes = { pdf: 'application/pdf,.pdf', video: 'video/mp4,video/webm,video/quicktime,.mov,.m4v' } as const

interface WayTileProps {
  readonly title: string
  readonly text: string
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onPick: () => void
  /** A small drawing of it. */
  readonly children: ReactNode
}

function WayTile({ title, text, isDisabled = false, className, onPick, children }: WayTileProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onPick}
      className={clsx(
        'flex flex-col overflow-hidden rounded-card text-left shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] enabled:hover:shadow-[inset_0_0_0_1.5px_var(--control)]',
        className,
      )}
    >
      <span className="m-px mb-0 flex min-h-24 w-[calc(100%-2px)] flex-1 items-center justify-center rounded-t-[9px] bg-sunken">
        {children}
      </span>
      <span className="block px-3.5 pt-2.5 text-sm font-semibold">{title}</span>
      <span className="block px-3.5 pt-px pb-3 text-xs text-muted">{text}</span>
    </button>
  )
}

function RecordTile(props: {
  readonly extension: Extension
  readonly onDone: () => void
  readonly onInstall: () => void
}) {
  const { state, isPaired } = props.extension
  return (
    <section
      aria-label="Record your app"
      // Phones can't install the extension.
      className="stage flex flex-col rounded-card px-5 pt-8 pb-5 [--beam-y:-20%] max-sm:pt-5 max-sm:[@media(hover:none)]:order-last"
    >
      <div className="relative mx-auto mb-6 w-59 max-sm:hidden">
        <div className="overflow-hidden rounded-[8px] bg-white/6 shadow-[0_0_60px_oklch(0.86_0.13_80/0.3)] [color-scheme:light]">
          <FadedPicture src={picture} width={1440} height={900} className="aspect-8/5 w-full">
            <span
              aria-hidden
              className="absolute top-[41.3%] left-[70.3%] size-[26px] -translate-1/2 rounded-chip border-3 border-hotspot shadow-[0_0_0_1.5px_#fff,0_0_0_8px_oklch(0.63_0.24_25/0.25)]"
            />
          </FadedPicture>
        </div>
      </div>
      <h3 className="text-lg font-semibold">Record your app</h3>
      <p className="mt-0.5 mb-3.5 text-xs text-stage-muted">Click through it. Every click becomes a step.</p>
      {isPaired ? (
        <RecordForm onDone={props.onDone} />
      ) : state === 'installed' ? (
        <>
          <p className="mb-2.5 text-xs text-stage-muted">Enter the code on this page in the extension first.</p>
          <Button tone="accent" size="page" onClick={props.onDone}>
            Show the code
          </Button>
        </>
      ) : (
        <>
          <Button
            tone="accent"
            size="page"
            icon={<CircleDot size={16} aria-hidden />}
            className="max-sm:[@media(hover:none)]:hidden"
            onClick={props.onInstall}
          >
            Add the extension
          </Button>
          <p className="hidden text-sm font-medium max-sm:[@media(hover:none)]:block">
            On a computer, with the extension
          </p>
        </>
      )}
    </section>
  )
}

/** For apps that the extension can't record. */
function WindowTile({ onStarted }: { readonly onStarted: () => void }) {
  async function handleStart(): Promise<void> {
    try {
      if (await startWindowRecording()) onStarted()
    } catch {
      showToast({ text: 'The window could not be shared. Try again.', tone: 'danger' })
    }
  }

  return (
    <WayTile
      title="Record a window"
      text={canRecordWindow() ? 'For desktop apps. You mark the clicks later.' : 'This browser can’t share windows.'}
      isDisabled={!canRecordWindow()}
      className="max-sm:[@media(hover:none)]:disabled:hidden"
      onPick={() => void handleStart()}
    >
      <WindowDrawing />
    </WayTile>
  )
}

function Templates(props: {
  readonly templates: readonly ListedDemo[]
  readonly backendUrl: string
  readonly onDone: () => void
  readonly onBlank: (picture: File) => void
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [copying, setCopying] = useState<string | null>(null)

  async function copy(demo: ListedDemo): Promise<void> {
    setCopying(demo.id)
    try {
      const id = await copyDemo(demo.id)
      void queries.invalidateQueries({ queryKey: demosQuery.queryKey })
      props.onDone()
      await navigate(`/dashboard/demos/${id}/edit`)
    } catch (error) {
      const hint = failureHint(error)
      showToast({
        text: `${failureText(error, 'demoSaveFailed')}${hint === undefined ? '' : `. ${hint}`}`,
        tone: 'danger',
      })
    }
    setCopying(null)
  }

  return (
    <section aria-labelledby="templates" className="-mx-5 mt-5 border-t border-line px-5 pt-3.5">
      <h3 id="templates" className="font-medium">
        Start from
      </h3>
      <ul className="mt-2.5 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <li>
          <button
            type="button"
            disabled={copying !== null}
            onClick={() => void blankPicture().then(props.onBlank)}
            className="group block w-full text-left"
          >
            <span className="flex aspect-8/5 items-center justify-center rounded-control border border-dashed border-control text-muted group-hover:text-text">
              <Plus size={20} aria-hidden />
            </span>
            <span className="mt-1.5 block text-xs font-medium">Blank step</span>
          </button>
        </li>
        {props.templates.map((demo) => (
          <li key={demo.id}>
            <button
              type="button"
              disabled={copying !== null}
              onClick={() => void copy(demo)}
              className="block w-full text-left"
            >
              <span className="relative block aspect-8/5 overflow-hidden rounded-control bg-sunken shadow-[0_0_0_1px_var(--line)]">
                {demo.steps[0] === undefined || props.backendUrl === '' ? null : (
                  <StepCloseUp step={demo.steps[0]} backendUrl={props.backendUrl} pixels={320} />
                )}
              </span>
              <span dir="auto" className="mt-1.5 block truncate text-left text-xs font-medium" title={demo.name}>
                {copying === demo.id ? 'Copying…' : demo.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
