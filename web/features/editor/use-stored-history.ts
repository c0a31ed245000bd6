import { useEffect } from 'react'

import type { EditorHistory } from './editor-history.ts'
import { keepHistory } from './history-store.ts'

const settleMs = 400

/** Persists the undo history shortly after each change and on leaving the page. */
export function useStoredHistory(userId: string, demoId: string, { past, future, expected }: EditorHistory): void {
  useEffect(() => {
    const write = () => keepHistory(userId, demoId, { past, future, expected })
    const timer = setTimeout(write, settleMs)
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [userId, demoId, past, future, expected])
}
