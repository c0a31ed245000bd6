import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { messages } from '#domain/messages.ts'

import { suspectConnection, useConnection } from '../../lib/connection.ts'
import { currentSession, renewSession, subscribeToSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { EditorState } from './editor-state.ts'
import { openDisputes } from './merge-changes.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { allTargets, isTyped, savableState, targetKey, unsavedDigest, type SaveTarget } from './save-plan.ts'
import { SaveQueue } from './save-queue.ts'
import { saveTarget, type SavedEditor } from './save-target.ts'
import { keepWaiting, recallWaiting } from './waiting-saves.ts'

export type SaveState = 'saved' | 'unsaved' | 'disputed' | 'saving' | 'offline' | 'signed-out'

export interface EditorSaver {
  readonly saveState: SaveState
  readonly isSavingText: boolean
  readonly saveAll: () => void
  readonly saveNotes: (stepId: string) => void
}

interface SaverOptions {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly reload: () => void
  /** The drafts' owner. */
  readonly userId: string
}

const settleMs = 500
/** How long a pause in typing is. */
const typedSettleMs = 1_500
const retryMs = 4_000

/**
 * Saves changes automatically, one call at a time. While the server is unreachable or the session has ended, targets
 * wait, also across reloads, and are saved automatically later.
 */
export function useEditorSaver(options: SaverOptions): EditorSaver {
  const { state } = options
  const isAway = useConnection() !== 'online'
  const { add, run, hasWaiting, current, activity, isSavingText, hasFailed, isRefused, announce } =
    useSaveQueue(options)
  const want = useEffectEvent((targets: readonly SaveTarget[]) => {
    if (targets.length === 0) return
    add(targets)
    void run()
  })
  const keepAll = useEffectEvent((targets: readonly SaveTarget[]) => add(targets))
  const resume = useEffectEvent(() => void run())
  const withoutRefused = useEffectEvent((targets: readonly SaveTarget[]) =>
    targets.filter((target) => !isRefused(target)),
  )

  useEffect(() => {
    if (isAway) {
      const targets = allTargets(state)
      if (targets.length > 0) keepAll(targets)
      return
    }
    const targets = withoutRefused(allTargets(state))
    const typed = targets.filter((target) => isTyped(state, target))
    const others = targets.filter((target) => !isTyped(state, target))
    // A deleted step must not reappear if the page is left immediately.
    const isAtOnce = others.some(({ type }) => type === 'remove' || type === 'restore')
    const timers = [
      setTimeout(() => want(others), isAtOnce ? 0 : settleMs),
      setTimeout(() => want(typed), typedSettleMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [state, isAway])

  useEffect(() => {
    if (!isAway) resume()
  }, [isAway])

  useEffect(() => {
    if (activity !== 'offline' || isAway) return
    const timer = setInterval(() => resume(), retryMs)
    return () => clearInterval(timer)
  }, [activity, isAway])

  const resumeSignedIn = useEffectEvent(() => {
    if (currentSession().status === 'signed-in' && hasWaiting()) resume()
  })
  useEffect(() => subscribeToSession(() => resumeSignedIn()), [])

  const hasUnsaved = allTargets(state).length > 0
  const pending = hasFailed ? 'unsaved' : 'saving'
  const settled = openDisputes(state).length + state.gone.length > 0 ? 'disputed' : 'saved'
  return {
    saveState: isAway && hasUnsaved ? 'offline' : activity === 'idle' ? (hasUnsaved ? pending : settled) : activity,
    isSavingText,
    saveAll: () => {
      const targets = allTargets(current())
      announce(targets)
      want(targets)
    },
    saveNotes: (id) => {
      const state = current()
      if (state.unsaved.steps[id]?.description === undefined) return showToast({ text: messages.notesSaved })
      if (savableState(state).unsaved.steps[id]?.description === undefined)
        return showToast({
          text: 'Someone else also changed these notes. Compare and choose a version.',
          tone: 'danger',
        })
      const targets = [{ type: 'notes', id }] as const
      announce(targets)
      want(targets)
    },
  }
}

/** An editor's save queue, persisted in this browser. */
function useSaveQueue(options: SaverOptions) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  /** Prevents every retry from reporting again that the server is unreachable. */
  const isTold = useRef(false)
  const [activity, setActivity] = useState<'idle' | 'saving' | 'offline' | 'signed-out'>('idle')
  const [isSavingText, setIsSavingText] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  /** Targets the author asked to save, by key: their success is shown. */
  const announced = useRef(new Set<string>())
  /** Refused values, by key: not retried until they change or the author asks. */
  const refused = useRef(new Map<string, string>())
  const [queue] = useState(() => new SaveQueue(recallWaiting(options.userId, options.state.saved.id)))

  function keep(): void {
    keepWaiting(latest.current.userId, latest.current.state.saved.id, queue.waiting)
  }

  async function run(): Promise<void> {
    const editor: SavedEditor = {
      state: () => latest.current.state,
      commit: (command) => flushSync(() => latest.current.dispatch(command)),
      reload: () => latest.current.reload(),
      setIsSavingText,
      isTold: () => isTold.current,
      isAnnounced: (target) => announced.current.delete(targetKey(target)),
    }
    const blocked = await queue.run({
      save: async (target) => {
        const digest = unsavedDigest(latest.current.state, target)
        const failure = await saveTarget(editor, target)
        const isFinal = failure !== null && failure !== 'unreachable' && failure !== 'signed-out'
        if (isFinal) refused.current.set(targetKey(target), digest)
        else if (failure === null) refused.current.delete(targetKey(target))
        setHasFailed(refused.current.size > 0)
        return failure
      },
      renewSession: renewed,
      onSaving: () => setActivity('saving'),
      onProgress: keep,
    })
    if (blocked === undefined) return
    if (blocked === 'offline') suspectConnection()
    isTold.current = blocked === 'offline'
    setActivity(blocked ?? 'idle')
  }

  function add(targets: readonly SaveTarget[]): void {
    queue.add(targets)
    keep()
  }

  return {
    add,
    run,
    hasWaiting: () => queue.waiting.length > 0,
    current: () => latest.current.state,
    activity,
    isSavingText,
    hasFailed,
    isRefused: (target: SaveTarget) =>
      refused.current.has(targetKey(target)) &&
      refused.current.get(targetKey(target)) === unsavedDigest(latest.current.state, target),
    announce: (targets: readonly SaveTarget[]) => targets.forEach((target) => announced.current.add(targetKey(target))),
  }
}

async function renewed(): Promise<boolean> {
  try {
    return await renewSession()
  } catch {
    return false
  }
}
