import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Card } from '#domain/card.ts'
import { trimmedOrNull, type Demo } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { BackendError, type FailureKind } from '../../lib/backend-error.ts'
import { suspectConnection, useConnection } from '../../lib/connection.ts'
import { currentSession, renewSession, subscribeToSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { loadCards, removeCard, saveCard } from '../../lib/card-calls.ts'
import {
  loadDemo,
  removeSteps,
  restoreSteps,
  saveDemoText,
  saveStep,
  saveStepOrder,
  syncNotes,
} from '../../lib/demo-calls.ts'
import { savedDigest } from './editor-history.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { allTargets, automaticTargets, isThere, targetKey, type SaveTarget } from './save-plan.ts'
import { keepWaiting, recallWaiting } from './waiting-saves.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'signed-out'

export interface EditorSaver {
  readonly saveState: SaveState
  readonly isSavingText: boolean
  readonly saveAll: () => void
  readonly saveNotes: (stepId: string) => void
}

const settleMs = 500
const changedSince = 'This can’t be undone any more: somebody else has changed it.'
const retryMs = 4_000

interface SaverWish {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly reload: () => void
  /** Whose drafts these are. */
  readonly userId: string
}

/**
 * Brings what is unsaved to the server, one call at a time. While the server is away or the session has ended it keeps
 * what it was asked to save, also over a reload, and goes on by itself afterwards; what is changed without a connection
 * counts as asked for.
 */
export function useEditorSaver({ state, dispatch, reload, userId }: SaverWish): EditorSaver {
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const connection = useConnection()
  /** The next save has to see what this one has changed. */
  const commit = (command: EditorCommand) => flushSync(() => dispatch(command))
  const demoId = state.saved.id
  const [recalled] = useState(() => recallWaiting(userId, demoId))
  const wanted = useRef(new Map(recalled.map((target) => [targetKey(target), target])))
  const isRunning = useRef(false)
  /** The author knows that the server is away; each further try would say so again. */
  const isTold = useRef(false)
  const [activity, setActivity] = useState<'idle' | 'saving' | 'offline' | 'signed-out'>('idle')
  const [isSavingText, setIsSavingText] = useState(false)

  async function run(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    let blocked: 'offline' | 'signed-out' | undefined
    let hasRenewed = false
    while (blocked === undefined) {
      // Which steps there are comes first: what else is saved belongs to them.
      const entries = [...wanted.current]
      const entry = entries.find(([, { type }]) => type === 'restore' || type === 'remove') ?? entries[0]
      if (entry === undefined) break
      const [key, target] = entry
      setActivity('saving')
      const failure = (await failureOfChecks(target)) ?? (await save(target))
      if (failure === 'unreachable') blocked = 'offline'
      else if (failure === 'signed-out') {
        blocked = !hasRenewed && (await renewed()) ? undefined : 'signed-out'
        hasRenewed = true
      } else wanted.current.delete(key)
      keepWanted()
    }
    isRunning.current = false
    if (blocked === 'offline') suspectConnection()
    isTold.current = blocked === 'offline'
    setActivity(blocked ?? 'idle')
  }

  function keepWanted(): void {
    keepWaiting(userId, demoId, [...wanted.current.values()])
  }

  /** An undo is saved only over what it was made from; what somebody else has changed since stays. */
  async function failureOfChecks(target: SaveTarget): Promise<FailureKind | null> {
    const { checks = {}, removed = [] } = latest.current.unsaved
    const keys = target.type === 'remove' ? removed.map((id) => `remove ${id}`) : [targetKey(target)]
    const checked = keys.filter((key) => key in checks)
    if (checked.length === 0) return null
    const id = latest.current.saved.id
    let found: readonly [Demo, readonly Card[]] | undefined
    const failure = await failureOf(async () => {
      found = await Promise.all([loadDemo(id), loadCards(id)])
    })
    if (failure !== null || found === undefined) return failure ?? 'failed'
    const [demo, cards] = found
    if (checked.every((key) => savedDigest({ saved: demo, savedCards: cards }, key) === checks[key])) return null
    commit({ type: 'undo-refused', target, demo, cards })
    showToast({ text: changedSince, tone: 'danger' })
    return 'conflict'
  }

  async function save(target: SaveTarget): Promise<FailureKind | null> {
    switch (target.type) {
      case 'remove':
        return saveRemoval()
      case 'restore':
        return saveRestored()
      case 'text':
        return saveText()
      case 'order':
        return saveOrder()
      case 'step':
        return saveStepFields(target.id)
      case 'notes':
        return saveStepNotes(target.id)
      case 'card':
        return saveWholeCard(target.id)
    }
  }

  async function saveText(): Promise<FailureKind | null> {
    const { name, description } = currentText(latest.current)
    const text = { name: name.trim(), description: trimmedOrNull(description) }
    if (text.name === '') return null
    setIsSavingText(true)
    const failure = await failureOf(() => saveDemoText(latest.current.saved.id, text))
    setIsSavingText(false)
    if (failure === null) commit({ type: 'text-saved', ...text })
    else tell(failure, messages.demoSaveFailed)
    return failure
  }

  async function saveRemoval(): Promise<FailureKind | null> {
    const ids = latest.current.unsaved.removed
    if (ids === undefined) return null
    const failure = await failureOf(() => removeSteps(latest.current.saved.id, ids))
    if (failure === null) commit({ type: 'steps-removed', ids })
    if (failure === null || failure === 'unreachable' || failure === 'signed-out') return failure
    showToast({ text: ids.length === 1 ? 'The step was not deleted.' : 'The steps were not deleted.', tone: 'danger' })
    commit({ type: 'removal-refused' })
    return failure
  }

  async function saveRestored(): Promise<FailureKind | null> {
    const ids = latest.current.unsaved.restored?.map(({ step }) => step.id)
    if (ids === undefined) return null
    const { id } = latest.current.saved
    let found: readonly [Demo, readonly Card[]] | undefined
    let there: readonly string[] = []
    const failure = await failureOf(async () => {
      there = await restoreSteps(id, ids)
      found = await Promise.all([loadDemo(id), loadCards(id)])
    })
    if (found === undefined) {
      if (failure !== null) tell(failure, messages.demoSaveFailed)
      return failure
    }
    const [demo, cards] = found
    commit({ type: 'steps-restored', ids, demo, cards })
    if (there.length < ids.length)
      showToast({ text: 'This can’t be undone any more: the step is gone for good.', tone: 'danger' })
    return null
  }

  async function saveOrder(): Promise<FailureKind | null> {
    const { unsaved, saved } = latest.current
    const ids = unsaved.order?.filter((id) => saved.steps.some((step) => step.id === id))
    if (ids === undefined) return null
    const failure = await failureOf(() => saveStepOrder(latest.current.saved.id, ids))
    if (failure === null) commit({ type: 'order-saved', ids })
    if (failure === null || failure === 'unreachable' || failure === 'signed-out') return failure
    showToast({ text: messages.orderFailed, tone: 'danger' })
    commit({ type: 'order-refused' })
    reload()
    return failure
  }

  async function saveStepFields(id: string): Promise<FailureKind | null> {
    const patch = latest.current.unsaved.steps[id]
    if (patch === undefined || !isThere(latest.current, id)) return null
    const { description: _, ...fields } = patch
    const { title, alt, hotspot, screenshotUrl, width, height } = fields
    const failure = await failureOf(() =>
      saveStep(id, {
        ...(title !== undefined && { title: trimmedOrNull(title) }),
        ...(alt !== undefined && { alt: trimmedOrNull(alt) }),
        ...(hotspot !== undefined && { click_x: hotspot?.xPercent ?? null, click_y: hotspot?.yPercent ?? null }),
        ...(screenshotUrl !== undefined && { screenshot_url: screenshotUrl }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
      }),
    )
    if (failure === null) {
      commit({ type: 'step-saved', id, patch: fields })
    } else {
      tell(failure, messages.demoSaveFailed)
    }
    return failure
  }

  async function saveStepNotes(id: string): Promise<FailureKind | null> {
    const notes = latest.current.unsaved.steps[id]?.description
    const step = visibleSteps(latest.current).find((candidate) => candidate.id === id)
    if (notes === undefined || step === undefined || !isThere(latest.current, id)) return null
    const answer = await syncNotes(id, step.captureId, notes ?? '')
    if (answer !== 'synced') {
      tell(answer, messages.notesFailed)
      return answer
    }
    commit({ type: 'step-saved', id, patch: { description: notes } })
    showToast({ text: messages.notesSaved })
    return null
  }

  async function saveWholeCard(id: string): Promise<FailureKind | null> {
    const card = latest.current.unsaved.cards?.[id]
    if (card === undefined || !isThere(latest.current, card?.stepId)) return null
    const failure = await failureOf(() => (card === null ? removeCard(id) : saveCard(card)))
    if (failure === null) commit({ type: 'card-saved', id, card })
    else tell(failure, messages.demoSaveFailed)
    return failure
  }

  function tell(failure: FailureKind, text: string): void {
    if (failure === 'signed-out' || (failure === 'unreachable' && isTold.current)) return
    showToast({ text, tone: 'danger' })
  }

  const isAway = connection !== 'online'
  const want = useEffectEvent((targets: readonly SaveTarget[]) => {
    if (targets.length === 0) return
    for (const target of targets) wanted.current.set(targetKey(target), target)
    keepWanted()
    void run()
  })
  const resume = useEffectEvent(() => void run())
  const keepAll = useEffectEvent((targets: readonly SaveTarget[]) => {
    for (const target of targets) wanted.current.set(targetKey(target), target)
    keepWanted()
  })

  useEffect(() => {
    if (isAway) {
      const targets = allTargets(state)
      if (targets.length > 0) keepAll(targets)
      return
    }
    const targets = automaticTargets(state)
    if (targets.length === 0) return
    // A deleted step must not come back when the page is left at once.
    const isAtOnce = targets.some(({ type }) => type === 'remove' || type === 'restore')
    const timer = setTimeout(() => want(targets), isAtOnce ? 0 : settleMs)
    return () => clearTimeout(timer)
  }, [state, isAway])

  useEffect(() => {
    if (!isAway) resume()
  }, [isAway])

  useEffect(() => {
    if (activity !== 'offline' || isAway) return
    const timer = setInterval(() => resume(), retryMs)
    return () => clearInterval(timer)
  }, [activity, isAway])

  useEffect(
    () =>
      subscribeToSession(() => {
        if (currentSession().status === 'signed-in' && wanted.current.size > 0) resume()
      }),
    [],
  )

  const hasUnsaved = allTargets(state).length > 0
  return {
    saveState: isAway && hasUnsaved ? 'offline' : activity === 'idle' ? (hasUnsaved ? 'unsaved' : 'saved') : activity,
    isSavingText,
    saveAll: () => want(allTargets(latest.current)),
    saveNotes: (id) => {
      if (latest.current.unsaved.steps[id]?.description !== undefined) want([{ type: 'notes', id }])
    },
  }
}

async function failureOf(call: () => Promise<void>): Promise<FailureKind | null> {
  try {
    await call()
    return null
  } catch (error) {
    return error instanceof BackendError ? error.kind : 'failed'
  }
}

async function renewed(): Promise<boolean> {
  try {
    return await renewSession()
  } catch {
    return false
  }
}
