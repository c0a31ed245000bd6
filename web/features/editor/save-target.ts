import type { Card } from '#domain/card.ts'
import { trimmedOrNull, type Demo } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'
import { storedStepLook } from '#domain/step-look.ts'

import { BackendError, type FailureKind } from '../../lib/backend-error.ts'
import { loadCards, removeCard, saveCard } from '../../lib/card-calls.ts'
import {
  removeSteps,
  restoreSteps,
  saveDemoLook,
  saveDemoText,
  saveStep,
  saveStepOrder,
  syncNotes,
} from '../../lib/demo-calls.ts'
import { loadEditedDemo } from '../../lib/picture-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { savedDigest } from './editor-history.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { saveEdits } from './redact-save.ts'
import { isThere, targetKey, type SaveTarget } from './save-plan.ts'

/** The editor whose changes are saved. */
export interface SavedEditor {
  readonly state: () => EditorState
  /** Applies at once, because the next save must see this one's result. */
  readonly commit: (command: EditorCommand) => void
  readonly reload: () => void
  readonly setIsSavingText: (isSaving: boolean) => void
  /** The author has been told that the server is unreachable; retries don't repeat it. */
  readonly isTold: () => boolean
  /** Whether the author requested this save and should see its result; true only once. */
  readonly isAnnounced: (target: SaveTarget) => boolean
}

const changedSince = 'This can no longer be undone: someone else changed it.'

/** Saves one target; on failure, shows why. */
export async function saveTarget(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  return (await failureOfChecks(editor, target)) ?? (await saveChecked(editor, target))
}

/** Saves an undo only over the value it was based on; other people's changes stay. */
async function failureOfChecks(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  const { checks = {}, removed = [] } = editor.state().unsaved
  const keys = target.type === 'remove' ? removed.map((id) => `remove ${id}`) : [targetKey(target)]
  const checked = keys.filter((key) => key in checks)
  if (checked.length === 0) return null
  const id = editor.state().saved.id
  let found: readonly [Demo, readonly Card[]] | undefined
  const failure = await failureOf(async () => {
    found = await Promise.all([loadEditedDemo(id), loadCards(id)])
  })
  if (failure !== null || found === undefined) return failure ?? 'failed'
  const [demo, cards] = found
  if (checked.every((key) => savedDigest({ saved: demo, savedCards: cards }, key) === checks[key])) return null
  editor.commit({ type: 'undo-refused', target, demo, cards })
  showToast({ text: changedSince, tone: 'danger' })
  return 'conflict'
}

function saveChecked(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  switch (target.type) {
    case 'remove':
      return saveRemoval(editor)
    case 'restore':
      return saveRestored(editor)
    case 'text':
      return saveText(editor)
    case 'look':
      return saveLook(editor)
    case 'order':
      return saveOrder(editor)
    case 'step':
      return saveStepFields(editor, target.id)
    case 'notes':
      return saveStepNotes(editor, target.id)
    case 'card':
      return saveWholeCard(editor, target.id)
  }
}

