import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'

import { showStepInTalk } from '../../lib/live-calls.ts'
import { demoQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { StageSelect } from '../../ui/stage-select.tsx'
import { showToast } from '../../ui/toast-store.ts'

export interface StepPanelProps {
  readonly conversationId: string
  readonly demoId: string
  /** From 1. */
  readonly step: number
  /** Whether somebody is looking at it now. */
  readonly isLive: boolean
  /** Whether you have taken over and may move the demo. */
  readonly canMove: boolean
  /** Shown here if there is no room beside it. */
  readonly score: number | null
}

/** The step the visitor sees, on the stage; moves it for the visitor after taking over. */
export function StepPanel({ conversationId, demoId, step, isLive, canMove, score }: StepPanelProps) {
  const demo = useQuery(demoQuery(demoId)).data
  const backendUrl = useBackendUrl()
  const [isMoving, setIsMoving] = useState(false)
  const steps = demo?.steps ?? []
  const shown = steps[step - 1]
  const canChoose = canMove && steps.length > 2

  async function move(to: number): Promise<void> {
    if (to < 1 || to > steps.length || to === step) return
    setIsMoving(true)
    const outcome = await showStepInTalk(conversationId, to)
    setIsMoving(false)
    if (!outcome.ok) showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
  }

  return (
    <section
      aria-label="What the visitor sees"
      className="stage p-3.5 text-stage-text @max-[43rem]:grid @max-[43rem]:grid-cols-[7rem_minmax(0,1fr)_auto] @max-[43rem]:items-center @max-[43rem]:gap-x-3"
    >
      <div className="aspect-8/5 overflow-hidden rounded-control bg-stage-raised">
        {shown === undefined || backendUrl === '' ? null : (
          <img
            src={scaledImageAddress(backendUrl, shown.screenshotUrl, 640)}
            alt={shown.alt ?? shown.title ?? `Step ${step}`}
            decoding="async"
            className="size-full object-cover object-top-left"
          />
        )}
      </div>
      <div aria-hidden className="mt-3 flex gap-1 @max-[43rem]:hidden">
        {steps.slice(0, segmentsMax).map(({ id }, index) => (
          <span key={id} className={clsx('h-0.5 flex-1 rounded-chip', index < step ? 'bg-spot' : 'bg-stage-line')} />
        ))}
      </div>
      <div className="flex min-h-8 items-center gap-2 text-sm @min-[43rem]:mt-2">
        {isLive ? <span aria-hidden className="size-2 shrink-0 rounded-chip bg-spot ring-4 ring-spot/30" /> : null}
        <p
          dir="auto"
          role="status"
          className={clsx(
            'min-w-0 flex-1 truncate text-left font-medium',
            isLive && 'pl-1',
            canChoose && '@min-[43rem]:sr-only',
          )}
        >
          Step {step}
          {shown?.title ? `, ${shown.title}` : null}
        </p>
        {canChoose ? (
          <StageSelect
            aria-label="Show a step"
            className="flex-1 @max-[43rem]:hidden"
            value={step}
            disabled={isMoving}
            options={steps.map(({ title }, index) => ({
              value: String(index + 1),
              label: `Step ${index + 1}${title ? `, ${title}` : ''}`,
            }))}
            onChange={(event) => void move(Number(event.target.value))}
          />
        ) : null}
        {canMove ? (
          <>
            <MoveButton label="Previous step" isOff={isMoving || step <= 1} onClick={() => void move(step - 1)}>
              <ChevronLeft size={16} aria-hidden />
            </MoveButton>
            <MoveButton label="Next step" isOff={isMoving || step >= steps.length} onClick={() => void move(step + 1)}>
              <ChevronRight size={16} aria-hidden />
            </MoveButton>
          </>
        ) : null}
      </div>
      {score === null ? null : <span className="text-lg font-semibold tabular-nums @min-[43rem]:hidden">{score}</span>}
    </section>
  )
}

function MoveButton(props: {
  readonly label: string
  readonly isOff: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
      className="flex size-8 shrink-0 items-center justify-center rounded-control text-stage-text enabled:hover:bg-stage-raised disabled:opacity-40 pointer-coarse:size-11"
    >
      {props.children}
    </button>
  )
}

/** More would be thinner than a pixel. */
const segmentsMax = 40
