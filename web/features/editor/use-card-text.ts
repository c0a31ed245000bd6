import { useMemo, useRef, useState } from 'react'

import type { CardPart } from '#domain/card.ts'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import type { TextRange } from './text-runs.ts'

/** The text being formatted: a range of one of the card's texts, or all of it if the range is empty. */
export interface CardTextPlace extends TextRange {
  readonly part: CardPart
}

export interface CardText {
  readonly place: CardTextPlace
  readonly isLinking: boolean
  readonly setLinking: (isLinking: boolean) => void
  readonly choose: (place: CardTextPlace, field?: HTMLElement) => void
  /** Returns the focus to the text. */
  readonly returnToField: () => void
}

export const wholeTitle: CardTextPlace = { part: 'title', start: 0, end: 0 }

export function useCardText(): CardText {
  const [place, setPlace] = useState(wholeTitle)
  const [isLinking, setLinking] = useState(false)
  const field = useRef<HTMLElement | null>(null)
  const choose = useStableCallback((wanted: CardTextPlace, element?: HTMLElement) => {
    if (element !== undefined) field.current = element
    setPlace((old) => (isSamePlace(old, wanted) ? old : wanted))
    if (wanted.part !== place.part) setLinking(false)
  })
  const returnToField = useStableCallback(() => {
    if (field.current?.isConnected === true) field.current.focus()
  })
  return useMemo(
    () => ({ place, isLinking, setLinking, choose, returnToField }),
    [place, isLinking, choose, returnToField],
  )
}

function isSamePlace(a: CardTextPlace, b: CardTextPlace): boolean {
  return a.part === b.part && a.start === b.start && a.end === b.end
}
