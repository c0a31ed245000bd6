import {
  ArrowLeft,
  ChartColumn,
  Maximize2,
  NotebookText,
  Pencil,
  Presentation,
  Share2,
  UserRoundCheck,
} from 'lucide-react'
import { useState } from 'react'

import type { Card } from '#domain/card.ts'
import { clampStepIndex, type Demo, type DemoStatus } from '#domain/demo.ts'
import { messages, stepOfText } from '#domain/messages.ts'

import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { BlockedWindowNotice } from './blocked-window-notice.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { makeRoom, openPresenterWindow, recallRoom } from './presentation-windows.ts'
import { newTimer, startTimer } from './presentation.ts'
import { Presenter } from './presenter.tsx'
import { StepView } from './step-view.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { usePresentation } from './use-presentation.ts'
import type { ShareDialogSlot } from '../../lib/share-dialog-props.ts'
import { useViewerKeys } from '../../lib/use-viewer-keys.ts'

export interface ViewerProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly startIndex: number
  /** The presentation this window is part of from the start. */
  readonly room?: string | null
  readonly onStatusSaved: (status: DemoStatus) => void
  readonly shareDialog: ShareDialogSlot
}

export function Viewer(props: ViewerProps) {
  const { demo, cards, backendUrl, startIndex, room: askedRoom = null, onStatusSaved, shareDialog: ShareDialog } = props
  const { steps } = demo
  const count = steps.length
  const [room, setRoom] = useState(() => recallRoom(demo.id, askedRoom))
  const { presentation, change, isAccompanied } = usePresentation({
    room,
    role: 'audience',
    first: () => ({
      version: 0,
      stepId: steps[clampStepIndex(startIndex, count)]?.id ?? '',
      isFullScreen: false,
      timer: newTimer,
    }),
  })
  // With a presenter window the notes are there.
  const [areNotesShown, setAreNotesShown] = useState(() => room === null && hasRoomForNotes())
  const [isSharing, setIsSharing] = useState(false)
  const [isWindowBlocked, setIsWindowBlocked] = useState(false)
  const { isFullScreen, timer } = presentation
  const screen = useFullScreen(leaveFullScreen)
  // A step that is there no longer: from the first one on.
  const index = clampStepIndex(
    steps.findIndex(({ id }) => id === presentation.stepId),
    count,
  )
  const step = steps[index]

  function move(to: number): void {
    const stepId = steps[clampStepIndex(to, count)]?.id
    if (stepId !== undefined && stepId !== step?.id) change({ stepId })
  }

  function enterFullScreen(): void {
    if (!isFullScreen) change({ isFullScreen: true, timer: startTimer(timer, Date.now()) })
    screen.request()
  }

  function leaveFullScreen(): void {
    if (isFullScreen) change({ isFullScreen: false, ...(!isAccompanied() && { timer: newTimer }) })
  }

  function showPresenterWindow(): void {
    const wanted = room ?? makeRoom(demo.id)
    setRoom(wanted)
    const isOpen = screen.keepWhile(() => openPresenterWindow(demo.id, wanted))
    setIsWindowBlocked(!isOpen)
    if (!isOpen) return
    setAreNotesShown(false)
    change({ timer: startTimer(timer, Date.now()) })
  }

  useViewerKeys(
    {
      onPrevious: () => move(index - 1),
      onNext: () => move(index + 1),
      onNotes: () => setAreNotesShown(!areNotesShown),
      onFullScreen: enterFullScreen,
      onPresenterWindow: showPresenterWindow,
      isPresenting: isFullScreen,
    },
    !isSharing,
  )
  if (step === undefined) return null

  const notice =
    isWindowBlocked && room !== null ? (
      <BlockedWindowNotice demoId={demo.id} room={room} onClose={() => setIsWindowBlocked(false)} />
    ) : null
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-3">
        <div className="min-w-0 flex-1 sm:basis-64">
          <h1 title={demo.name} className="line-clamp-2 text-lg font-semibold break-words">
            {demo.name}
          </h1>
          {demo.description === null ? null : (
            <p title={demo.description} className="line-clamp-2 text-sm break-words text-muted">
              {demo.description}
            </p>
          )}
        </div>
        <ButtonLink
          to="/dashboard"
          tone="quiet"
          className="max-sm:order-first max-sm:-ml-3 max-sm:min-w-11"
          icon={<ArrowLeft size={16} aria-hidden />}
        >
          <IconOnPhone text="Back to Dashboard" />
        </ButtonLink>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:min-w-11">
          <Button
            aria-pressed={areNotesShown}
            icon={<NotebookText size={16} aria-hidden />}
            onClick={() => setAreNotesShown(!areNotesShown)}
          >
            <IconOnPhone text={areNotesShown ? 'Hide Notes' : 'Show Notes'} />
          </Button>
          <Button icon={<Maximize2 size={16} aria-hidden />} onClick={enterFullScreen}>
            <IconOnPhone text="Full Screen" />
          </Button>
          <Button className="max-sm:hidden" icon={<Presentation size={16} aria-hidden />} onClick={showPresenterWindow}>
            Presenter Window
          </Button>
          <ButtonLink to={`/dashboard/demos/${demo.id}/analytics`} icon={<ChartColumn size={16} aria-hidden />}>
            <IconOnPhone text="Analytics" />
          </ButtonLink>
          <ButtonLink to={`/dashboard/leads?demo=${demo.id}`} icon={<UserRoundCheck size={16} aria-hidden />}>
            <IconOnPhone text="Leads" />
          </ButtonLink>
          <ButtonLink to={`/dashboard/demos/${demo.id}/edit`} icon={<Pencil size={16} aria-hidden />}>
            <IconOnPhone text="Edit Demo" />
          </ButtonLink>
          <Button
            tone="accent"
            className="max-sm:ml-auto"
            icon={<Share2 size={16} aria-hidden />}
            onClick={() => setIsSharing(true)}
          >
            Share
          </Button>
        </div>
      </header>
      {notice === null || isFullScreen ? null : <div className="px-4 pt-3">{notice}</div>}

      <main className="flex flex-1 flex-col gap-4 p-2 sm:p-4 lg:flex-row">
        <section
          aria-label="Step"
          className="flex min-w-0 flex-1 flex-col justify-center rounded-card bg-sunken p-2 [--us-max-height:calc(100dvh-14rem)] [--us-radius:6px] sm:p-4"
        >
          <StepView steps={demo.steps} cards={cards} index={index} backendUrl={backendUrl} onMove={move} />
          <footer aria-live="polite" className="mt-3 text-center">
            <p className="text-sm font-medium tabular-nums">{stepOfText(index, count)}</p>
            {step.description === null ? null : (
              <p dir="auto" className="mx-auto mt-0.5 max-w-2xl text-sm wrap-anywhere whitespace-pre-wrap text-muted">
                {step.description}
              </p>
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
          timer={timer}
          notice={notice}
          onMove={move}
          onPresenterWindow={showPresenterWindow}
          onFillScreen={screen.canRequest ? screen.request : null}
          onExit={() => {
            leaveFullScreen()
            screen.leave()
          }}
        />
      ) : null}
      <ShareDialog
        steps={steps}
        cards={cards}
        demoId={demo.id}
        status={demo.status}
        isOpen={isSharing}
        onOpenChange={setIsSharing}
        onStatusSaved={onStatusSaved}
      />
    </div>
  )
}

/** A button's label, if there is room. */
function IconOnPhone({ text }: { readonly text: string }) {
  return <span className="max-sm:sr-only">{text}</span>
}

/** On phones the notes already stand under the picture. */
function hasRoomForNotes(): boolean {
  return !window.matchMedia('(max-width: 639px)').matches
}
