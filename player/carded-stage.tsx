import type { Card } from '#domain/card.ts'

import { CardLayer } from './card-layer.tsx'
import type { CardActions } from './card-view.tsx'
import { StepStage, type StepStageProps } from './step-stage.tsx'
import { useNarrow } from './use-narrow.ts'
import { useHydrated } from './use-hydrated.ts'

export interface CardedStageProps extends Omit<StepStageProps, 'children'> {
  readonly cards: readonly Card[]
  readonly actions: CardActions
}

/**
 * A step with its cards on the picture, or below it on narrow screens. Cards need JavaScript, because forms can't be
 * nested in the page's form; until it loads, their space is reserved.
 */
export function CardedStage({ cards, actions, ...stage }: CardedStageProps) {
  const isHydrated = useHydrated()
  const isStacked = useNarrow()
  const layer =
    isHydrated && cards.length > 0 ? <CardLayer cards={cards} actions={actions} isStacked={isStacked} /> : null
  return (
    <>
      <StepStage {...stage}>{isStacked ? null : layer}</StepStage>
      {isStacked ? layer : null}
      {isHydrated
        ? null
        : cards.map(({ id, type }) => <div key={id} className={`us-card-room us-card-room-${type}`} />)}
    </>
  )
}
