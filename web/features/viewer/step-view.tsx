import { ChevronLeft, ChevronRight } from 'lucide-react'

import type { Card } from '#domain/card.ts'
import { screenshotAddress, type Step } from '#domain/demo.ts'
import { CardedStage } from '#player/carded-stage.tsx'

import { IconButton } from '../../ui/icon-button.tsx'

export interface StepViewProps {
  readonly steps: readonly Step[]
  /** Of all steps. */
  readonly cards: readonly Card[]
  readonly index: number
  readonly backendUrl: string
  readonly onMove: (index: number) => void
  /** The presenter's stage is black in either theme. */
  readonly isOnBlack?: boolean
}

/** One step with the arrows at its sides. The next image is already on its way. */
export function StepView({ steps, cards, index, backendUrl, onMove, isOnBlack = false }: StepViewProps) {
  const step = steps[index]
  const next = steps[index + 1]
  if (step === undefined) return null
  const actions = {
    onFollow: (card: Card) => {
      const target = steps.findIndex(({ id }) => id === card.targetStepId)
      if (card.linkUrl === null) onMove(target < 0 ? index + 1 : target)
    },
    // The author's own look at it is no lead, and the form says so.
    onSendLead: null,
  }
  const arrow = isOnBlack ? 'text-white/70 enabled:hover:bg-white/15 enabled:hover:text-white' : ''

  return (
    <div className="flex min-w-0 items-center gap-1 sm:gap-3">
      <IconButton
        label="Previous step"
        shortcut="←"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
        className={`${arrow} pointer-coarse:-mx-1`}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <div className="min-w-0 flex-1">
        <CardedStage
          cards={cards.filter(({ stepId }) => stepId === step.id)}
          actions={actions}
          imageUrl={screenshotAddress(backendUrl, step.screenshotUrl)}
          imageAlt={step.alt ?? step.title ?? `Step ${index + 1}`}
          width={step.width}
          height={step.height}
          hotspot={step.hotspot}
          previousHotspot={steps[index - 1]?.hotspot}
          priority
          {...(next !== undefined && { hotspotLabel: 'Next step', onHotspotActivate: () => onMove(index + 1) })}
        />
      </div>
      <IconButton
        label="Next step"
        shortcut="→"
        disabled={index === steps.length - 1}
        onClick={() => onMove(index + 1)}
        className={`${arrow} pointer-coarse:-mx-1`}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
      {next === undefined ? null : (
        <link rel="preload" as="image" href={screenshotAddress(backendUrl, next.screenshotUrl)} />
      )}
    </div>
  )
}
