import './card.css'

import { useLayoutEffect, useRef } from 'react'

import type { Card, CardPlace } from '#domain/card.ts'

import { CardView, type CardActions } from './card-view.tsx'
import { keepCalloutOffCards } from './keep-callout-off-cards.ts'

export interface CardLayerProps {
  readonly cards: readonly Card[]
  readonly actions: CardActions
  /** One below the other, instead of by position. */
  readonly isStacked: boolean
}

/** A step's cards: over the picture inside StepStage, or stacked below it. */
export function CardLayer({ cards, actions, isStacked }: CardLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (layer.current === null || isStacked ? undefined : keepCalloutOffCards(layer.current)),
    [isStacked],
  )
  return (
    <div ref={layer} className={isStacked ? 'us-cards us-cards-stacked' : 'us-cards'}>
      {cards.map((card) => (
        <div key={card.id} className="us-card-place" style={isStacked ? undefined : cardPlaceStyle(card)}>
          <CardView card={card} actions={actions} />
        </div>
      ))}
    </div>
  )
}

/**
 * Set by script, never in the server's HTML, because the page's policy forbids style attributes. A card too tall for
 * its position moves up until it ends with the picture.
 */
export function cardPlaceStyle({ xPercent, yPercent, widthPercent, heightPercent }: CardPlace) {
  return {
    left: `${xPercent}%`,
    top: `${yPercent}%`,
    width: `${widthPercent}%`,
    minHeight: `${heightPercent}%`,
    translate: `0 max(-${yPercent}cqh, min(0px, ${100 - yPercent}cqh - 100%))`,
  }
}
