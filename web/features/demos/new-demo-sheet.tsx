import { useQueryClient } from '@tanstack/react-query'
import { AppWindow, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { copyDemo } from '../../lib/demo-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import type { Extension } from '../../lib/use-extension.ts'
import { startWindowRecording } from '../../lib/window-recording/window-recording.ts'
import { canRecordWindow } from '../../lib/window-recording/window-recording-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AppScreen } from '../../ui/ghosts/ghost-parts.tsx'
import { RecordForm } from '../../ui/record-form.tsx'
import { showToast } from '../../ui/toast-store.ts'

export interface NewDemoSheetProps {
  readonly extension: Extension
  /** Existing demos to start from, the best templates first. */
  readonly templates: readonly ListedDemo[]
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onPick: () => void
  /** Says how to get the extension. */
  readonly onInstall: () => void
}

const templatesMost = 4

/** The ways to a new demo: record an app, take images, or start from a copy. */
export function NewDemoSheet(props: NewDemoSheetProps) {
  const { extension, isOpen, onOpenChange } = props
  const templates = props.templates.filter(({ stepCount }) => stepCount > 0).slice(0, templatesMost)
  return (
    <Dialog title="New demo" width="wide" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className="grid gap-3 sm:grid-cols-[21.75rem_minmax(0,1fr)]">
        <RecordTile
          extension={extension}
          onDone={() => onOpenChange(false)}
          onInstall={() => {
            onOpenChange(false)
            props.onInstall()
          }}
        />
        <div className="flex flex-col gap-3">
          <button
            type="button"
            onClick={() => {
              onOpenChange(false)
              props.onPick()
            }}
            className="flex flex-1 flex-col overflow-hidden rounded-card text-left shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] hover:shadow-[inset_0_0_0_1.5px_var(--control)]"
          >
            <span className="m-px mb-0 flex min-h-28 w-[calc(100%-2px)] flex-1 items-center justify-center rounded-t-[9px] bg-sunken">
              <ImagesDrawing />
            </span>
            <span className="block px-3.5 pt-2.5 font-semibold">Images</span>
            <span className="block px-3.5 pt-px pb-3 text-xs text-muted">
              Choose, drop or paste up to {limits.importImagesMax}. Each becomes a step.
            </span>
          </button>
          <WindowTile onStarted={() => onOpenChange(false)} />
        </div>
      </div>
      {templates.length === 0 ? null : (
        <Templates templates={templates} backendUrl={props.backendUrl} onDone={() => onOpenChange(false)} />
      )}
    </Dialog>
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
      className="stage flex flex-col rounded-card px-5 pt-8 pb-5 [--beam-y:-20%] max-sm:pt-5"
    >
      <div className="relative mx-auto mb-6 w-59 max-sm:hidden">
        <div className="overflow-hidden rounded-[8px] shadow-[0_0_60px_oklch(0.86_0.13_80/0.3)] [color-scheme:light]">
          <AppScreen kind="list" isLit />
        </div>
        <span
          aria-hidden
          className="absolute top-[26.5%] left-[86%] size-[26px] -translate-1/2 rounded-chip border-3 border-hotspot shadow-[0_0_0_1.5px_#fff,0_0_0_8px_oklch(0.63_0.24_25/0.25)]"
        />
      </div>
      <h3 className="text-lg font-semibold">Record your app</h3>
      <p className="mt-0.5 mb-3.5 text-xs text-stage-muted">Click through it. Every click becomes a step.</p>
      {isPaired ? (
        <RecordForm onDone={props.onDone} />
      ) : state === 'installed' ? (
        <>
          <p className="mb-2.5 text-xs text-stage-muted">Enter the code on this page in the extension first.</p>
          <Button size="page" onClick={props.onDone}>
            Show the code
          </Button>
        </>
      ) : (
        <Button size="page" icon={<CircleDot size={16} aria-hidden />} onClick={props.onInstall}>
          Add the extension
        </Button>
      )}
    </section>
  )
}

/** For what the extension can't see. */
function WindowTile({ onStarted }: { readonly onStarted: () => void }) {
  async function handleStart(): Promise<void> {
    try {
      if (await startWindowRecording()) onStarted()
    } catch {
      showToast({ text: 'The window could not be shared. Try again.', tone: 'danger' })
    }
  }

  const text = canRecordWindow()
    ? 'A desktop app or another browser. You mark the clicks afterwards.'
    : 'This browser can’t share windows. Use Chrome, Edge, Firefox or Safari on a computer.'
  return (
    <button
      type="button"
      disabled={!canRecordWindow()}
      onClick={() => void handleStart()}
      className="flex items-center gap-3 rounded-card px-3.5 py-3 text-left shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] enabled:hover:shadow-[inset_0_0_0_1.5px_var(--control)]"
    >
      <AppWindow size={20} aria-hidden className="shrink-0 text-muted" />
      <span>
        <span className="block font-semibold">Record a window</span>
        <span className="block text-xs text-muted">{text}</span>
      </span>
    </button>
  )
}

function Templates(props: {
  readonly templates: readonly ListedDemo[]
  readonly backendUrl: string
  readonly onDone: () => void
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
        Start from a copy
      </h3>
      <ul className="mt-2.5 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {props.templates.map((demo) => (
          <li key={demo.id}>
            <button
              type="button"
              disabled={copying !== null}
              onClick={() => void copy(demo)}
              className="block w-full text-left"
            >
              <span className="block aspect-8/5 overflow-hidden rounded-control bg-sunken shadow-[0_0_0_1px_var(--line)]">
                {demo.steps[0] === undefined || props.backendUrl === '' ? null : (
                  <img
                    src={scaledImageAddress(props.backendUrl, demo.steps[0].screenshotUrl, 240)}
                    alt=""
                    className="size-full object-cover object-left-top"
                  />
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

function ImagesDrawing() {
  return (
    <svg width="150" height="84" viewBox="0 0 150 84" aria-hidden>
      <rect
        x="22"
        y="18"
        width="72"
        height="48"
        rx="5"
        transform="rotate(-7 50 50)"
        className="fill-surface stroke-control"
      />
      <rect x="54" y="20" width="72" height="48" rx="5" className="fill-surface stroke-control" />
      <circle cx="72" cy="36" r="5" className="fill-chart-4" />
      <path d="M56 66l20-18 14 10 14-16 20 18v4a3 3 0 0 1-3 3H58z" className="fill-chart-3" />
    </svg>
  )
}
