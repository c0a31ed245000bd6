import { GripHorizontal, MoveDiagonal2, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

import { cardNames, placeCard, type Card, type CardPlace } from '#domain/card.ts'
import { cardPlaceStyle } from '#player/card-layer.tsx'
import { CardView, type CardActions } from '#player/card-view.tsx'
import { lookStyle } from '#player/rich-text.tsx'

import { RichTextField } from './rich-text-field.tsx'
import type { CardText, CardTextPlace } from './use-card-text.ts'

export interface CardsOverlayProps {
  readonly cards: readonly Card[]
  readonly selectedId: string | null
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  readonly cardText: CardText
  readonly onSelect: (id: string, place?: CardTextPlace, field?: HTMLElement) => void
  readonly onChange: (card: Card, typed?: string) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onRemove: (card: Card) => void
}

/** The cards of the step as their author sees them: moved, resized and written on where they are. */
export function CardsOverlay({ cards, selectedId, ...rest }: CardsOverlayProps) {
  return (
    <div className="us-cards">
      {cards.map((card) => (
        <CardHandle key={card.id} card={card} isSelected={card.id === selectedId} {...rest} />
      ))}
    </div>
  )
}

interface Grip {
  readonly mode: 'move' | 'size'
  readonly x: number
  readonly y: number
  readonly place: CardPlace
}

interface CardHandleProps extends Omit<CardsOverlayProps, 'cards' | 'selectedId'> {
  readonly card: Card
  readonly isSelected: boolean
}

function CardHandle(props: CardHandleProps) {
  const { card, isSelected, frame, cardText, onSelect, onChange, onRemove } = props
  const [grip, setGrip] = useState<Grip | null>(null)
  const [dragged, setDragged] = useState<CardPlace | null>(null)
  const { name } = cardNames[card.type]

  function handlePointerDown(event: PointerEvent<HTMLElement>, mode: Grip['mode']): void {
    event.stopPropagation()
    onSelect(card.id)
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ mode, x: event.clientX, y: event.clientY, place: placeOf(card) })
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>): void {
    const picture = frame.current?.getBoundingClientRect()
    if (grip === null || picture === undefined) return
    const x = ((event.clientX - grip.x) / picture.width) * 100
    const y = ((event.clientY - grip.y) / picture.height) * 100
    setDragged(moved(grip.place, grip.mode, x, y))
  }

  function handlePointerUp(): void {
    if (dragged !== null) onChange({ ...card, ...dragged })
    setDragged(null)
    setGrip(null)
  }

  function handleKeyDown(event: KeyboardEvent, mode: Grip['mode']): void {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove(card)
    }
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const distance = event.shiftKey ? 5 : 0.5
    onChange({ ...card, ...moved(placeOf(card), mode, direction[0] * distance, direction[1] * distance) })
  }

  const drag = (mode: Grip['mode']) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => handlePointerDown(event, mode),
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerUp,
    onPointerCancel: () => {
      setDragged(null)
      setGrip(null)
    },
  })
  const tool =
    'absolute flex h-6 items-center justify-center rounded-control border border-line bg-surface text-muted shadow-sm hover:text-text pointer-coarse:h-9'

  return (
    <div
      data-testid={`card-${card.type}`}
      role="group"
      aria-label={card.title === '' ? name : `${name}: ${card.title}`}
      className={`us-card-place group cursor-move touch-none rounded-[10px] ${isSelected ? 'ring-2 ring-accent' : 'hover:ring-2 hover:ring-accent/50'}`}
      style={cardPlaceStyle(dragged ?? card)}
      {...drag('move')}
      onClick={(event) => event.stopPropagation()}
    >
      <CardView
        card={card}
        actions={noActions}
        renderText={(part) => (
          <RichTextField
            label={part === 'title' ? 'Card title' : 'Card description'}
            placeholder={part === 'title' ? 'Title' : 'Description'}
            className={`us-card-${part}`}
            style={lookStyle(card.format[part])}
            value={{ text: card[part], format: card.format[part] }}
            maxLength={part === 'title' ? 500 : 5000}
            keptRange={isSelected && cardText.place.part === part ? cardText.place : null}
            onChange={({ text, format }, typed) =>
              onChange({ ...card, [part]: text, format: { ...card.format, [part]: format } }, typed)
            }
            onSelect={(range, field) => onSelect(card.id, { part, ...range }, field)}
            onLink={() => cardText.setLinking(true)}
            onUndo={props.onUndo}
            onRedo={props.onRedo}
          />
        )}
      />
      <button
        type="button"
        aria-label={`Move the ${name}: arrow keys, further with Shift. Delete removes it.`}
        className={`${tool} -top-3 left-1/2 w-10 -translate-x-1/2 cursor-move touch-none`}
        onFocus={() => onSelect(card.id)}
        onKeyDown={(event) => handleKeyDown(event, 'move')}
        {...drag('move')}
      >
        <GripHorizontal size={16} aria-hidden />
      </button>
      {isSelected ? (
        <>
          <button
            type="button"
            aria-label={`Resize the ${name}: arrow keys, further with Shift`}
            className={`${tool} -right-3 -bottom-3 w-6 cursor-nwse-resize touch-none pointer-coarse:w-9`}
            onKeyDown={(event) => handleKeyDown(event, 'size')}
            {...drag('size')}
          >
            <MoveDiagonal2 size={14} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={`Delete the ${name}`}
            className={`${tool} -top-3 -right-3 w-6 cursor-pointer pointer-coarse:w-9`}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => onRemove(card)}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        </>
      ) : null}
    </div>
  )
}

/** In the editor nothing on a card does anything. */
const noActions: CardActions = { onFollow: () => undefined, onSendLead: null }

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function placeOf({ xPercent, yPercent, widthPercent, heightPercent }: CardPlace): CardPlace {
  return { xPercent, yPercent, widthPercent, heightPercent }
}

/** A card grows to the right and down, and stays on the picture by not growing further. */
function moved(place: CardPlace, mode: Grip['mode'], x: number, y: number): CardPlace {
  if (mode === 'move') return placeCard({ ...place, xPercent: place.xPercent + x, yPercent: place.yPercent + y })
  return placeCard({
    ...place,
    widthPercent: Math.min(100 - place.xPercent, place.widthPercent + x),
    heightPercent: Math.min(100 - place.yPercent, place.heightPercent + y),
  })
}
