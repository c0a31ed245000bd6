import type { Card } from '#domain/card.ts'

import { CardHandle, type CardHandleProps } from './cards-handle.tsx'
import type { CardTextPlace } from './use-card-text.ts'

export interface CardsOverlayProps extends Omit<CardHandleProps, 'card' | 'cards' | 'isSelected' | 'textPlace'> {
  readonly cards: readonly Card[]
  readonly selectedId: string | null
  readonly textPlace: CardTextPlace
}

/** The step's cards, which can be moved, resized and edited in place. */
export function CardsOverlay({ cards, selectedId, textPlace, ...rest }: CardsOverlayProps) {
  return (
    <div className="us-cards">
      {cards.map((card) => {
        const isSelected = card.id === selectedId
        return (
          <CardHandle
            key={card.id}
            card={card}
            cards={cards}
            isSelected={isSelected}
            textPlace={isSelected ? textPlace : null}
            {...rest}
          />
        )
      })}
    </div>
  )
}
