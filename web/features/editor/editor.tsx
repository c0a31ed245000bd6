import { clsx } from 'clsx'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'

import type { Card } from '#domain/card.ts'
import type { Demo, DemoStatus, Step } from '#domain/demo.ts'
import { formatLengthMax } from '#domain/text-format.ts'

import type { StoredCard } from '../../lib/card-calls.ts'
import { currentSession } from '../../lib/session.ts'
import type { ShareDialogSlot } from '../../lib/share-dialog-props.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { onFirstUse, type Openable } from '../../ui/on-first-use.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ImageDropZone } from '../../ui/image-drop-zone.tsx'
import { importAsSteps } from '../../lib/import/import-images.ts'
import { leftOut } from '../../lib/import/import-manager.ts'
import { pickImages } from '../../lib/import/pick-images.ts'
import { useImageIntake } from '../../ui/use-image-intake.tsx'
import { offerCommands } from '../../lib/page-commands.ts'
import { AddCardButton } from './add-card-button.tsx'
import { AddStepMenu } from './add-step-menu.tsx'
import { stepsWithCards, visibleCards } from './cards-state.ts'
import { stepClip } from './clipboard-clip.ts'
import { insertCopies, useEditorClipboard } from './clipboard-events.ts'
import type { DisputeBarProps } from './dispute-bar.tsx'
import { keepDraft, recallDraft } from './draft-store.ts'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'
import { EditorDetails } from './editor-details.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorStage } from './editor-stage.tsx'
import { currentText, selectedStep, visibleSteps } from './editor-state.ts'
import { recallHistory } from './history-store.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'
import { openDisputes } from './merge-changes.ts'
import { NarrationDialogs } from './narration-dialogs.tsx'
import { PageDialogs } from './page-dialogs.tsx'
import { recordAgainFrom } from './record-again-store.ts'
import { ReplaceDialog } from './redact-replace.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { replacePictureBy } from './step-commands.ts'
import { StepStrip } from './step-strip.tsx'
import { keepStripLayout, recallStripLayout } from './strip-layout-store.ts'
import { useCardText } from './use-card-text.ts'
import { useChangesElsewhere } from './use-changes-elsewhere.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorSaver } from './use-editor-saver.ts'
import { useStoredHistory } from './use-stored-history.ts'

const PathsView = lazy(async () => ({ default: (await import('./paths-view.tsx')).PathsView }))

export interface EditorProps {
  readonly demo: Demo
  readonly cards: readonly StoredCard[]
  readonly backendUrl: string
  readonly onReload: () => void
  readonly shareDialog: ShareDialogSlot
}

