import { useEffect, useEffectEvent } from 'react'

import { failureHint } from '../../lib/backend-error.ts'
import { keep, recall } from '../../lib/json-storage.ts'
import { isTyping } from '../../lib/use-viewer-keys.ts'
import { showToast } from '../../ui/toast-store.ts'
import { currentCard, visibleCards } from './cards-state.ts'
import { cardClip, clipText, clipType, readClip, stepClip, writeClip, type Clip } from './clipboard-clip.ts'
import { insertSteps, PasteProblem, pasteCards } from './clipboard-paste.ts'
import type { EditorContext } from './editor-actions.ts'
import { selectedStep } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'

export interface ClipboardOptions {
  readonly context: EditorContext
  readonly demoId: string
  readonly userId: string
  /** False while a dialog is open. */
  readonly isOn: boolean
  readonly reload: () => void
}

/** Copies, cuts and pastes the selected card or step, also between demos and tabs. */
export function useEditorClipboard(options: ClipboardOptions): void {
  const handleCopy = useEffectEvent((event: ClipboardEvent) => {
    const clip = isOurs(event, options.isOn) ? clipOf(options.context, options.demoId) : null
    if (clip === null || event.clipboardData === null) return
    event.preventDefault()
    const [json, text] = [writeClip(clip), clipText(clip)]
    event.clipboardData.setData(clipType, json)
    event.clipboardData.setData('text/plain', text)
    // Some browsers pass only plain text on to other tabs.
    keep(keptKey(options.userId), { json, text })
    if (event.type === 'cut') cut(options.context, clip)
    showToast({ text: `${nameOf(clip)} ${event.type === 'cut' ? 'cut' : 'copied'}.` })
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isOurs(event, options.isOn) || event.clipboardData === null) return
    const clip = readClip(pastedJson(event.clipboardData, options.userId))
    if (clip === null) return
    event.preventDefault()
    void pasteClip(options, clip)
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent) => handleCopy(event)
    const paste = (event: ClipboardEvent) => handlePaste(event)
    const stop = new AbortController()
    window.addEventListener('copy', copy, { signal: stop.signal })
    window.addEventListener('cut', copy, { signal: stop.signal })
    window.addEventListener('paste', paste, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

/** Pastes behind the selected step, or onto it. */
async function pasteClip({ context, demoId, reload }: ClipboardOptions, clip: Clip): Promise<void> {
  const { state, dispatch } = context
  const step = selectedStep(state)
  if (clip.cards.length > 0 && step !== undefined) {
    try {
      pasteCards(state, dispatch, step, clip)
    } catch (error) {
      sayWhyNot(error)
    }
  }
  const name = clip.steps.length === 1 ? 'paste step' : 'paste steps'
  if (clip.steps.length > 0) await insertCopies(clip, { demoId, afterId: step?.id ?? null, name, dispatch, reload })
}

export interface InsertPlace {
  readonly demoId: string
  readonly afterId: string | null
  /** The name in the history: "paste step". */
  readonly name: string
  readonly dispatch: (command: EditorCommand) => void
  readonly reload: () => void
}

/** Inserts copies of steps as one undoable change, or says why it can't. */
export async function insertCopies(clip: Clip, place: InsertPlace): Promise<void> {
  const { demoId, afterId, name, dispatch, reload } = place
  try {
    const ids = await insertSteps(clip, demoId, afterId)
    dispatch({ type: 'expect-steps', expected: { name, ids } })
    reload()
  } catch (error) {
    sayWhyNot(error)
  }
}

function sayWhyNot(error: unknown): void {
  const why = error instanceof PasteProblem ? error.message : failureHint(error)
  showToast({ text: ['Nothing was added.', why].filter(Boolean).join(' '), tone: 'danger' })
}

function clipOf({ state }: EditorContext, demoId: string): Clip | null {
  const card = state.selectedCardId === null ? null : currentCard(state, state.selectedCardId)
  if (card !== null) return cardClip(demoId, card)
  const step = selectedStep(state)
  return step === undefined ? null : stepClip(step, visibleCards(state, step.id))
}

function cut({ state, dispatch }: EditorContext, clip: Clip): void {
  const card = state.selectedCardId
  if (clip.cards.length > 0 && card !== null) dispatch({ type: 'edit', edit: { type: 'card', id: card, card: null } })
  else dispatch({ type: 'edit', edit: { type: 'remove-steps', ids: clip.steps.map(({ id }) => id) } })
}

function nameOf({ cards, steps }: Clip): string {
  return cards.length > 0 ? 'Card' : steps.length === 1 ? 'Step' : `${steps.length} steps`
}

/** Text fields and selections handle their own events, and pasted files are pictures to add. */
function isOurs(event: ClipboardEvent, isOn: boolean): boolean {
  const isMarked = event.type !== 'paste' && getSelection()?.toString() !== ''
  const hasFiles = (event.clipboardData?.files.length ?? 0) > 0
  return isOn && !event.defaultPrevented && !isTyping(event.target) && !isMarked && !hasFiles
}

function pastedJson(data: DataTransfer, userId: string): string {
  const json = data.getData(clipType)
  if (json !== '') return json
  const kept = recall<{ readonly json?: unknown; readonly text?: unknown }>(keptKey(userId))
  return typeof kept?.json === 'string' && kept.text === data.getData('text/plain') ? kept.json : ''
}

function keptKey(userId: string): string {
  return `understudy-clip-${userId}`
}