async function saveText(editor: SavedEditor): Promise<FailureKind | null> {
  const { name, description } = currentText(editor.state())
  const text = { name: name.trim(), description: trimmedOrNull(description) }
  if (text.name === '') return null
  editor.setIsSavingText(true)
  const failure = await failureOf(() => saveDemoText(editor.state().saved.id, text))
  editor.setIsSavingText(false)
  if (failure === null) editor.commit({ type: 'text-saved', ...text })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

/** Only the changed parts: a colleague may have changed others. */
async function saveLook(editor: SavedEditor): Promise<FailureKind | null> {
  const patch = editor.state().unsaved.look
  if (patch === undefined) return null
  const failure = await failureOf(() => saveDemoLook(editor.state().saved.id, patch))
  if (failure === null) editor.commit({ type: 'look-saved', patch })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

async function saveRemoval(editor: SavedEditor): Promise<FailureKind | null> {
  const ids = editor.state().unsaved.removed
  if (ids === undefined) return null
  const failure = await failureOf(() => removeSteps(editor.state().saved.id, ids))
  if (failure === null) editor.commit({ type: 'steps-removed', ids })
  if (failure === null || failure === 'unreachable' || failure === 'signed-out') return failure
  showToast({ text: ids.length === 1 ? 'The step was not deleted.' : 'The steps were not deleted.', tone: 'danger' })
  editor.commit({ type: 'removal-refused' })
  return failure
}

async function saveRestored(editor: SavedEditor): Promise<FailureKind | null> {
  const ids = editor.state().unsaved.restored?.map(({ step }) => step.id)
  if (ids === undefined) return null
  const { id } = editor.state().saved
  let found: readonly [Demo, readonly Card[]] | undefined
  let there: readonly string[] = []
  const failure = await failureOf(async () => {
    there = await restoreSteps(id, ids)
    found = await Promise.all([loadEditedDemo(id), loadCards(id)])
  })
  if (found === undefined) {
    if (failure !== null) tell(editor, failure, messages.demoSaveFailed)
    return failure
  }
  const [demo, cards] = found
  editor.commit({ type: 'steps-restored', ids, demo, cards })
  if (there.length < ids.length)
    showToast({ text: 'This can no longer be undone: the step was permanently deleted.', tone: 'danger' })
  return null
}

async function saveOrder(editor: SavedEditor): Promise<FailureKind | null> {
  const { unsaved, saved } = editor.state()
  const ids = unsaved.order?.filter((id) => saved.steps.some((step) => step.id === id))
  if (ids === undefined) return null
  const failure = await failureOf(() => saveStepOrder(editor.state().saved.id, ids))
  if (failure === null) editor.commit({ type: 'order-saved', ids })
  if (failure === null || failure === 'unreachable' || failure === 'signed-out') return failure
  showToast({ text: messages.orderFailed, tone: 'danger' })
  editor.commit({ type: 'order-refused' })
  editor.reload()
  return failure
}

async function saveStepFields(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const patch = editor.state().unsaved.steps[id]
  if (patch === undefined || !isThere(editor.state(), id)) return null
  const { description: _, edits: _edits, pageEdits: _pageEdits, ...fields } = patch
  if (Object.keys(fields).length === 0) return saveBurnt(editor, id)
  const { title, alt, hotspot, screenshotUrl, width, height, look, targetStepId, narration } = fields
  const failure = await failureOf(() =>
    saveStep(id, {
      ...(title !== undefined && { title: trimmedOrNull(title) }),
      ...(alt !== undefined && { alt: trimmedOrNull(alt) }),
      ...(hotspot !== undefined && { click_x: hotspot?.xPercent ?? null, click_y: hotspot?.yPercent ?? null }),
      ...(screenshotUrl !== undefined && { screenshot_url: screenshotUrl }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(look !== undefined && { look: storedStepLook(look) }),
      ...(targetStepId !== undefined && { target_step_id: targetStepId }),
      ...(narration !== undefined && { narration }),
    }),
  )
  if (failure === null) {
    editor.commit({ type: 'step-saved', id, patch: fields })
    // An undo may have restored a picture with a page.
    if (screenshotUrl !== undefined) editor.reload()
    return saveBurnt(editor, id)
  }
  tell(editor, failure, messages.demoSaveFailed)
  return failure
}

/** The edits that the server burns into a step's picture and page. */
async function saveBurnt(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const failure = await saveEdits(editor, id)
  if (failure !== null || editor.state().unsaved.steps[id]?.pageEdits === undefined) return failure
  const loaded = await import('./page-save.ts').catch(() => null)
  return loaded === null ? 'unreachable' : loaded.savePageEdits(editor, id)
}

async function saveStepNotes(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const notes = editor.state().unsaved.steps[id]?.description
  const step = visibleSteps(editor.state()).find((candidate) => candidate.id === id)
  if (notes === undefined || step === undefined || !isThere(editor.state(), id)) return null
  const answer = await syncNotes(id, step.captureId, notes ?? '')
  if (answer !== 'synced') {
    tell(editor, answer, messages.notesFailed)
    return answer
  }
  editor.commit({ type: 'step-saved', id, patch: { description: notes } })
  if (editor.isAnnounced({ type: 'notes', id })) showToast({ text: messages.notesSaved })
  return null
}

async function saveWholeCard(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const card = editor.state().unsaved.cards?.[id]
  if (card === undefined || !isThere(editor.state(), card?.stepId)) return null
  const failure = await failureOf(() => (card === null ? removeCard(id) : saveCard(card)))
  if (failure === null) editor.commit({ type: 'card-saved', id, card })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

function tell(editor: SavedEditor, failure: FailureKind, text: string): void {
  if (failure === 'signed-out' || (failure === 'unreachable' && editor.isTold())) return
  showToast({ text, tone: 'danger' })
}

async function failureOf(call: () => Promise<void>): Promise<FailureKind | null> {
  try {
    await call()
    return null
  } catch (error) {
    return error instanceof BackendError ? error.kind : 'failed'
  }
}
