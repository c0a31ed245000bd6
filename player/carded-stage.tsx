import type { Card } from '#domain/card.ts'

import { CardLayer } from './card-layer.tsx'
import type { CardActions } from './card-view.tsx'
import { StepStage, type StepStageProps } from './step-stage.tsx'
import { useNarrow } from './use-narrow.ts'
import { useTakenOver } from './use-taken-over.ts'

export interface CardedStageProps extends Omit<StepStageProps, 'children'> {
  readonly cards: readonly Card[]
  readonly actions: CardActions
}

/**
 * A step with its cards on the picture; on narrow screens, where they would have no room, under it. They come with the
 * script: their forms lie inside the page's own, which HTML can't say. Until then a room of about their size is kept
 * under the picture, so that little moves.
 */
export function CardedStage({ cards, actions, ...stage }: CardedStageProps) {
  const isTakenOver = useTakenOver()
  const isStacked = useNarrow()
  const layer =
    isTakenOver && cards.length > 0 ? <CardLayer cards={cards} actions={actions} isStacked={isStacked} /> : null
  return (
    <>
      <StepStage {...stage}>{isStacked ? null : layer}</StepStage>
      {isStacked ? layer : null}
      {isTakenOver
        ? null
        : cards.map(({ id, type }) => <div key={id} className={`us-card-room us-card-room-${type}`} />)}
    </>
  )
}
