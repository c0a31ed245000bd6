import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Maximize2, Minimize2, Presentation as PresentationIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Card } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'
import { stepOfText } from '#domain/messages.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { NotesPanel } from './notes-panel.tsx'
import { PresentationTimer } from './presentation-timer.tsx'
import type { Timer } from './presentation.ts'
import { StepView } from './step-view.tsx'

export interface PresenterProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly index: number
  readonly backendUrl: string
  readonly areNotesShown: boolean
  readonly timer: Timer
  /** Notices about the presenter window. */
  readonly notice: ReactNode
  readonly onMove: (index: number) => void
  readonly onPresenterWindow: () => void
  /** Null when full screen is active or unsupported. */
  readonly onFillScreen: (() => void) | null
  readonly onExit: () => void
}

/** Full screen: the step on black, with notes and next step at the side. */
export function Presenter(props: PresenterProps) {
  const { demo, cards, index, backendUrl, areNotesShown, onMove, onExit } = props
  const step = demo.steps[index]
  const next = demo.steps[index + 1]
  const count = demo.steps.length

  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onExit()}>
      <BaseDialog.Portal>
        <BaseDialog.Popup className="fixed inset-0 z-50 flex flex-col bg-black text-white outline-none">
          <header className="flex items-center gap-4 px-4 py-2">
            <BaseDialog.Title className="min-w-0 flex-1 truncate text-sm font-medium">{demo.name}</BaseDialog.Title>
            <PresentationTimer timer={props.timer} className="text-sm text-white/70 tabular-nums" />
            {props.onFillScreen === null ? null : (
              <button type="button" className={`${headerButton} max-sm:hidden`} onClick={props.onFillScreen}>
                <Maximize2 size={16} aria-hidden />
                Fill the screen (F)
              </button>
            )}
            <button type="button" className={`${headerButton} max-sm:hidden`} onClick={props.onPresenterWindow}>
              <PresentationIcon size={16} aria-hidden />
              Presenter window (P)
            </button>
            <BaseDialog.Close className={headerButton}>
              <Minimize2 size={16} aria-hidden />
              Exit Full Screen (ESC)
            </BaseDialog.Close>
          </header>
          {props.notice === null ? null : <div className="px-4 pb-2">{props.notice}</div>}
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-2 lg:flex-row lg:px-4">
            <div className="flex min-w-0 flex-1 flex-col justify-center [--us-max-height:calc(100dvh-6.5rem)]">
              <StepView
                steps={demo.steps}
                look={demo.look}
                cards={cards}
                index={index}
                backendUrl={backendUrl}
                onMove={onMove}
                isOnBlack
              />
              <p className="mt-2 text-center text-sm text-white/70 tabular-nums max-sm:-mt-8">
                {stepOfText(index, count)}
              </p>
            </div>
            {areNotesShown && step !== undefined ? (
              <div className="flex shrink-0 flex-col gap-3 lg:w-[360px] lg:overflow-y-auto">
                <NotesPanel step={step} index={index} count={count} isOnBlack />
                {next === undefined ? null : (
                  <figure className="hidden lg:block">
                    <figcaption className="mb-1 text-xs text-white/70">Next</figcaption>
                    <img
                      src={scaledImageAddress(backendUrl, next.screenshotUrl, 480)}
                      alt={next.title ?? `Step ${index + 2}`}
                      className="w-full rounded-control opacity-80"
                    />
                  </figure>
                )}
              </div>
            ) : null}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const headerButton =
  'inline-flex h-8 shrink-0 items-center gap-2 rounded-control border border-white/30 px-3 text-sm font-medium hover:bg-white/10 pointer-coarse:h-11'
