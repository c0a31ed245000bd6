import { Navigate, useLocation } from 'react-router'

import { SecondFactor } from '../features/sign-in/second-factor.tsx'
import { SessionGate } from '../features/sign-in/session-gate.tsx'
import { afterSignIn, readSignInState } from '../lib/sign-in-state.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Shown after any first factor, if the account has a second one. */
export function SecondFactorPage() {
  useTitle('Two-factor authentication')
  const location = useLocation()
  const back = readSignInState(location.state)
  return (
    <SessionGate
      whenSignedOut={<Navigate to="/login" replace state={{ from: afterSignIn(back) }} />}
      whenSecondFactor={
        <SignInLayout title="Two-factor authentication" text="Confirm your login with your second factor.">
          <SecondFactor />
        </SignInLayout>
      }
    >
      {() => <Navigate to={afterSignIn(back)} replace />}
    </SessionGate>
  )
}
