import { clsx } from 'clsx'
import { ArrowLeft, Maximize2, NotebookText, Pencil, Share2 } from 'lucide-react'
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
import { StepList } from './step-list.tsx'
import { StepView } from './step-view.tsx'
import { ViewerMenu } from './viewer-menu.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { usePresentation } from './use-presentation.ts'
import type { ShareDialogSlot } from '../../lib/share-dialog-props.ts'
import { useViewerKeys } from '../../lib/use-viewer-keys.ts'
import { useWantedDialog } from '../../lib/wanted-dialog.ts'

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
  // The presenter window has the notes.
  const [areNotesShown, setAreNotesShown] = useState(() => room === null && hasRoomForNotes())
  const [isSharing, setIsSharing] = useWantedDialog('share')
  const [isWindowBlocked, setIsWindowBlocked] = useState(false)
  const { isFullScreen, timer } = presentation
  const screen = useFullScreen(leaveFullScreen)
  // If the step no longer exists, starts from the first one.
  const index = clampStepIndex(
    steps.findIndex(({ id }) => id === presentation.stepId),
    count,
  )
  const step = steps[index]
  // For the whole demo, so that the arrows stay where they are.
  const hasNotes = steps.some(({ description }) => description !== null)

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
      <header className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-2 py-1.5 sm:px-3">
        <ButtonLink
          to="/dashboard"
          tone="quiet"
          className="px-2 max-sm:min-w-11"
          icon={<ArrowLeft size={16} aria-hidden />}
        >
          <span className="max-xl:sr-only">Back to Dashboard</span>
        </ButtonLink>
        <div className="min-w-0 flex-1">
          <h1 dir="auto" title={demo.name} className="truncate text-left text-base leading-5 font-semibold">
            {demo.name}
          </h1>
          {demo.description === null ? null : (
            <p dir="auto" title={demo.description} className="truncate text-left text-xs text-muted">
              {demo.description}
            </p>
          )}
        </div>
        {/* Phones have a row for the first three, which follows the name, Share and the menu. */}
        <div className="contents sm:flex sm:items-center sm:gap-2">
          <div className="order-last flex w-full gap-1 sm:contents">
            <Button
              tone="quiet"
              aria-pressed={areNotesShown}
              className={onPhones}
              icon={<NotebookText size={16} aria-hidden />}
              onClick={() => setAreNotesShown(!areNotesShown)}
            >
              {areNotesShown ? 'Hide Notes' : 'Show Notes'}
            </Button>
            <Button className={onPhones} icon={<Maximize2 size={16} aria-hidden />} onClick={enterFullScreen}>
              Full Screen
            </Button>
            <ButtonLink
              to={`/dashboard/demos/${demo.id}/edit`}
              className={onPhones}
              icon={<Pencil size={16} aria-hidden />}
            >
              Edit Demo
            </ButtonLink>
          </div>
          <Button tone="accent" icon={<Share2 size={16} aria-hidden />} onClick={() => setIsSharing(true)}>
            Share
          </Button>
          <ViewerMenu demoId={demo.id} onPresenterWindow={showPresenterWindow} />
        </div>
      </header>
      {notice === null || isFullScreen ? null : <div className="px-4 pt-3">{notice}</div>}

      <main className={clsx('flex flex-1 flex-col bg-sunken', hasNotes && 'lg:flex-row')}>
        <section
          aria-label="Step"
          // Phones show the picture from edge to edge; a marker's room beyond it must not scroll the page.
          className={clsx(
            'flex min-w-0 flex-1 flex-col justify-center overflow-x-clip bg-sunken py-3 sm:stage [--us-radius:6px] max-sm:flex-none max-sm:py-0 max-sm:[--us-radius:0px] sm:px-3 sm:py-5',
            hasNotes || !areNotesShown
              ? '[--us-max-height:calc(100dvh-10rem)]'
              : '[--us-max-height:calc(100dvh-12.5rem)]',
          )}
        >
          <StepView
            steps={demo.steps}
            look={demo.look}
            cards={cards}
            index={index}
            backendUrl={backendUrl}
            onMove={move}
          />
          <footer aria-live="polite" className="mt-3 px-4 text-center max-sm:-mt-9 max-sm:px-16 max-sm:pb-4">
            <p className="text-sm font-medium tabular-nums">{stepOfText(index, count)}</p>
            {step.description === null ? null : (
              <p
                dir="auto"
                // Beside the notes panel it is only announced to screen readers.
                className={clsx(
                  areNotesShown
                    ? 'sr-only'
                    : 'mx-auto mt-1 max-w-2xl text-sm wrap-anywhere whitespace-pre-wrap text-muted max-sm:-mx-12 max-sm:mt-4 max-sm:text-left',
                )}
              >
                {step.description}
              </p>
            )}
          </footer>
        </section>
        <StepList steps={steps} index={index} backendUrl={backendUrl} onMove={move} />
        {areNotesShown ? (
          <div
            className={clsx(
              'shrink-0 border-line bg-surface',
              hasNotes ? 'max-lg:border-t lg:w-80 lg:border-l' : 'border-t',
            )}
          >
            <NotesPanel step={step} index={index} count={count} isRow={!hasNotes} />
          </div>
        ) : null}
      </main>
      <p className="hidden border-t border-line bg-surface px-4 py-2 text-center text-xs text-muted sm:block">
        {messages.viewerTip}
      </p>

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

const onPhones = 'max-sm:flex-1 max-sm:border-transparent max-sm:bg-transparent max-sm:px-1'

/** On phones the notes are already below the picture. */
function hasRoomForNotes(): boolean {
  return !window.matchMedia('(max-width: 639px)').matches
}
