import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { createQueryClient } from '../lib/query-client.ts'
import { useSession, watchSession } from '../lib/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { ImportPilot } from '../features/import/import-pilot.tsx'
import { SignInAgainDialog } from '../features/account/sign-in-again-dialog.tsx'

/** Spec §2: only for signed-in users. Strangers go to /login, which brings them back to where they wanted to be. */
export function SignedInArea() {
  const session = useSession()
  const location = useLocation()
  const [queryClient] = useState(createQueryClient)

  switch (session.status) {
    case 'loading':
      return <PageSpinner label="Loading your session" />
    case 'unreachable':
      return (
        <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center p-4">
          <ErrorState
            title="The server can’t be reached"
            text="Check your connection, then try again. Nothing of yours is lost."
            onRetry={() => void watchSession()}
          />
        </main>
      )
    case 'signed-out':
      return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />
    default:
      return (
        <QueryClientProvider client={queryClient}>
          {/* The CSP allows style sheets from files only, so the component library writes no style elements. */}
          <CSPProvider disableStyleElements>
            <Tooltip.Provider delay={400}>
              <Outlet />
              <ImportPilot />
              {session.status === 'expired' ? <SignInAgainDialog user={session.user} /> : null}
            </Tooltip.Provider>
          </CSPProvider>
        </QueryClientProvider>
      )
  }
}
