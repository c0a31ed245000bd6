import { trimmedOrNull, type Demo, type Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'
import { storedStepLook } from '#domain/step-look.ts'

import { BackendError, type FailureKind } from '../../lib/backend-error.ts'
import { loadCards, removeCard, saveCard, type StoredCard } from '../../lib/card-calls.ts'
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
import { stableText } from '../../lib/stable-text.ts'
import { showToast } from '../../ui/toast-store.ts'
import { stepDigest } from './editor-edits.ts'
import { fieldsOfTarget } from './editor-fields.ts'
import { savedDigest } from './editor-history.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { ownCard } from './merge-changes.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { saveEdits } from './redact-save.ts'
import { isThere, savableState, targetKey, type SaveTarget } from './save-plan.ts'

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

const attempts = 3

/**
 * Saves one target; on failure, shows why. If someone else changed the same step, card or demo, takes over their changes
 * and tries again; fields that both changed are left out, for the author to decide.
 */
export async function saveTarget(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const refused = await failureOfChecks(editor, target)
    if (refused !== null) return refused
    const failure = await saveSent(editor, target)
    if (failure !== 'conflict') return failure
    const loaded = await loadNow(editor)
    if (typeof loaded === 'string') {
      tell(editor, loaded, failedMessage(target))
      return loaded
    }
    editor.commit({ type: 'load', ...loaded })
    // The order no longer fits the steps.
    if (target.type === 'order' && editor.state().unsaved.order === undefined) {
      giveUpOrder(editor)
      return 'refused'
    }
  }
  forgetSent(editor, targetKey(target))
  if (target.type === 'order') giveUpOrder(editor)
  else tell(editor, 'refused', failedMessage(target))
  return 'refused'
}

function failedMessage({ type }: SaveTarget): string {
  if (type === 'notes') return messages.notesFailed
  return type === 'order' ? messages.orderFailed : messages.demoSaveFailed
}

/** Remembers what is sent: if the answer gets lost, the server's new value is still the author's own. */
async function saveSent(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  const key = targetKey(target)
  const fields = fieldsOfTarget(savableState(editor.state()), key)
  const isUnchanged = Object.keys(fields).length === 0
  // Saving nothing would still count as a new version.
  if (isUnchanged && (target.type === 'step' || target.type === 'card')) return null
  if (!isUnchanged) editor.commit({ type: 'sent', target: key, fields })
  const failure = await saveChecked(editor, target)
  // The answer may have been lost; a conflict is tried again.
  const isOpen = failure === 'unreachable' || failure === 'conflict'
  if (!isOpen) forgetSent(editor, key)
  return failure
}

function forgetSent(editor: SavedEditor, key: string): void {
  if (key in editor.state().sent) editor.commit({ type: 'sent', target: key, fields: null })
}

async function loadNow(
  editor: SavedEditor,
): Promise<{ readonly demo: Demo; readonly cards: readonly StoredCard[] } | FailureKind> {
  const { id } = editor.state().saved
  let found: readonly [Demo, readonly StoredCard[]] | undefined
  const failure = await failureOf(async () => {
    found = await Promise.all([loadEditedDemo(id), loadCards(id)])
  })
  return found === undefined ? (failure ?? 'failed') : { demo: found[0], cards: found[1] }
}

function next(version: number | undefined): number | undefined {
  return version === undefined ? undefined : version + 1
}

