import type { ReactNode } from 'react'

import { SignInLayout, SignInSkeleton } from '../../ui/sign-in-layout.tsx'
import { useSession, watchSession, type SignedInUser } from '../../lib/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'

export interface SessionGateProps {
  readonly whenSignedOut: ReactNode
  readonly whenSecondFactor: ReactNode
  readonly children: (user: SignedInUser) => ReactNode
}

/** Chooses what to show for signed-in users, missing second factors, and visitors. */
export function SessionGate({ whenSignedOut, whenSecondFactor, children }: SessionGateProps) {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <SignInSkeleton label="Loading your session" />
    case 'unreachable':
      return (
        <SignInLayout title="One moment" text="We could not check your session.">
          <ErrorState
            title="The server can’t be reached"
            text="Check your connection, then try again."
            onRetry={() => void watchSession()}
          />
        </SignInLayout>
      )
    case 'second-factor':
      return whenSecondFactor
    case 'signed-in':
      return children(session.user)
    default:
      return whenSignedOut
  }
}
