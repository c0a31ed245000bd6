import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'

import { messages } from '#domain/messages.ts'

import { SignInForm } from '../features/account/sign-in-form.tsx'
import { SignInLayout } from '../layout/sign-in-layout.tsx'
import { useSession } from '../lib/session.ts'
import { signUp } from '../lib/sign-in.ts'
import { useTitle } from '../lib/use-title.ts'

export function SignupPage() {
  useTitle('Create an account')
  const session = useSession()
  const location = useLocation()
  const [isDone, setIsDone] = useState(false)

  if (session.status === 'signed-in' || isDone) return <Navigate to="/dashboard" replace />
  return (
    <SignInLayout title="Create an account" text="Free to start. You get a workspace with a sample demo in it.">
      <SignInForm
        submitLabel="Create account"
        busyLabel="Creating your account…"
        passwordAutoComplete="new-password"
        passwordHint="At least 6 characters."
        onSubmit={async (person) => {
          const outcome = await signUp(person, messages.signUpFailed)
          if (outcome.ok) setIsDone(true)
          return outcome
        }}
      />
      <p className="mt-6 text-sm text-muted">
        Already have an account?{' '}
        <Link to="/login" state={location.state} className="font-medium text-accent-text underline underline-offset-4">
          Log in
        </Link>
      </p>
    </SignInLayout>
  )
}
