import { useQueryClient } from '@tanstack/react-query'
import { WifiOff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { useWaitingDemoIds } from '../features/editor/waiting-saves.ts'
import { BackendError } from '../lib/backend-error.ts'
import { suspectConnection, useConnection, type Connection } from '../lib/connection.ts'
import { useSession } from '../lib/session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { showToast } from '../ui/toast-store.ts'

const texts = {
  offline: 'You are offline.',
  unreachable: 'The server can’t be reached.',
} as const satisfies Partial<Record<Connection, string>>

/** Reports a lost connection and its consequences, and afterwards unsent changes. */
export function ConnectionBanner() {
  const connection = useConnection()
  const isAway = connection !== 'online'
  const waiting = useOtherWaitingDemos()
  /** The message; a changed one is announced again. */
  const subject = isAway ? connection : waiting.join(' ')
  const [dismissed, setDismissed] = useState('')
  if (dismissed !== '' && dismissed !== subject) setDismissed('')
  useReturn(isAway)
  useSuspicion()

  const isShown = subject !== '' && dismissed !== subject
  return (
    <div
      role="status"
      aria-label="Connection"
      className="pointer-events-none fixed inset-x-3 bottom-[4.5rem] z-40 flex justify-center sm:top-14 sm:bottom-auto"
    >
      {isShown ? (
        <div className="pointer-events-auto flex min-h-10 max-w-[44rem] animate-enter items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 text-sm shadow-floating">
          {isAway ? <WifiOff size={16} aria-hidden className="shrink-0 text-warning" /> : null}
          <p className="min-w-0 py-1 pr-3">
            {isAway ? (
              <>
                <strong className="font-semibold">{texts[connection]}</strong> Changes in the editor are kept in this
                browser and saved when you are back online.
              </>
            ) : (
              <Waiting demoIds={waiting} />
            )}
          </p>
          <IconButton label="Dismiss" onClick={() => setDismissed(subject)}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}

function Waiting({ demoIds }: { readonly demoIds: readonly string[] }) {
  const first = demoIds[0] ?? ''
  return (
    <>
      {demoIds.length === 1 ? 'Changes to a demo' : `Changes to ${demoIds.length} demos`} were kept in this browser and
      are not sent yet.{' '}
      <Link to={`/dashboard/demos/${first}/edit`} className="font-medium text-accent-text underline underline-offset-4">
        {demoIds.length === 1 ? 'Open to save' : 'Open the first'}
      </Link>
    </>
  )
}

/** Changes that no open editor is about to send. */
function useOtherWaitingDemos(): readonly string[] {
  const session = useSession()
  const { pathname } = useLocation()
  const userId = 'user' in session ? session.user.id : ''
  return useWaitingDemoIds(userId).filter((id) => pathname !== `/dashboard/demos/${id}/edit`)
}

/** Shows the banner, and reloads failed queries. */
function useReturn(isAway: boolean): void {
  const queries = useQueryClient()
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) {
      showToast({ text: 'Back online' })
      void queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
    }
    wasAway.current = isAway
  }, [isAway, queries])
}

/** After a call without an answer, check whether the server is reachable at all. */
function useSuspicion(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const notice = (error: unknown) => {
      if (error instanceof BackendError && error.kind === 'unreachable') suspectConnection()
    }
    const stopQueries = queries.getQueryCache().subscribe(({ query }) => notice(query.state.fetchFailureReason))
    const stopMutations = queries.getMutationCache().subscribe(({ mutation }) => notice(mutation?.state.error))
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [queries])
}
