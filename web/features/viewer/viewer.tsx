import { ArrowLeft, ChartColumn, Maximize2, NotebookText, Pencil, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { Card } from '#domain/card.ts'
import { clampStepIndex, type Demo, type DemoStatus } from '#domain/demo.ts'
import { messages, stepOfText } from '#domain/messages.ts'

import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ShareDialog } from '../share/share-dialog.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { Presenter } from './presenter.tsx'
import { StepView } from './step-view.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'

export interface ViewerProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly startIndex: number
  readonly onStatusSaved: (status: DemoStatus) => void
}

export function Viewer({ demo, cards, backendUrl, startIndex, onStatusSaved }: ViewerProps) {
  const [wantedIndex, setWantedIndex] = useState(startIndex)
  const [areNotesShown, setAreNotesShown] = useState(hasRoomForNotes)
  const [isSharing, setIsSharing] = useState(false)
  const { isFullScreen, enter, exit } = useFullScreen()
  const count = demo.steps.length
  const index = clampStepIndex(wantedIndex, count)
  const step = demo.steps[index]
  const move = (to: number) => setWantedIndex(clampStepIndex(to, count))

  useViewerKeys(
    {
      onPrevious: () => move(index - 1),
      onNext: () => move(index + 1),
      onNotes: () => setAreNotesShown(!areNotesShown),
      onFullScreen: enter,
    },
    !isSharing,
  )
  if (step === undefined) return null

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-lg font-semibold break-words">{demo.name}</h1>
          {demo.description === null ? null : <p className="text-sm text-muted break-words">{demo.description}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/dashboard" tone="quiet" icon={<ArrowLeft size={16} aria-hidden />}>
            Back to Dashboard
          </ButtonLink>
          <Button
            aria-pressed={areNotesShown}
            icon={<NotebookText size={16} aria-hidden />}
            onClick={() => setAreNotesShown(!areNotesShown)}
          >
            {areNotesShown ? 'Hide Notes' : 'Show Notes'}
          </Button>
          <Button icon={<Maximize2 size={16} aria-hidden />} onClick={enter}>
            Full Screen
          </Button>
          <ButtonLink to={`/dashboard/demos/${demo.id}/analytics`} icon={<ChartColumn size={16} aria-hidden />}>
            Analytics
          </ButtonLink>
          <ButtonLink to={`/dashboard/demos/${demo.id}/edit`} icon={<Pencil size={16} aria-hidden />}>
            Edit Demo
          </ButtonLink>
          <Button tone="accent" icon={<Share2 size={16} aria-hidden />} onClick={() => setIsSharing(true)}>
            Share
          </Button>
        </div>
      </header>

      <main className="flex flex-1 flex-col gap-4 p-2 sm:p-4 lg:flex-row">
        <section
          aria-label="Step"
          className="flex min-w-0 flex-1 flex-col justify-center rounded-card bg-sunken p-2 [--us-max-height:calc(100dvh-14rem)] [--us-radius:6px] sm:p-4"
        >
          <StepView steps={demo.steps} cards={cards} index={index} backendUrl={backendUrl} onMove={move} />
          <footer aria-live="polite" className="mt-3 text-center">
            <p className="text-sm font-medium tabular-nums">{stepOfText(index, count)}</p>
            {step.description === null ? null : (
              <p className="mx-auto mt-0.5 max-w-2xl text-sm whitespace-pre-wrap text-muted">{step.description}</p>
            )}
          </footer>
        </section>
        {areNotesShown ? (
          <div className="shrink-0 lg:w-80">
            <NotesPanel step={step} index={index} count={count} />
          </div>
        ) : null}
      </main>
      <p className="hidden px-4 pb-3 text-center text-xs text-muted sm:block">{messages.viewerTip}</p>

      {isFullScreen ? (
        <Presenter
          demo={demo}
          cards={cards}
          index={index}
          backendUrl={backendUrl}
          areNotesShown={areNotesShown}
          onMove={move}
          onExit={exit}
        />
      ) : null}
      <ShareDialog
        demoId={demo.id}
        status={demo.status}
        isOpen={isSharing}
        onOpenChange={setIsSharing}
        onStatusSaved={onStatusSaved}
      />
    </div>
  )
}

/** On a phone the panel would only repeat the notes that stand under the picture. */
function hasRoomForNotes(): boolean {
  return !window.matchMedia('(max-width: 639px)').matches
}

/** The overlay is ours; the browser's own full screen joins in where it is allowed, and its Escape closes both. */
function useFullScreen() {
  const [isFullScreen, setIsFullScreen] = useState(false)
  useEffect(() => {
    const handleChange = () => {
      if (document.fullscreenElement === null) setIsFullScreen(false)
    }
    document.addEventListener('fullscreenchange', handleChange)
    return () => document.removeEventListener('fullscreenchange', handleChange)
  }, [])

  return {
    isFullScreen,
    enter: () => {
      setIsFullScreen(true)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    },
    exit: () => {
      setIsFullScreen(false)
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    },
  }
}
