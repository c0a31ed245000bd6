import { GripHorizontal, MoveDiagonal2, Trash2 } from 'lucide-react'
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

import { cardNames, placeCard, type Card, type CardPlace } from '#domain/card.ts'
import { cardPlaceStyle } from '#player/card-layer.tsx'
import { CardView, type CardActions } from '#player/card-view.tsx'
import { lookStyle } from '#player/rich-text.tsx'

import { followPointer } from './follow-pointer.ts'
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
  /** The picture's size when it began: asking for it at every move would have the browser lay the page out each time. */
  readonly width: number
  readonly height: number
  /** The same before the zoom, in which the card is moved. */
  readonly ownWidth: number
  readonly ownHeight: number
}

interface CardHandleProps extends Omit<CardsOverlayProps, 'cards' | 'selectedId'> {
  readonly card: Card
  readonly isSelected: boolean
}

function CardHandle(props: CardHandleProps) {
  const { card, isSelected, frame, cardText, onSelect, onChange, onRemove } = props
  const box = useRef<HTMLDivElement>(null)
  // Not state: a move changes one style, and is told when the card is let go.
  const drag = useRef<{ readonly grip: Grip; dragged: CardPlace | null } | null>(null)
  const { name } = cardNames[card.type]

  function handlePointerDown(event: PointerEvent<HTMLElement>, mode: Grip['mode']): void {
    event.stopPropagation()
    onSelect(card.id)
    if (event.button !== 0) return
    const layer = box.current?.offsetParent
    const picture = frame.current?.getBoundingClientRect()
    if (picture === undefined || layer === null || layer === undefined) return
    const { width, height } = picture
    const [ownWidth, ownHeight] = [layer.clientWidth, layer.clientHeight]
    const { clientX: x, clientY: y } = event
    drag.current = { grip: { mode, x, y, place: placeOf(card), width, height, ownWidth, ownHeight }, dragged: null }
    followPointer(event, handleMove)
  }

  function handleMove(event: { readonly clientX: number; readonly clientY: number }): void {
    if (drag.current === null || box.current === null) return
    const { grip } = drag.current
    const x = ((event.clientX - grip.x) / grip.width) * 100
    const y = ((event.clientY - grip.y) / grip.height) * 100
    const dragged = moved(grip.place, grip.mode, x, y)
    const { style } = box.current
    if (grip.mode === 'size') Object.assign(style, cardPlaceStyle(dragged))
    else {
      // On a layer of its own while it is moved: nothing is laid out or painted anew before it is let go.
      if (drag.current.dragged === null) style.willChange = 'transform'
      style.transform = offset(dragged, grip)
    }
    drag.current.dragged = dragged
  }

  function show(place: CardPlace): void {
    if (box.current !== null) Object.assign(box.current.style, cardPlaceStyle(place), { transform: '', willChange: '' })
  }

  function handlePointerUp(): void {
    const dragged = drag.current?.dragged
    drag.current = null
    if (dragged === null || dragged === undefined) return
    show(dragged)
    onChange({ ...card, ...dragged })
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

  const gripOf = (mode: Grip['mode']) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => handlePointerDown(event, mode),
    onPointerUp: handlePointerUp,
    onPointerCancel: () => {
      drag.current = null
      show(card)
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
      ref={box}
      style={cardPlaceStyle(card)}
      {...gripOf('move')}
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
        {...gripOf('move')}
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
            {...gripOf('size')}
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

function offset(place: CardPlace, { place: from, ownWidth, ownHeight }: Grip): string {
  const x = ((place.xPercent - from.xPercent) / 100) * ownWidth
  const y = ((place.yPercent - from.yPercent) / 100) * ownHeight
  return `translate(${x}px, ${y}px)`
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
