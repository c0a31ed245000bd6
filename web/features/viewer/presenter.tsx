import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Minimize2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { Card } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'
import { stepOfText } from '#domain/messages.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { NotesPanel } from './notes-panel.tsx'
import { StepView } from './step-view.tsx'

export interface PresenterProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly index: number
  readonly backendUrl: string
  readonly areNotesShown: boolean
  readonly onMove: (index: number) => void
  readonly onExit: () => void
}

/** Full screen: black, the screenshot as large as it goes, notes and what comes next at the side. */
export function Presenter({ demo, cards, index, backendUrl, areNotesShown, onMove, onExit }: PresenterProps) {
  const step = demo.steps[index]
  const next = demo.steps[index + 1]
  const count = demo.steps.length

  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onExit()}>
      <BaseDialog.Portal>
        <BaseDialog.Popup className="fixed inset-0 z-50 flex flex-col bg-black text-white outline-none">
          <header className="flex items-center gap-4 px-4 py-2">
            <BaseDialog.Title className="min-w-0 flex-1 truncate text-sm font-medium">{demo.name}</BaseDialog.Title>
            <Clock />
            <BaseDialog.Close className="inline-flex h-8 shrink-0 items-center gap-2 rounded-control border border-white/30 px-3 text-sm font-medium hover:bg-white/10 pointer-coarse:h-11">
              <Minimize2 size={16} aria-hidden />
              Exit Full Screen (ESC)
            </BaseDialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-2 lg:flex-row lg:px-4">
            <div className="flex min-w-0 flex-1 flex-col justify-center [--us-max-height:calc(100dvh-6.5rem)]">
              <StepView
                steps={demo.steps}
                cards={cards}
                index={index}
                backendUrl={backendUrl}
                onMove={onMove}
                isOnBlack
              />
              <p className="mt-2 text-center text-sm text-white/70 tabular-nums">{stepOfText(index, count)}</p>
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

/** Minutes and seconds since the presentation began. */
function Clock() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const started = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - started) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="text-sm text-white/70 tabular-nums" role="timer" aria-label="Time presented">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
