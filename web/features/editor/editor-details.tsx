import { Activity } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { useSteady } from '../../lib/use-steady.ts'
import { addCard, deleteCard } from './cards-commands.ts'
import { CardsInspector } from './cards-inspector.tsx'
import { CardsPanel } from './cards-panel.tsx'
import { removedSteps, type Edit } from './editor-edits.ts'
import { currentText, selectedStep, visibleSteps, type EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { Inspector } from './inspector.tsx'
import { NotesEditor } from './notes-editor.tsx'
import { placeHotspot } from './pointer-place.ts'
import { deleteStep, replacePicture } from './step-commands.ts'
import type { CardText } from './use-card-text.ts'

export interface EditorDetailsProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  /** Fields of the selected step. */
  readonly cards: readonly Card[]
  /** The selected one. */
  readonly card: Card | undefined
  readonly cardText: CardText
  /** The displayed picture, if any. */
  readonly frame: () => HTMLElement | null
  readonly onCardChange: (card: Card, typed?: string) => void
  readonly onSaveNotes: (stepId: string) => void
  readonly onDuplicate: (step: Step) => void
}

/** Beside the canvas: the open panels and the fields of the selection. */
export function EditorDetails(props: EditorDetailsProps) {
  const { state, dispatch, card, cardText, onCardChange } = props
  const step = selectedStep(state)

  // Rendered in idle time: pressing a card only reveals it, so the card follows the pointer sooner.
  const likely = card ?? props.cards[0]
  const handleCardRemove = useSteady((removed: Card) => deleteCard(dispatch, removed))
  const handleEdit = useSteady((edit: Edit) => dispatch({ type: 'edit', edit }))
  const handleRemove = useSteady((removed: Step) => {
    const items = removedSteps(state, [removed.id])
    deleteStep(removed, dispatch, () => dispatch({ type: 'take-back', edit: { type: 'restore-steps', items } }))
  })
  const handleReplace = useSteady((replaced: Step) => void replacePicture(replaced, dispatch))
  const handlePlace = useSteady(() => {
    if (step === undefined) return
    // Somewhere to start from, and the only way for those who don't use a pointer.
    if (step.hotspot === null) {
      dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { hotspot: placeHotspot(50, 50) } } })
    }
    dispatch({ type: 'toggle-placing' })
  })

  return (
    <aside
      aria-label="Details"
      className="shrink-0 border-line bg-surface max-lg:border-t lg:w-80 lg:overflow-y-auto lg:border-l"
    >
      {state.isAddingCard && step !== undefined ? (
        <CardsPanel
          onUse={(type) => {
            const frame = props.frame()
            if (frame !== null) addCard(state, dispatch, step, type, frame)
          }}
          onClose={() => dispatch({ type: 'toggle-adding-card' })}
        />
      ) : null}
      {state.areNotesOpen && step !== undefined ? (
        <NotesEditor
          key={step.id}
          step={step}
          onChange={(notes) =>
            dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { description: notes } } })
          }
          onSave={() => props.onSaveNotes(step.id)}
          onClose={() => dispatch({ type: 'toggle-notes' })}
        />
      ) : null}
      {likely === undefined ? null : (
        <Activity mode={card === undefined ? 'hidden' : 'visible'}>
          <CardsInspector
            card={likely}
            cardText={cardText}
            steps={visibleSteps(state)}
            onChange={onCardChange}
            onRemove={handleCardRemove}
          />
        </Activity>
      )}
      <Inspector
        step={step}
        description={currentText(state).description}
        isPlacing={state.isPlacing}
        onEdit={handleEdit}
        onPlace={handlePlace}
        onDuplicate={props.onDuplicate}
        onReplace={handleReplace}
        onRemove={handleRemove}
      />
    </aside>
  )
}
