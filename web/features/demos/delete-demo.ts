import type { QueryClient } from '@tanstack/react-query'

import type { ListedDemo } from '#domain/demo.ts'

import { BackendError } from '../../lib/backend-error.ts'
import { loadBackend, removeDemoWhileLeaving } from '../../lib/backend.ts'
import { currentSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { removeDemo } from '../../lib/demo-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'

/** Hides the demo at once; deletes it when the toast expires or the page is left. */
export function deleteDemo(demo: ListedDemo, queries: QueryClient): void {
  const stopWatching = removeOnLeave(demo.id)
  queries.setQueryData(demosQuery.queryKey, (demos) => demos?.filter((other) => other.id !== demo.id))
  hidden.add(demo.id)

  showToast({
    text: `“${demo.name}” was deleted.`,
    action: {
      label: 'Undo',
      onSelect: () => {
        stopWatching()
        hidden.delete(demo.id)
        void queries.invalidateQueries({ queryKey: demosQuery.queryKey })
      },
    },
    onExpire: () => {
      stopWatching()
      void removeDemo(demo.id)
        .catch((error: unknown) => {
          hidden.delete(demo.id)
          const why =
            error instanceof BackendError && error.kind === 'unreachable' ? ' The server can’t be reached.' : ''
          showToast({ text: `“${demo.name}” was not deleted.${why}`, tone: 'danger' })
        })
        .finally(() => queries.invalidateQueries({ queryKey: demosQuery.queryKey }))
    },
  })
}

const hidden = new Set<string>()

/** A list loaded while a deletion is pending must not show the demo. */
export function isBeingDeleted(id: string): boolean {
  return hidden.has(id)
}

/** Deletes the demo if the page is left before the returned function is called. */
function removeOnLeave(id: string): () => void {
  const leaving = new AbortController()
  void loadBackend().then((backend) => {
    window.addEventListener(
      'pagehide',
      () => {
        const session = currentSession()
        if (session.status === 'signed-in') removeDemoWhileLeaving(backend, session.accessToken, id)
      },
      { signal: leaving.signal },
    )
  })
  return () => leaving.abort()
}
