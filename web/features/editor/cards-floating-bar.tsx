import { clsx } from 'clsx'
import { useRef, type RefObject } from 'react'

import type { Card, CardPart } from '#domain/card.ts'
import type { DemoVariable } from '#domain/demo-look.ts'
import type { TextFormat } from '#domain/text-format.ts'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { FormatBar } from './cards-format-bar.tsx'
import { cardTextMax } from './cards-state.ts'
import { spliceText } from './text-runs.ts'
import type { CardText } from './use-card-text.ts'
import { useDragOutside, usePlacedAbove } from './use-placed-above.ts'

export interface CardsFloatingBarProps {
  readonly card: Card
  readonly cardText: CardText
  readonly variables: readonly DemoVariable[]
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  /** Below the canvas if it would hide the card. */
  readonly isStatic: boolean
  readonly onCardChange: (card: Card, typed?: string) => void
}

/** Formatting of the selected card's text, above the card, or below it if there is no room. */
export function CardsFloatingBar(props: CardsFloatingBarProps) {
  const { card, cardText, frame, isStatic, onCardChange } = props
  const bar = useRef<HTMLDivElement>(null)
  const isPressed = useDragOutside(bar)
  const { part } = cardText.place
  const handleFormat = useStableCallback((of: CardPart, format: TextFormat) =>
    onCardChange({ ...card, format: { ...card.format, [of]: format } }),
  )

  const handleInsert = useStableCallback((inserted: string) => {
    const { start, end } = cardText.place
    const text = card[part]
    if (text.length - (end - start) + inserted.length > cardTextMax[part]) return
    const next = spliceText({ text, format: card.format[part] }, { start, end }, inserted)
    onCardChange({ ...card, [part]: next.text, format: { ...card.format, [part]: next.format } })
    const caret = start + inserted.length
    cardText.choose({ part, start: caret, end: caret })
  })

  usePlacedAbove(bar, isStatic ? null : () => frame.current?.querySelector(`[data-card-id="${card.id}"]`) ?? null)

  return (
    <div
      ref={bar}
      className={clsx(
        'select-none',
        isStatic ? 'bg-ink' : 'absolute top-0 left-0 z-20 w-max max-w-[calc(100%-1rem)]',
        isPressed && !isStatic && 'invisible',
      )}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <FormatBar
        type={card.type}
        text={card[part]}
        format={card.format[part]}
        cardText={cardText}
        onFormat={handleFormat}
        variables={props.variables}
        onInsert={handleInsert}
      />
    </div>
  )
}