export function Editor({ demo, cards, backendUrl, onReload, shareDialog: ShareDialog }: EditorProps) {
  const userId = useUserId()
  const [state, dispatch] = useReducer(reduceEditor, demo, (first) => ({
    ...openEditor(first, recallDraft(userId, first.id), cards, recallHistory(userId, first.id)),
    stripLayout: recallStripLayout(),
  }))
  const [isSharing, setIsSharing] = useState(false)
  const [areShortcutsShown, setAreShortcutsShown] = useState(false)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const againId = useSyncExternalStore(recordAgainFrom.subscribe, recordAgainFrom.get)
  const saver = useEditorSaver({ state, dispatch, reload: onReload, userId })
  const steps = visibleSteps(state)
  const step = selectedStep(state)
  const text = currentText(state)
  const frame = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLTextAreaElement>(null)
  const cardText = useCardText()
  const stepCards = step === undefined ? [] : visibleCards(state, step.id)
  const card = stepCards.find(({ id }) => id === state.selectedCardId)
  const intake = useImageIntake(
    async (files) => {
      const ids = await importAsSteps(files, demo.id, state.selectedId)
      dispatch({ type: 'expect-steps', expected: { name: ids.length === 1 ? 'add step' : 'add steps', ids } })
    },
    leftOut.get(demo.id),
    () => leftOut.delete(demo.id),
  )
  const handleDuplicate = useStableCallback((original: Step) => {
    const clip = stepClip(original, visibleCards(state, original.id))
    void insertCopies(clip, {
      demoId: demo.id,
      afterId: original.id,
      name: 'duplicate step',
      dispatch,
      reload: onReload,
    })
  })
  const context: EditorContext = {
    state,
    dispatch,
    canSave: text.name.trim() !== '' && !saver.isSavingText,
    save: saver.saveAll,
    showShortcuts: () => setAreShortcutsShown(true),
    showPreview: () => setIsPreviewing(true),
    share: () => setIsSharing(true),
    duplicate: () => {
      if (step !== undefined) handleDuplicate(step)
    },
    addImages: () => void pickImages().then(intake.take),
    writeCallout: () => {
      dispatch({ type: 'select-section', section: 'callout' })
      // In the next frame, or the key would be typed into the field.
      requestAnimationFrame(() => heading.current?.focus())
    },
    tell: (text) => showToast({ text, tone: 'danger' }),
  }

  useEffect(() => dispatch({ type: 'load', demo, cards }), [demo, cards])
  const { saved, savedCards, unsaved, disputes, gone, sent } = state
  useEffect(
    () => keepDraft(userId, { saved, savedCards, unsaved, disputes, gone, sent }),
    [userId, saved, savedCards, unsaved, disputes, gone, sent],
  )
  useEffect(() => keepStripLayout(state.stripLayout), [state.stripLayout])
  useStoredHistory(userId, demo.id, state)
  useChangesElsewhere({ state, dispatch })
  const hasKeys = !isSharing && !areShortcutsShown && !isPreviewing && againId === null
  useEditorKeys(context, hasKeys)
  useEditorClipboard({ context, demoId: demo.id, userId, isOn: hasKeys, reload: onReload })

  // Stable callbacks, so that a change re-renders only what shows it.
  const handleStatusSaved = useStableCallback((status: DemoStatus) => dispatch({ type: 'status-saved', status }))
  const handleSelect = useStableCallback((id: string) => dispatch({ type: 'select', id }))
  const handleMove = useStableCallback((id: string, toIndex: number) => dispatch({ type: 'move-step', id, toIndex }))
  const handlePick = useStableCallback(() => context.addImages())
  const handleAddCard = useStableCallback(() => dispatch({ type: 'toggle-adding-card' }))
  const run = useStableCallback((action: EditorAction) => {
    if (action.isEnabled(context)) action.run(context)
  })
  const listCommands = useStableCallback(() =>
    Object.entries<EditorAction>(editorActions)
      .filter(([, action]) => action.isEnabled(context))
      .map(([id, action]) => ({
        id,
        label: action.labelNow?.(state) ?? action.label,
        group: 'Editor',
        ...(action.also !== undefined && { also: action.also }),
        run: () => run(action),
      })),
  )
  useEffect(() => offerCommands(listCommands), [listCommands])
  const handleUndo = useStableCallback(() => run(editorActions.undo))
  const handleRedo = useStableCallback(() => run(editorActions.redo))
  const handleCardChange = useStableCallback((changed: Card, typed?: string) => {
    if (JSON.stringify(changed.format).length > formatLengthMax) {
      showToast({ text: 'This card has reached its formatting limit.', tone: 'danger' })
      return
    }
    dispatch({ type: 'edit', edit: { type: 'card', id: changed.id, card: changed, ...(typed && { typed }) } })
  })
  const addStep = useMemo(
    () => <AddStepMenu step={step} onPick={handlePick} onDuplicate={handleDuplicate} />,
    [step, handlePick, handleDuplicate],
  )
  const addCardButton = useMemo(
    () => <AddCardButton isPressed={state.isAddingCard} isEnabled={step !== undefined} onPress={handleAddCard} />,
    [state.isAddingCard, step, handleAddCard],
  )

  // A link to a step or card, from the share sheet.
  const visit = useLocation()
  const showLinked = useEffectEvent((query: URLSearchParams) => {
    const card = steps.flatMap((each) => visibleCards(state, each.id)).find((each) => each.id === query.get('card'))
    const stepId = card?.stepId ?? query.get('step')
    if (steps.some(({ id }) => id === stepId)) dispatch({ type: 'select', id: String(stepId) })
    if (card !== undefined) dispatch({ type: 'select-card', id: card.id })
  })
  useEffect(() => showLinked(new URLSearchParams(visit.search)), [visit])

  const isSidebar = state.stripLayout === 'list'
  return (
    <ImageDropZone
      onFiles={(files) => void intake.take(files)}
      text="Drop images to add them as steps"
      target={
        step === undefined
          ? undefined
          : {
              text: `Drop to replace the picture of step ${step.order}`,
              find: () => frame.current,
              onFile: (file) => void replacePictureBy(file, step, dispatch),
            }
      }
    >
      <div className="flex min-h-dvh flex-col text-sm lg:h-dvh">
        <EditorHeader context={context} saveState={saver.saveState} isSavingText={saver.isSavingText} />
        <DisputeBar
          state={state}
          dispatch={dispatch}
          backendUrl={backendUrl}
          isOpen={openDisputes(state).length + gone.length > 0}
          onOpenChange={() => undefined}
        />
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <main className={clsx('flex min-h-0 min-w-0 flex-1 flex-col', isSidebar && 'lg:flex-row')}>
            {state.view === 'paths' ? (
              <Suspense fallback={<div className="flex-1 bg-sunken" />}>
                <PathsView
                  state={state}
                  dispatch={dispatch}
                  steps={steps}
                  cards={steps.flatMap(({ id }) => visibleCards(state, id))}
                  backendUrl={backendUrl}
                />
              </Suspense>
            ) : (
              <>
                <EditorStage
                  context={context}
                  step={step}
                  cards={stepCards}
                  cardText={cardText}
                  backendUrl={backendUrl}
                  frame={frame}
                  heading={heading}
                  notice={intake.notice}
                  onPickImages={handlePick}
                  onUndo={handleUndo}
                  onRedo={handleRedo}
                  onCardChange={handleCardChange}
                />
                {state.isFullView ? null : (
                  <StepStrip
                    steps={steps}
                    withCards={stepsWithCards(state)}
                    selectedId={state.selectedId}
                    backendUrl={backendUrl}
                    layout={state.stripLayout}
                    onSelect={handleSelect}
                    onMove={handleMove}
                    addStep={addStep}
                    addCard={addCardButton}
                  />
                )}
              </>
            )}
          </main>
          <EditorDetails
            state={state}
            dispatch={dispatch}
            steps={steps}
            cards={stepCards}
            card={card}
            cardText={cardText}
            backendUrl={backendUrl}
            frame={frame}
            onCardChange={handleCardChange}
            onSaveNotes={saver.saveNotes}
            onDuplicate={handleDuplicate}
          />
        </div>
      </div>
      <ShareDialog
        steps={isSharing ? steps : noSteps}
        cards={isSharing ? steps.flatMap(({ id }) => visibleCards(state, id)) : noCards}
        demoId={demo.id}
        status={state.saved.status}
        isOpen={isSharing}
        onOpenChange={setIsSharing}
        onStatusSaved={handleStatusSaved}
      />
      <ReplaceDialog />
      <RecordAgainDialog
        demoId={demo.id}
        steps={steps}
        stepId={againId}
        isOpen={againId !== null}
        onOpenChange={() => recordAgainFrom.set(null)}
      />
      <PageDialogs state={state} dispatch={dispatch} />
      <NarrationDialogs state={state} dispatch={dispatch} steps={steps} />
      <PreviewDialog state={state} backendUrl={backendUrl} isOpen={isPreviewing} onOpenChange={setIsPreviewing} />
      <ShortcutsDialog isOpen={areShortcutsShown} onOpenChange={setAreShortcutsShown} />
    </ImageDropZone>
  )
}

const DisputeBar = onFirstUse<DisputeBarProps & Openable>(async () => (await import('./dispute-bar.tsx')).DisputeBar)
const RecordAgainDialog = onFirstUse(async () => (await import('./record-again-dialog.tsx')).RecordAgainDialog)
const PreviewDialog = onFirstUse(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

const noSteps: readonly Step[] = []
const noCards: readonly Card[] = []

/** The drafts' owner; the editor requires a session, possibly expired. */
function useUserId(): string {
  const [userId] = useState(() => {
    const session = currentSession()
    return session.status === 'signed-in' || session.status === 'expired' ? session.user.id : ''
  })
  return userId
}
