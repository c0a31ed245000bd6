import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { createQueryClient } from '../lib/query-client.ts'
import { paletteStore, watchPaletteKey } from '../lib/palette-store.ts'
import { useSession, watchSession } from '../lib/session.ts'
import { followSystemChannel } from '../lib/system-channel.ts'
import { ErrorPage } from '../ui/error-page.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { onFirstUse } from '../ui/on-first-use.tsx'
import { RouteSkeleton } from './route-skeleton.tsx'

const SignInAgainDialog = onFirstUse(
  async () => (await import('../features/sign-in/sign-in-again-dialog.tsx')).SignInAgainDialog,
)

/** Spec §2: only for signed-in users. Others go to /login, which returns them. */
export function SignedInArea() {
  const session = useSession()
  const location = useLocation()
  const [queryClient] = useState(createQueryClient)

  // Over a page with work in progress, the dialog below asks instead.
  if (session.status === 'second-factor' && !session.isResumed) {
    return <Navigate to="/login/verify" replace state={{ from: location.pathname + location.search + location.hash }} />
  }
  switch (session.status) {
    case 'loading':
      return <RouteSkeleton label="Loading your session" />
    case 'unreachable':
      return (
        <ErrorPage
          title="The server can’t be reached"
          text="Check your connection, then try again. Nothing is lost."
          onRetry={() => void watchSession()}
        />
      )
    case 'signed-out':
      return <Navigate to="/login" replace state={{ from: location.pathname + location.search + location.hash }} />
    default:
      return (
        <QueryClientProvider client={queryClient}>
          <Outlet />
          <Background />
          <SignInAgainDialog
            user={session.user}
            status={session.status}
            isOpen={session.status !== 'signed-in'}
            onOpenChange={() => undefined}
          />
        </QueryClientProvider>
      )
  }
}

/** Loads code that isn't needed for the first paint once the page is idle; retries when the network is back. */
function Background() {
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(() => {
    const stop = new AbortController()
    const load = async () => {
      SignInAgainDialog.prefetch()
      const { GlobalParts } = await import('./global-parts.tsx')
      if (!stop.signal.aborted) setLoaded(() => GlobalParts)
    }
    const attempt = () => void load().catch(() => undefined)
    const callOff = whenIdle(() => {
      attempt()
      void followSystemChannel(stop.signal).catch(() => undefined)
    })
    window.addEventListener('online', attempt, { signal: stop.signal })
    watchPaletteKey(stop.signal)
    const unsubscribe = paletteStore.subscribe(() => paletteStore.get() && attempt())
    return () => {
      callOff()
      unsubscribe()
      stop.abort()
    }
  }, [])
  return Loaded === undefined ? null : <Loaded />
}
