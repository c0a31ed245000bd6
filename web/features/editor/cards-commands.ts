import { cardNames, newCard, placeCard, type Card, type CardType } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { newId } from '../../lib/new-id.ts'
import { showToast } from '../../ui/toast-store.ts'
import { visibleCards } from './cards-state.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'

type Dispatch = (command: EditorCommand) => void

/** Adds a card in the middle of the step's picture as shown in `frame`, and closes the panel. */
export function addCard(state: EditorState, dispatch: Dispatch, step: Step, type: CardType, frame: HTMLElement): void {
  const id = newId()
  const others = visibleCards(state, step.id)
  const position = (others.at(-1)?.position ?? 0) + 1
  // Not the box on screen, which grows with the zoom.
  const shown = { widthPx: frame.offsetWidth, heightPx: frame.offsetHeight }
  const card = notOverOthers(newCard({ id, stepId: step.id, type, position, shown }), others)
  dispatch({ type: 'edit', edit: { type: 'card', id, card } })
  dispatch({ type: 'select-card', id })
  dispatch({ type: 'toggle-adding-card' })
}

const asidePercent = 3

/** Offset for each card already at that position. */
function notOverOthers(card: Card, others: readonly Card[]): Card {
  return others.reduce((placed) => {
    const isTaken = others.some((other) => other.xPercent === placed.xPercent && other.yPercent === placed.yPercent)
    if (!isTaken) return placed
    const { xPercent, yPercent } = placed
    return {
      ...placed,
      ...placeCard({ ...placed, xPercent: xPercent + asidePercent, yPercent: yPercent + asidePercent }),
    }
  }, card)
}

export function deleteCard(dispatch: Dispatch, card: Card): void {
  dispatch({ type: 'edit', edit: { type: 'card', id: card.id, card: null } })
  dispatch({ type: 'select-card', id: null })
  showToast({
    text: `${cardNames[card.type].name} deleted.`,
    action: {
      label: 'Undo',
      onSelect: () => dispatch({ type: 'take-back', edit: { type: 'card', id: card.id, card } }),
    },
  })
}
