import { clsx } from 'clsx'
import { ChevronUp } from 'lucide-react'
import { useState, type RefObject } from 'react'

import { useMedia } from '../../lib/use-media.ts'
import { addCard } from './cards-commands.ts'
import { CardsPanel } from './cards-panel.tsx'
import { fieldId } from './editor-fields.ts'
import { selectedStep } from './editor-state.ts'
import { Inspector } from './inspector.tsx'
import type { SectionProps } from './inspector-sections.tsx'
import { NotesEditor } from './notes-editor.tsx'

export interface EditorDetailsProps extends SectionProps {
  /** The displayed picture, if any. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onSaveNotes: (stepId: string) => void
}

/** Open panels and the inspector, beside the canvas; on small screens a pull-up sheet. */
export function EditorDetails(props: EditorDetailsProps) {
  const { state, dispatch } = props
  const step = selectedStep(state)
  const isSheet = useMedia('(width < 64rem)')
  const [isPulledUp, setIsPulledUp] = useState(false)
  const hasPanel = step !== undefined && (state.isAddingCard || state.areNotesOpen)
  const isOpen = !isSheet || isPulledUp || hasPanel

  function handlePull(): void {
    setIsPulledUp(!isOpen)
    if (state.isAddingCard) dispatch({ type: 'toggle-adding-card' })
    if (state.areNotesOpen) dispatch({ type: 'toggle-notes' })
  }

  return (
    <aside
      aria-label="Details"
      data-bottom-bar={isSheet ? '' : undefined}
      className={clsx(
        'border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:flex max-lg:max-h-[72dvh] max-lg:flex-col max-lg:rounded-t-dialog max-lg:shadow-floating',
        'lg:w-80 lg:shrink-0 lg:overflow-y-auto lg:border-l lg:[scrollbar-width:thin]',
      )}
    >
      {isSheet ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={handlePull}
          className="flex h-12 w-full shrink-0 items-center justify-between gap-2 px-4 text-left text-sm font-semibold"
        >
          <span className="min-w-0 truncate tabular-nums">
            {step === undefined ? 'Details' : `Details of step ${step.order}`}
          </span>
          <ChevronUp size={16} aria-hidden className={clsx('shrink-0 text-muted', isOpen && 'rotate-180')} />
        </button>
      ) : null}
      {isOpen ? (
        <div className={clsx(isSheet && 'min-h-0 overflow-y-auto border-t border-line pb-4')}>
          {state.isAddingCard && step !== undefined ? (
            <CardsPanel
              onUse={(type) => {
                const frame = props.frame.current
                if (frame !== null) addCard(state, dispatch, step, type, frame)
              }}
              onClose={() => dispatch({ type: 'toggle-adding-card' })}
            />
          ) : null}
          {state.areNotesOpen && step !== undefined ? (
            <NotesEditor
              key={step.id}
              step={step}
              isDisputed={fieldId('step', step.id, 'description') in state.disputes}
              onChange={(notes) =>
                dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { description: notes } } })
              }
              onSave={() => props.onSaveNotes(step.id)}
              onClose={() => dispatch({ type: 'toggle-notes' })}
            />
          ) : null}
          <Inspector {...props} />
        </div>
      ) : null}
    </aside>
  )
}