/** Saves an undo only over the value it was based on; other people's changes stay. */
async function failureOfChecks(editor: SavedEditor, target: SaveTarget): Promise<FailureKind | null> {
  const { checks = {}, removed = [] } = editor.state().unsaved
  const keys = target.type === 'remove' ? removed.map((id) => `remove ${id}`) : [targetKey(target)]
  const checked = keys.filter((key) => key in checks)
  if (checked.length === 0) return null
  const loaded = await loadNow(editor)
  if (typeof loaded === 'string') return loaded
  const { demo, cards } = loaded
  const savedCards = cards.map(ownCard)
  if (checked.every((key) => savedDigest({ saved: demo, savedCards }, key) === checks[key])) return null
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
  const state = savableState(editor.state())
  const { name, description } = currentText(state)
  const version = state.saved.stored?.version
  const text = { name: name.trim(), description: trimmedOrNull(description) }
  if (text.name === '') return null
  editor.setIsSavingText(true)
  const failure = await failureOf(() => saveDemoText(state.saved.id, text, version))
  editor.setIsSavingText(false)
  if (failure === null) editor.commit({ type: 'text-saved', ...text, version: next(version) })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

async function saveLook(editor: SavedEditor): Promise<FailureKind | null> {
  const { saved, unsaved } = savableState(editor.state())
  const patch = unsaved.look
  if (patch === undefined) return null
  const version = saved.stored?.version
  const failure = await failureOf(() => saveDemoLook(saved.id, { ...saved.look, ...patch }, version))
  if (failure === null) editor.commit({ type: 'look-saved', patch, version: next(version) })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

async function saveRemoval(editor: SavedEditor): Promise<FailureKind | null> {
  const before = editor.state()
  const { saved, savedCards, cardVersions, unsaved } = before
  const ids = unsaved.removed
  if (ids === undefined) return null
  const steps = saved.steps.filter(({ id }) => ids.includes(id))
  const versions = Object.fromEntries(steps.flatMap(({ id, stored }) => (stored ? [[id, stored.version]] : [])))
  const ofCards = Object.fromEntries(
    savedCards.flatMap(({ id, stepId }) => {
      const version = cardVersions[id]?.version
      return ids.includes(stepId) && version !== undefined ? [[id, version]] : []
    }),
  )
  const failure = await failureOf(() => removeSteps(saved.id, ids, { steps: versions, cards: ofCards }))
  if (failure === 'conflict') return keepChangedSteps(editor, before, steps)
  if (failure === null) editor.commit({ type: 'steps-removed', ids })
  if (failure === null || failure === 'unreachable' || failure === 'signed-out') return failure
  showToast({ text: ids.length === 1 ? 'The step was not deleted.' : 'The steps were not deleted.', tone: 'danger' })
  editor.commit({ type: 'removal-refused' })
  return failure
}

/** Keeps steps that someone else has just changed; `conflict` if none was, so that the deletion can be tried again. */
async function keepChangedSteps(
  editor: SavedEditor,
  before: EditorState,
  removed: readonly Step[],
): Promise<FailureKind | null> {
  const loaded = await loadNow(editor)
  if (typeof loaded === 'string') return loaded
  editor.commit({ type: 'load', ...loaded })
  const after = editor.state()
  const now = new Map(after.saved.steps.map((step) => [step.id, wholeDigest(after, step)]))
  const changed = removed.filter((step) => now.has(step.id) && now.get(step.id) !== wholeDigest(before, step))
  const [first] = changed
  if (first === undefined) return 'conflict'
  editor.commit({ type: 'removal-refused' })
  const what = changed.length === 1 ? `Step ${first.order} was` : 'The steps were'
  showToast({ text: `${what} not deleted: someone else has just made changes there.`, tone: 'danger' })
  return 'refused'
}

/** Of a step and its cards, as stored. */
function wholeDigest({ savedCards }: EditorState, step: Step): string {
  const cards = savedCards.filter(({ stepId }) => stepId === step.id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return stableText([stepDigest(step), cards])
}

async function saveRestored(editor: SavedEditor): Promise<FailureKind | null> {
  const ids = editor.state().unsaved.restored?.map(({ step }) => step.id)
  if (ids === undefined) return null
  let there: readonly string[] = []
  const failure = await failureOf(async () => {
    there = await restoreSteps(editor.state().saved.id, ids)
  })
  const loaded = failure ?? (await loadNow(editor))
  if (typeof loaded === 'string') {
    tell(editor, loaded, messages.demoSaveFailed)
    return loaded
  }
  editor.commit({ type: 'steps-restored', ids, ...loaded })
  if (there.length < ids.length)
    showToast({ text: 'This can no longer be undone: the step was permanently deleted.', tone: 'danger' })
  return null
}

async function saveOrder(editor: SavedEditor): Promise<FailureKind | null> {
  const { unsaved, saved } = savableState(editor.state())
  const was = saved.steps.map(({ id }) => id)
  const ids = unsaved.order?.filter((id) => was.includes(id))
  if (ids === undefined) return null
  const failure = await failureOf(() => saveStepOrder(saved.id, ids, was))
  if (failure === null) editor.commit({ type: 'order-saved', ids })
  const isLater = failure === 'unreachable' || failure === 'signed-out' || failure === 'conflict'
  if (failure !== null && !isLater) giveUpOrder(editor)
  return failure
}

function giveUpOrder(editor: SavedEditor): void {
  showToast({ text: messages.orderFailed, tone: 'danger' })
  editor.commit({ type: 'order-refused' })
  editor.reload()
}

async function saveStepFields(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const { saved, unsaved } = savableState(editor.state())
  const patch = unsaved.steps[id]
  if (patch === undefined || !isThere(editor.state(), id)) return null
  const version = saved.steps.find((step) => step.id === id)?.stored?.version
  const { description: _, edits: _edits, pageEdits: _pageEdits, ...fields } = patch
  if (Object.keys(fields).length === 0) return saveBurnt(editor, id)
  const { title, alt, hotspot, screenshotUrl, width, height, look, targetStepId, narration } = fields
  const columns = {
    ...(title !== undefined && { title: trimmedOrNull(title) }),
    ...(alt !== undefined && { alt: trimmedOrNull(alt) }),
    ...(hotspot !== undefined && { click_x: hotspot?.xPercent ?? null, click_y: hotspot?.yPercent ?? null }),
    ...(screenshotUrl !== undefined && { screenshot_url: screenshotUrl }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(look !== undefined && { look: storedStepLook(look) }),
    ...(targetStepId !== undefined && { target_step_id: targetStepId }),
    ...(narration !== undefined && { narration }),
  }
  const failure = await failureOf(() => saveStep(id, columns, version))
  if (failure === null) {
    editor.commit({ type: 'step-saved', id, patch: fields, version: next(version) })
    // An undo may have restored a picture with a page.
    if (screenshotUrl !== undefined) editor.reload()
    return saveBurnt(editor, id)
  }
  tell(editor, failure, messages.demoSaveFailed)
  return failure
}

/** The edits that the server burns into a step's picture and page. */
async function saveBurnt(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const patch = savableState(editor.state()).unsaved.steps[id]
  const failure = patch?.edits === undefined ? null : await saveEdits(editor, id)
  if (failure !== null || patch?.pageEdits === undefined) return failure
  const loaded = await import('./page-save.ts').catch(() => null)
  return loaded === null ? 'unreachable' : loaded.savePageEdits(editor, id)
}

async function saveStepNotes(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const notes = savableState(editor.state()).unsaved.steps[id]?.description
  const step = visibleSteps(editor.state()).find((candidate) => candidate.id === id)
  if (notes === undefined || step === undefined || !isThere(editor.state(), id)) return null
  const version = step.stored?.version
  // Its capture may fail after the step was saved; the retry must not take that for someone else's change.
  const onStepSaved = () => editor.commit({ type: 'step-saved', id, patch: {}, version: next(version) })
  const answer = await syncNotes(id, step.captureId, notes ?? '', { version, onStepSaved })
  if (answer !== 'synced') {
    tell(editor, answer, messages.notesFailed)
    return answer
  }
  // With its version, so that notes that someone else has saved during the capture's call stay.
  editor.commit({ type: 'step-saved', id, patch: { description: notes }, version: next(version) })
  if (editor.isAnnounced({ type: 'notes', id })) showToast({ text: messages.notesSaved })
  return null
}

async function saveWholeCard(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const { unsaved, cardVersions } = savableState(editor.state())
  const card = unsaved.cards?.[id]
  if (card === undefined || !isThere(editor.state(), card?.stepId)) return null
  const known = cardVersions[id]?.version
  let version: number | undefined
  const failure = await failureOf(async () => {
    if (card === null) await removeCard(id, known)
    else version = await saveCard(card, known)
  })
  if (failure === null) editor.commit({ type: 'card-saved', id, card, version })
  else tell(editor, failure, messages.demoSaveFailed)
  return failure
}

function tell(editor: SavedEditor, failure: FailureKind, text: string): void {
  // A conflict is tried again.
  if (failure === 'signed-out' || failure === 'conflict' || (failure === 'unreachable' && editor.isTold())) return
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
