import { clsx } from 'clsx'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'

import type { Card } from '#domain/card.ts'
import type { Demo, DemoStatus, Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'
import { formatLengthMax } from '#domain/text-format.ts'

import { currentSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { copyCards } from '../cards/card-calls.ts'
import { ImageDropZone } from '../import/image-drop-zone.tsx'
import { importAsSteps } from '../import/import-images.ts'
import { pickImages } from '../import/pick-images.ts'
import { useImageIntake } from '../import/use-image-intake.tsx'
import { ShareDialog } from '../share/share-dialog.tsx'
import { AddStepMenu } from './add-step-menu.tsx'
import { Canvas } from './canvas.tsx'
import { deleteCard } from './cards-commands.ts'
import { CardsOverlay } from './cards-overlay.tsx'
import { visibleCards } from './cards-state.ts'
import { keepDraft, recallDraft } from './draft-store.ts'
import type { EditorContext } from './editor-actions.ts'
import { EditorDetails } from './editor-details.tsx'
import { EditorHeader } from './editor-header.tsx'
import { currentText, selectedStep, visibleSteps } from './editor-state.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { duplicateStep } from './step-commands.ts'
import { StepStrip } from './step-strip.tsx'
import { ToolRail } from './tool-rail.tsx'
import { useCardText, wholeTitle } from './use-card-text.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorSaver } from './use-editor-saver.ts'

export interface EditorProps {
  readonly demo: Demo
  readonly cards: readonly Card[]
  readonly backendUrl: string
  readonly onReload: () => void
}

export function Editor({ demo, cards, backendUrl, onReload }: EditorProps) {
  const userId = useUserId()
  const [state, dispatch] = useReducer(reduceEditor, demo, (first) =>
    openEditor(first, recallDraft(userId, first.id), cards),
  )
  const [isSharing, setIsSharing] = useState(false)
  const [areShortcutsShown, setAreShortcutsShown] = useState(false)
  const saver = useEditorSaver({ state, dispatch, reload: onReload, userId })
  const steps = visibleSteps(state)
  const step = selectedStep(state)
  const text = currentText(state)
  const frame = useRef<HTMLDivElement>(null)
  const cardText = useCardText()
  const stepCards = step === undefined ? [] : visibleCards(state, step.id)
  const card = stepCards.find(({ id }) => id === state.selectedCardId)
  const intake = useImageIntake((files) => importAsSteps(files, demo.id, state.selectedId))
  const context: EditorContext = {
    state,
    dispatch,
    canSave: text.name.trim() !== '' && !saver.isSavingText,
    save: saver.saveAll,
    showShortcuts: () => setAreShortcutsShown(true),
  }

  useEffect(() => dispatch({ type: 'load', demo, cards }), [demo, cards])
  useEffect(() => keepDraft(userId, demo.id, state.unsaved), [userId, demo.id, state.unsaved])
  useEditorKeys(context, !isSharing && !areShortcutsShown)

  // The same for ever, so that a closed dialog is not drawn anew with every change.
  const handleStatusSaved = useCallback((status: DemoStatus) => dispatch({ type: 'status-saved', status }), [])

  async function handleDuplicate(original: Step): Promise<void> {
    try {
      await copyCards(visibleCards(state, original.id), await duplicateStep(original))
      onReload()
    } catch {
      showToast({ text: messages.demoSaveFailed, tone: 'danger' })
    }
  }

  function changeCard(changed: Card, typed?: string): void {
    if (JSON.stringify(changed.format).length > formatLengthMax) {
      showToast({ text: 'This card has as much formatting as it can hold.', tone: 'danger' })
      return
    }
    dispatch({ type: 'edit', edit: { type: 'card', id: changed.id, card: changed, ...(typed && { typed }) } })
  }

  const isSidebar = state.stripLayout === 'list'
  return (
    <ImageDropZone onFiles={(files) => void intake.take(files)} text="Drop images to add them as steps">
      <div className="flex min-h-dvh flex-col lg:h-dvh">
        <EditorHeader
          context={context}
          saveState={saver.saveState}
          isSavingText={saver.isSavingText}
          onShare={() => setIsSharing(true)}
        />
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <ToolRail context={context} />
          <main className={clsx('flex min-h-0 min-w-0 flex-1 flex-col', isSidebar && 'lg:flex-row')}>
            <div className="flex min-w-0 flex-col overflow-hidden bg-sunken lg:min-h-0 lg:flex-1">
              <div className="empty:hidden p-3">{intake.notice}</div>
              {state.isPlacing ? (
                <p role="status" className="px-3 pt-2 text-center text-sm text-muted">
                  Click where visitors should click.
                </p>
              ) : null}
              {step === undefined ? (
                <div className="flex flex-1 flex-col justify-center p-4 sm:p-10">
                  <EmptyState title="No steps yet" text="Choose images, or drop them here. Each becomes a step.">
                    <Button onClick={() => void pickImages().then(intake.take)}>Choose images</Button>
                  </EmptyState>
                </div>
              ) : (
                <Canvas
                  step={step}
                  frame={frame}
                  backendUrl={backendUrl}
                  zoomPercent={state.zoomPercent}
                  isPlacing={state.isPlacing}
                  onZoom={(percent) => dispatch({ type: 'zoom', percent })}
                  onHotspot={(hotspot) =>
                    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { hotspot } } })
                  }
                  onHotspotRemove={() =>
                    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { hotspot: null } } })
                  }
                >
                  <CardsOverlay
                    cards={stepCards}
                    selectedId={state.selectedCardId}
                    frame={frame}
                    cardText={cardText}
                    onSelect={(id, place, field) => {
                      const isOther = id !== state.selectedCardId
                      if (isOther) dispatch({ type: 'select-card', id })
                      if (isOther || place !== undefined) cardText.choose(place ?? wholeTitle, field)
                    }}
                    onChange={changeCard}
                    onUndo={() => dispatch({ type: 'undo' })}
                    onRedo={() => dispatch({ type: 'redo' })}
                    onRemove={(removed) => deleteCard(dispatch, removed)}
                  />
                </Canvas>
              )}
            </div>
            {state.isFullView ? null : (
              <StepStrip
                steps={steps}
                selectedId={state.selectedId}
                backendUrl={backendUrl}
                layout={state.stripLayout}
                onSelect={(id) => dispatch({ type: 'select', id })}
                onMove={(id, toIndex) => dispatch({ type: 'move-step', id, toIndex })}
                addStep={
                  <AddStepMenu
                    canDuplicate={step !== undefined}
                    onPick={() => void pickImages().then(intake.take)}
                    onDuplicate={() => step !== undefined && void handleDuplicate(step)}
                  />
                }
              />
            )}
          </main>
          <EditorDetails
            state={state}
            dispatch={dispatch}
            card={card}
            cardText={cardText}
            frame={() => frame.current}
            onCardChange={changeCard}
            onSaveNotes={saver.saveNotes}
            onDuplicate={(original) => void handleDuplicate(original)}
            onReload={onReload}
          />
        </div>
      </div>
      <ShareDialog
        demoId={demo.id}
        status={state.saved.status}
        isOpen={isSharing}
        onOpenChange={setIsSharing}
        onStatusSaved={handleStatusSaved}
      />
      <ShortcutsDialog isOpen={areShortcutsShown} onOpenChange={setAreShortcutsShown} />
    </ImageDropZone>
  )
}

/** Whose drafts these are; the editor is only shown to somebody who is or was signed in. */
function useUserId(): string {
  const [userId] = useState(() => {
    const session = currentSession()
    return session.status === 'signed-in' || session.status === 'expired' ? session.user.id : ''
  })
  return userId
}
