import { withMediaAddress, type Card } from '#domain/card.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import { screenshotAddress, type Step } from '#domain/demo.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import { finishedCard } from '#domain/unfinished-card.ts'
import { CardedStage } from '#player/carded-stage.tsx'
import { Snapshot } from '#player/snapshot.tsx'

import { useStepPage } from '../../lib/step-pages.ts'

export interface StepPictureProps {
  readonly steps: readonly Step[]
  readonly look: DemoLook
  /** The cards of all steps. */
  readonly cards: readonly Card[]
  readonly index: number
  readonly backendUrl: string
  readonly onMove: (index: number) => void
}

/** One step with its page, hotspot and cards, interactive as for visitors. Preloads the next image. */
export function StepPicture({ steps, look, cards, index, backendUrl, onMove }: StepPictureProps) {
  const step = steps[index]
  const next = steps[index + 1]
  const page = useStepPage(step, look)
  useStepPage(next, look)
  if (step === undefined) return null
  const actions = {
    onFollow: (card: Card) => {
      const target = steps.findIndex(({ id }) => id === card.targetStepId)
      if (card.linkUrl === null) onMove(target < 0 ? index + 1 : target)
    },
    // The author's preview creates no lead, and the form says so.
    onSendLead: null,
  }
  return (
    <>
      <CardedStage
        cards={cards.flatMap((card) =>
          card.stepId === step.id ? (finishedCard(withMediaAddress(card, backendUrl)) ?? []) : [],
        )}
        actions={actions}
        imageUrl={screenshotAddress(backendUrl, step.screenshotUrl)}
        imageAlt={step.alt ?? step.title ?? `Step ${index + 1}`}
        width={step.width}
        height={step.height}
        isTall={isTallPicture(step.width, step.height)}
        hotspot={step.hotspot}
        marker={step.look.marker}
        box={step.look.box}
        previousHotspot={steps[index - 1]?.hotspot}
        priority
        page={page && <Snapshot key={page.url} {...page} canSelect />}
        {...(next !== undefined && { hotspotLabel: 'Next step', onHotspotActivate: () => onMove(index + 1) })}
      />
      {next === undefined ? null : (
        <link rel="preload" as="image" href={screenshotAddress(backendUrl, next.screenshotUrl)} />
      )}
    </>
  )
}
