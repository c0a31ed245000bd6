import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

import type { Card, CardPart } from '#domain/card.ts'
import type { DemoVariable } from '#domain/demo-look.ts'
import type { TextFormat } from '#domain/text-format.ts'

import { useSteady } from '../../lib/use-steady.ts'
import { FormatBar } from './cards-format-bar.tsx'
import { cardTextMost } from './cards-state.ts'
import { spliceText } from './text-runs.ts'
import type { CardText } from './use-card-text.ts'

export interface CardsFloatingBarProps {
  readonly card: Card
  readonly cardText: CardText
  readonly variables: readonly DemoVariable[]
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  /** Below the canvas, where it would hide the card. */
  readonly isStatic: boolean
  readonly onCardChange: (card: Card, typed?: string) => void
}

const gapPx = 16
const edgePx = 8

/** The formatting of the selected card's text, above the card; below it where there is no room. */
export function CardsFloatingBar(props: CardsFloatingBarProps) {
  const { card, cardText, frame, isStatic, onCardChange } = props
  const bar = useRef<HTMLDivElement>(null)
  const [isPressed, setIsPressed] = useState(false)
  const { part } = cardText.place
  const handleFormat = useSteady((of: CardPart, format: TextFormat) =>
    onCardChange({ ...card, format: { ...card.format, [of]: format } }),
  )

  const handleInsert = useSteady((inserted: string) => {
    const { start, end } = cardText.place
    const text = card[part]
    if (text.length - (end - start) + inserted.length > cardTextMost[part]) return
    const next = spliceText({ text, format: card.format[part] }, { start, end }, inserted)
    onCardChange({ ...card, [part]: next.text, format: { ...card.format, [part]: next.format } })
    const caret = start + inserted.length
    cardText.choose({ part, start: caret, end: caret })
  })

  // Out of the way while the card or the picture is dragged.
  useLayoutEffect(() => {
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const handleMove = ({ buttons, target }: PointerEvent) => {
      const isOwn = target instanceof Node && bar.current?.contains(target) === true
      if (buttons === 1 && !isOwn) setIsPressed(true)
    }
    const release = () => setIsPressed(false)
    window.addEventListener('pointermove', handleMove, options)
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    return () => stop.abort()
  }, [])

  useLayoutEffect(() => {
    const element = isStatic ? null : bar.current
    const canvas = element?.parentElement
    const shown = frame.current?.querySelector(`[data-card-id="${card.id}"]`)
    if (element === null || canvas === null || canvas === undefined || shown === null || shown === undefined) return
    const place = () => placeBar(element, canvas.getBoundingClientRect(), shown.getBoundingClientRect())
    place()
    const watch = new ResizeObserver(place)
    for (const each of [element, canvas, shown]) watch.observe(each)
    return () => watch.disconnect()
  })

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

function placeBar(bar: HTMLElement, canvas: DOMRect, card: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bar
  const above = card.top - canvas.top - height - gapPx
  const below = card.bottom - canvas.top + gapPx
  const isBelow = above < edgePx && below + height <= canvas.height - edgePx
  const left = card.left - canvas.left + (card.width - width) / 2
  Object.assign(bar.style, {
    left: `${Math.max(edgePx, Math.min(canvas.width - width - edgePx, left))}px`,
    top: `${isBelow ? below : Math.max(edgePx, above)}px`,
  })
}
