import { GripHorizontal, MoveDiagonal2, Trash2 } from 'lucide-react'
import { memo, startTransition, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

import { cardNames, withMediaAddress, type Card } from '#domain/card.ts'
import { cardPlaceStyle } from '#player/card-layer.tsx'
import { CardView, type CardActions } from '#player/card-view.tsx'
import { lookStyle } from '#player/rich-text.tsx'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { unfinishedText } from '../../lib/unfinished-text.ts'
import { cardTextMax } from './cards-state.ts'
import { RichTextField } from './rich-text-field.tsx'
import { movedPlace, placeOf, useCardDrag, type CardGrip } from './use-card-drag.ts'
import type { CardTextPlace } from './use-card-text.ts'

export interface CardHandleProps {
  readonly card: Card
  readonly isSelected: boolean
  /** All cards of the step. */
  readonly cards: readonly Card[]
  /** The card's text being formatted; null for other cards. */
  readonly textPlace: CardTextPlace | null
  readonly backendUrl: string
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onSelect: (id: string, place?: CardTextPlace, field?: HTMLElement) => void
  readonly onChange: (card: Card, typed?: string) => void
  readonly onLink: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onRemove: (card: Card) => void
}

/** A card in the editor: moved, resized and edited in place. Memoized. */
export const CardHandle = memo(function CardHandle(props: CardHandleProps) {
  const { card, isSelected, frame, textPlace, onSelect, onChange, onRemove } = props
  const box = useRef<HTMLDivElement>(null)
  const { name } = cardNames[card.type]
  const unfinished = unfinishedText(card)
  // Keeps text typed during a drag.
  const handleDrop = useStableCallback((place: ReturnType<typeof placeOf>) => onChange({ ...card, ...place }))
  const startDrag = useCardDrag({
    place: card,
    box,
    frame,
    neighbours: props.cards.filter(({ id }) => id !== card.id),
    onDrop: handleDrop,
  })

  /** In a transition, so that a drag doesn't wait for the inspector. */
  function select(): void {
    startTransition(() => onSelect(card.id))
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>, grip: CardGrip): void {
    event.stopPropagation()
    select()
    startDrag(event, grip)
  }

  function handleKeyDown(event: KeyboardEvent, grip: CardGrip): void {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove(card)
    }
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const distance = event.shiftKey ? 5 : 0.5
    onChange({ ...card, ...movedPlace(placeOf(card), grip, direction[0] * distance, direction[1] * distance) })
  }

  const tool =
    'absolute flex h-6 items-center justify-center rounded-control border border-line bg-surface text-muted shadow-sm hover:text-text pointer-coarse:h-9'

  return (
    <div
      data-testid={`card-${card.type}`}
      data-card-id={card.id}
      role="group"
      aria-label={`${unfinished === null ? '' : 'Unfinished '}${card.title === '' ? name : `${name}: ${card.title}`}`}
      className={`us-card-place group cursor-move touch-none rounded-[10px] [&>.us-card]:touch-none @max-[480px]:[&>.us-card]:[zoom:0.6] @max-[480px]:[&_[role=textbox]]:min-h-[42px] ${isSelected ? 'ring-2 ring-accent' : 'hover:ring-2 hover:ring-accent/50'}`}
      ref={box}
      style={cardPlaceStyle(card)}
      onPointerDown={(event) => handlePointerDown(event, 'move')}
      onClick={(event) => event.stopPropagation()}
    >
      <CardView
        card={withMediaAddress(card, props.backendUrl)}
        actions={noActions}
        renderText={(part) => (
          <RichTextField
            label={part === 'title' ? 'Card title' : 'Card description'}
            placeholder={part === 'title' ? 'Title' : 'Description'}
            className={`us-card-${part}`}
            style={lookStyle(card.format[part])}
            value={{ text: card[part], format: card.format[part] }}
            maxLength={cardTextMax[part]}
            keptRange={textPlace?.part === part ? textPlace : null}
            onChange={({ text, format }, typed) =>
              onChange({ ...card, [part]: text, format: { ...card.format, [part]: format } }, typed)
            }
            onSelect={(range, field) => onSelect(card.id, { part, ...range }, field)}
            onLink={props.onLink}
            onUndo={props.onUndo}
            onRedo={props.onRedo}
          />
        )}
      />
      {unfinished === null ? null : (
        <span
          title={unfinished}
          className="absolute -bottom-3 left-2 rounded-chip border border-warning bg-surface px-2 text-xs leading-5 font-medium text-warning"
        >
          Unfinished
        </span>
      )}
      <button
        type="button"
        aria-label={`Move the ${name}: arrow keys, Shift for larger steps. Delete removes it.`}
        className={`${tool} -top-3 left-1/2 w-10 -translate-x-1/2 cursor-move touch-none pointer-coarse:-top-7 ${isSelected ? '' : 'pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100'}`}
        onFocus={select}
        onKeyDown={(event) => handleKeyDown(event, 'move')}
        onPointerDown={(event) => handlePointerDown(event, 'move')}
      >
        <GripHorizontal size={16} aria-hidden />
      </button>
      {isSelected ? (
        <>
          <button
            type="button"
            aria-label={`Resize the ${name}: arrow keys, Shift for larger steps`}
            className={`${tool} -right-3 -bottom-3 w-6 cursor-nwse-resize touch-none pointer-coarse:-bottom-5 pointer-coarse:w-9`}
            onKeyDown={(event) => handleKeyDown(event, 'size')}
            onPointerDown={(event) => handlePointerDown(event, 'size')}
          >
            <MoveDiagonal2 size={14} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={`Delete the ${name}`}
            className={`${tool} -top-3 -right-3 w-6 cursor-pointer pointer-coarse:-top-7 pointer-coarse:w-9`}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => onRemove(card)}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        </>
      ) : null}
    </div>
  )
})

/** Cards are inert in the editor. */
const noActions: CardActions = { onFollow: () => undefined, onSendLead: null }

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
