import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { Card } from '#domain/card.ts'
import { clampStepIndex, type Demo } from '#domain/demo.ts'
import { stepOfText } from '#domain/messages.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AudienceNotice } from './audience-notice.tsx'
import { PresentationTimer, WallClock } from './presentation-timer.tsx'
import { keepPresentation, recallPresentation } from './presentation-windows.ts'
import { newTimer, pauseTimer, resetTimer, startTimer } from './presentation.ts'
import { keepNotesSize, recallNotesSize, SizedNotes } from './sized-notes.tsx'
import { StepPicture } from './step-picture.tsx'
import { usePresentation } from './use-presentation.ts'
import { useViewerKeys } from '../../lib/use-viewer-keys.ts'

export interface PresenterWindowProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly room: string
}

/** The presenter's view: notes, next step and timer. */
export function PresenterWindow({ demo, cards, backendUrl, room }: PresenterWindowProps) {
  const { steps } = demo
  const count = steps.length
  const { presentation, change, audience } = usePresentation({
    room,
    role: 'presenter',
    // Starts below the audience's version, so that it adopts theirs.
    first: () =>
      recallPresentation(room) ?? { version: -1, stepId: steps[0]?.id ?? '', isFullScreen: false, timer: newTimer },
  })
  useEffect(() => keepPresentation(room, presentation), [room, presentation])
  const [notesSize, setNotesSize] = useState(recallNotesSize)
  const { timer } = presentation
  const index = clampStepIndex(
    steps.findIndex(({ id }) => id === presentation.stepId),
    count,
  )
  const step = steps[index]
  const next = steps[index + 1]

  function move(to: number): void {
    const stepId = steps[clampStepIndex(to, count)]?.id
    if (stepId !== undefined && stepId !== step?.id) change({ stepId })
  }

  function resizeNotes(offset: 1 | -1): void {
    setNotesSize((size) => keepNotesSize(size + offset))
  }

  useViewerKeys(
    {
      onPrevious: () => move(index - 1),
      onNext: () => move(index + 1),
      onLargerNotes: () => resizeNotes(1),
      onSmallerNotes: () => resizeNotes(-1),
      isPresenting: true,
    },
    true,
  )
  if (step === undefined) return null

  const isRunning = timer.since !== null
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip lg:h-dvh">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-2">
        <h1 className="min-w-0 flex-1 basis-32 truncate text-base font-semibold">{demo.name}</h1>
        <div className="flex items-center gap-1">
          <PresentationTimer timer={timer} className="mr-1 text-2xl font-semibold tabular-nums" />
          <IconButton
            label={isRunning ? 'Pause the timer' : 'Start the timer'}
            tooltipSide="bottom"
            onClick={() => change({ timer: (isRunning ? pauseTimer : startTimer)(timer, Date.now()) })}
          >
            {isRunning ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </IconButton>
          <IconButton
            label="Reset the timer"
            tooltipSide="bottom"
            onClick={() => change({ timer: resetTimer(timer, Date.now()) })}
          >
            <RotateCcw size={16} aria-hidden />
          </IconButton>
        </div>
        <WallClock className="text-base text-muted tabular-nums max-sm:hidden" />
      </header>

      <AudienceNotice
        audience={audience}
        isFullScreen={presentation.isFullScreen}
        demoId={demo.id}
        room={room}
        index={index}
      />

      <main className="flex min-h-0 flex-1 flex-col gap-4 p-3 sm:p-4 lg:flex-row">
        <div className="flex min-w-0 flex-col gap-3 lg:min-h-0 lg:flex-[3]">
          <section
            aria-label="Current step"
            className="flex min-h-0 flex-1 flex-col justify-center rounded-card bg-sunken p-2 [--us-max-height:calc(100dvh-13rem)] [--us-radius:6px] max-lg:[--us-max-height:45dvh]"
          >
            <StepPicture
              steps={steps}
              look={demo.look}
              cards={cards}
              index={index}
              backendUrl={backendUrl}
              onMove={move}
            />
          </section>
          <nav aria-label="Steps" className="flex items-center justify-between gap-3">
            <Button
              size="form"
              disabled={index === 0}
              icon={<ChevronLeft size={16} aria-hidden />}
              onClick={() => move(index - 1)}
            >
              Previous
            </Button>
            <p aria-live="polite" className="text-base font-medium tabular-nums">
              {stepOfText(index, count)}
            </p>
            <Button size="form" tone="accent" disabled={next === undefined} onClick={() => move(index + 1)}>
              Next
              <ChevronRight size={16} aria-hidden />
            </Button>
          </nav>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:min-h-0 lg:flex-[2]">
          <SizedNotes step={step} size={notesSize} onResize={resizeNotes} />
          <section aria-label="Next step" className="shrink-0">
            <h2 className="mb-1 text-sm font-semibold">Next</h2>
            {next === undefined ? (
              <p className="rounded-card border border-line bg-surface p-4 text-muted">This is the last step.</p>
            ) : (
              <img
                src={scaledImageAddress(backendUrl, next.screenshotUrl, 640)}
                alt={next.alt ?? next.title ?? `Step ${index + 2}`}
                width={next.width ?? undefined}
                height={next.height ?? undefined}
                className="max-h-[30dvh] w-full rounded-card border border-line bg-sunken object-contain"
              />
            )}
          </section>
        </div>
      </main>
      <p className="hidden px-4 pb-2 text-center text-xs text-muted sm:block">
        Arrow keys change the step, + and - the size of the notes. Both windows stay in sync.
      </p>
    </div>
  )
}
