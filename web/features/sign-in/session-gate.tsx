import type { ReactNode } from 'react'

import { SignInLayout, SignInSkeleton } from '../../ui/sign-in-layout.tsx'
import { useSession, watchSession, type SignedInUser } from '../../lib/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'

export interface SessionGateProps {
  readonly whenSignedOut: ReactNode
  readonly whenSecondFactor: ReactNode
  readonly children: (user: SignedInUser) => ReactNode
}

/** What a page shows to somebody who is signed in, who lacks the second step, and who is not. */
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
