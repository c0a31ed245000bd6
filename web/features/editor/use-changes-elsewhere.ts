import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Demo } from '#domain/demo.ts'

import { loadCards, type StoredCard } from '../../lib/card-calls.ts'
import { followTable } from '../../lib/follow-table.ts'
import { loadEditedDemo } from '../../lib/picture-calls.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { showToast } from '../../ui/toast-store.ts'
import { DemoWatch } from './demo-watch.ts'
import { removedSteps } from './editor-edits.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { isSameContent } from './merge-changes.ts'
import type { EditorCommand } from './reduce-editor.ts'

interface Options {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
}

type LoadedDemo = readonly [Demo, readonly StoredCard[]]

/** Loads once for several changes, and after the answers to our own saves. */
const gatheredMs = 800

/** Takes over what another tab or person changes, at once and when the author returns to this tab. */
export function useChangesElsewhere({ state, dispatch }: Options): void {
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const [watch] = useState(() => new DemoWatch<LoadedDemo>())
  const look = useEffectEvent((isReturn: boolean) => {
    void watch.look(isReturn, {
      load: () => loadSteady(() => latest.current),
      isHidden: () => document.visibilityState === 'hidden',
      isTyping: () => isTextField(document.activeElement),
      onLoaded: ([demo, cards], { isReturn: isLoadOfReturn, isTyping }) => {
        const now = latest.current
        dispatch({ type: 'load', demo, cards, isTyping })
        const isAllSaved = Object.keys(now.sent).length === 0
        if (isLoadOfReturn && isAllSaved && !isSameContent(now, demo, cards))
          showToast({ text: 'Updated with changes made elsewhere.' })
      },
    })
  })

  useEffect(() => {
    const handleReturn = () => look(true)
    const handleLeave = () => {
      if (watch.isDue) look(false)
    }
    window.addEventListener('focus', handleReturn)
    document.addEventListener('visibilitychange', handleReturn)
    document.addEventListener('focusout', handleLeave)
    return () => {
      window.removeEventListener('focus', handleReturn)
      document.removeEventListener('visibilitychange', handleReturn)
      document.removeEventListener('focusout', handleLeave)
    }
  }, [watch])

  const demoId = state.saved.id
  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen: Change[] = []
    // Changes before a table is followed, or during a disconnect, aren't replayed.
    let mayHaveMissed = false
    const lookSoon = () => {
      // A load that is due isn't put off by further changes.
      if (mayHaveMissed && timer !== undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        const isNews = mayHaveMissed || seen.some((change) => isUnknown(latest.current, change))
        mayHaveMissed = false
        seen = []
        if (isNews) look(false)
      }, gatheredMs)
    }
    const follow = (table: Change['table'], filter: string) => {
      const listener = {
        onChange: (change: { readonly new: object; readonly old: object }) => {
          const seenChange: Change = { table, row: change.new, old: change.old }
          // Deletions arrive from every demo, because filters don't apply to them.
          if (seenChange.row.id === undefined && !isUnknown(latest.current, seenChange)) return
          seen.push(seenChange)
          lookSoon()
        },
        onJoined: () => {
          lookSoon()
          mayHaveMissed = true
        },
      }
      void followTable(table, filter, listener, end.signal).catch(() => undefined)
    }
    const callOff = whenIdle(() => {
      follow('demos', `id=eq.${demoId}`)
      follow('demo_steps', `demo_id=eq.${demoId}`)
      follow('step_cards', `demo_id=eq.${demoId}`)
    })
    return () => {
      callOff()
      end.abort()
      clearTimeout(timer)
    }
  }, [demoId])

  useDeletionNotice(state, dispatch)
}

/** Loads the demo while nothing is saved, because steps that were loaded before a save may be older. */
async function loadSteady(current: () => EditorState): Promise<LoadedDemo | null> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { saved, savedCards } = current()
    const loaded = await Promise.all([loadEditedDemo(saved.id), loadCards(saved.id)]).catch(() => null)
    if (loaded === null || (current().saved === saved && current().savedCards === savedCards)) return loaded
  }
  return null
}

const attempts = 5

/** Says which steps someone else deleted, and offers to restore them. */
function useDeletionNotice(state: EditorState, dispatch: Options['dispatch']): void {
  const former = useRef(state)
  useEffect(() => {
    const before = former.current
    former.current = state
    if (before.saved.steps === state.saved.steps) return
    const there = new Set(visibleSteps(state).map(({ id }) => id))
    const isTold = (id: string) => state.gone.some(({ step }) => step.id === id)
    const ids = before.saved.steps
      .map(({ id }) => id)
      .filter((id) => !there.has(id) && before.unsaved.removed?.includes(id) !== true && !isTold(id))
    const items = removedSteps(before, ids).map((item) => ({ ...item, changed: {} }))
    const [first] = items
    if (first === undefined) return
    const { order, title } = first.step
    const name = (title ?? '') === '' ? `Step ${order}` : `Step ${order} “${title}”`
    showToast({
      text: items.length === 1 ? `${name} was deleted elsewhere.` : `${items.length} steps were deleted elsewhere.`,
      action: {
        label: 'Restore',
        onSelect: () => dispatch({ type: 'edit', edit: { type: 'restore-steps', items } }),
      },
    })
  }, [state, dispatch])
}

interface Change {
  readonly table: 'demos' | 'demo_steps' | 'step_cards'
  /** Empty for a deletion, whose old row has only the id. */
  readonly row: { readonly id?: string; readonly version?: number; readonly order?: number }
  readonly old: { readonly id?: string }
}

/** Whether the editor doesn't have the change yet; its own saves arrive, too. */
function isUnknown({ saved, cardVersions, unsaved }: EditorState, { table, row, old }: Change): boolean {
  const id = row.id ?? old.id ?? ''
  const isDeleted = row.id === undefined
  const version = row.version ?? 0
  if (table === 'demos') return version > (saved.stored?.version ?? 0)
  if (table === 'step_cards') {
    const known = cardVersions[id]
    if (isDeleted) return known !== undefined && unsaved.cards?.[id] !== null
    return version > (known?.version ?? 0)
  }
  const step = saved.steps.find((candidate) => candidate.id === id)
  if (isDeleted) return step !== undefined && unsaved.removed?.includes(id) !== true
  return step === undefined || version > (step.stored?.version ?? 0) || row.order !== step.order
}

function isTextField(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea'))
}
