import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import type { Card } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'

import { loadCards } from '../../lib/card-calls.ts'
import { loadEditedDemo } from '../../lib/picture-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { stableText } from '../../lib/stable-text.ts'

interface Options {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  /** True if there are no unsaved changes. */
  readonly isSaved: boolean
}

/**
 * Loads what another tab or person changed when the author returns to this tab; otherwise it would show deleted steps,
 * and the next edit would overwrite newer texts.
 */
export function useChangesElsewhere({ state, dispatch, isSaved }: Options): void {
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const isLoading = useRef(false)
  const look = useEffectEvent(async () => {
    if (!isSaved || isLoading.current || document.visibilityState === 'hidden') return
    const { saved, unsaved } = state
    isLoading.current = true
    const loaded = await Promise.all([loadEditedDemo(saved.id), loadCards(saved.id)]).catch(() => null)
    isLoading.current = false
    const now = latest.current
    // Edited or saved meanwhile, so the loaded data may be older. After a failure, the next save reports it.
    if (loaded === null || now.saved !== saved || now.unsaved !== unsaved) return
    const [demo, cards] = loaded
    if (textOf(demo, cards) === textOf(saved, now.savedCards)) return
    dispatch({ type: 'load', demo, cards })
    showToast({ text: 'Updated with changes made elsewhere.' })
  })
  useEffect(() => {
    const handleReturn = () => void look()
    window.addEventListener('focus', handleReturn)
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      window.removeEventListener('focus', handleReturn)
      document.removeEventListener('visibilitychange', handleReturn)
    }
  }, [])
}

/** Saving changes the time on the server, but not here. */
function textOf(demo: Demo, cards: readonly Card[]): string {
  return stableText([{ ...demo, updatedAt: null }, cards.toSorted((a, b) => (a.id < b.id ? -1 : 1))])
}
