import { useRef, useState } from 'react'

import type { CardPart } from '#domain/card.ts'

import type { TextRange } from './text-runs.ts'

/** What of a card's texts is formatted: a range of one of them, or with an empty range the whole of it. */
export interface CardTextPlace extends TextRange {
  readonly part: CardPart
}

export interface CardText {
  readonly place: CardTextPlace
  readonly isLinking: boolean
  readonly setLinking: (isLinking: boolean) => void
  readonly choose: (place: CardTextPlace, field?: HTMLElement) => void
  /** Back to where the text is written. */
  readonly returnToField: () => void
}

export const wholeTitle: CardTextPlace = { part: 'title', start: 0, end: 0 }

export function useCardText(): CardText {
  const [place, setPlace] = useState(wholeTitle)
  const [isLinking, setLinking] = useState(false)
  const field = useRef<HTMLElement | null>(null)
  return {
    place,
    isLinking,
    setLinking,
    choose: (wanted, element) => {
      if (element !== undefined) field.current = element
      setPlace((old) => (isSamePlace(old, wanted) ? old : wanted))
      if (wanted.part !== place.part) setLinking(false)
    },
    returnToField: () => {
      if (field.current?.isConnected === true) field.current.focus()
    },
  }
}

function isSamePlace(a: CardTextPlace, b: CardTextPlace): boolean {
  return a.part === b.part && a.start === b.start && a.end === b.end
}
