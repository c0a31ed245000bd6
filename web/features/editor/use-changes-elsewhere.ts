import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import type { Card } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'

import { loadCards } from '../../lib/card-calls.ts'
import { followTable } from '../../lib/follow-table.ts'
import { loadEditedDemo } from '../../lib/picture-calls.ts'
import { whenIdle } from '../../lib/when-idle.ts'
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
 * Loads what another tab or person changed, at once and when the author returns to this tab; otherwise it would show
 * deleted steps, and the next edit would overwrite newer texts.
 */
export function useChangesElsewhere({ state, dispatch, isSaved }: Options): void {
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const isLoading = useRef(false)
  const isDue = useRef(false)
  const look = useEffectEvent(async () => {
    isDue.current = !isSaved || isLoading.current
    if (isDue.current || document.visibilityState === 'hidden') return
    const { saved, unsaved } = state
    isLoading.current = true
    const loaded = await Promise.all([loadEditedDemo(saved.id), loadCards(saved.id)]).catch(() => null)
    isLoading.current = false
    const now = latest.current
    // After a failure, the next save reports it.
    if (loaded === null) return
    // Edited or saved meanwhile, so the loaded data may be older.
    if (now.saved !== saved || now.unsaved !== unsaved) {
      isDue.current = true
      return
    }
    const [demo, cards] = loaded
    if (textOf(demo, cards) === textOf(saved, now.savedCards)) return
    dispatch({ type: 'load', demo, cards })
    showToast({ text: 'Updated with changes made elsewhere.' })
  })
  const demoId = state.saved.id
  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(), quietMs)
    }
    const listener = { onChange: lookSoon, onJoined: () => undefined }
    const follow = (table: string, filter: string) =>
      void followTable(table, filter, listener, end.signal).catch(() => undefined)
    const callOff = whenIdle(() => {
      follow('demos', `id=eq.${demoId}`)
      follow('demo_steps', `demo_id=eq.${demoId}`)
    })
    return () => {
      callOff()
      end.abort()
      clearTimeout(timer)
    }
  }, [demoId])
  useEffect(() => {
    if (isSaved && isDue.current) void look()
  }, [isSaved])
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

/** The author's own changes arrive, too: waits until they have been loaded, and loads once after several. */
const quietMs = 2_500

/** Saving changes the time on the server, but not here. */
function textOf(demo: Demo, cards: readonly Card[]): string {
  return stableText([{ ...demo, updatedAt: null }, cards.toSorted((a, b) => (a.id < b.id ? -1 : 1))])
}
