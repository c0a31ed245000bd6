import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'

import { signIn } from '../lib/sign-in.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { SignInLayout } from '../layout/sign-in-layout.tsx'
import { SignInForm } from '../features/account/sign-in-form.tsx'
import { originOf } from '../features/account/origin.ts'

export function LoginPage() {
  useTitle('Log in')
  const session = useSession()
  const location = useLocation()
  const [isDone, setIsDone] = useState(false)
  const origin = originOf(location.state)

  if (session.status === 'signed-in' || isDone) return <Navigate to={origin ?? '/dashboard'} replace />
  return (
    <SignInLayout
      title="Log in"
      text={origin === undefined ? 'Welcome back.' : 'Log in to go on. You will come back to where you were.'}
    >
      <SignInForm
        submitLabel="Log in"
        busyLabel="Logging in…"
        passwordAutoComplete="current-password"
        onSubmit={async (person) => {
          const outcome = await signIn(person.email, person.password)
          if (outcome.ok) setIsDone(true)
          return outcome
        }}
      />
      <p className="mt-6 text-sm text-muted">
        New here?{' '}
        <Link to="/signup" state={location.state} className="font-medium text-accent-text underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </SignInLayout>
  )
}
