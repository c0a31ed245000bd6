import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'

import { messages } from '#domain/messages.ts'

import { LegalNote } from '../ui/legal-note.tsx'
import { useAuthSettings } from '../lib/auth-settings.ts'
import { ConfirmAddress } from '../ui/confirm-address.tsx'
import { OtherWays, readSignInWay, type SignInWay } from '../features/sign-in/other-ways.tsx'
import { PasswordForm } from '../features/sign-in/password-form.tsx'
import { TextCode } from '../features/sign-in/text-code.tsx'
import { afterSignIn, landingAddress, readSignInState } from '../lib/sign-in-state.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import { useSession } from '../lib/session.ts'
import { signUp } from '../lib/sign-in.ts'
import { useTitle } from '../lib/use-title.ts'
import { textLinkClass } from '../ui/text-link.ts'
import { FormProblem } from '../ui/form-problem.tsx'
import { Notice } from '../ui/notice.tsx'

export function SignupPage() {
  useTitle('Create an account')
  const session = useSession()
  const settings = useAuthSettings()
  const location = useLocation()
  const navigate = useNavigate()
  // Spec §2: signing up here leads to the dashboard. After confirming an address, users return to where they came from.
  const [isNew, setIsNew] = useState(false)
  const back = readSignInState(location.state)
  const goal = afterSignIn(back)
  const origin = back.from === undefined ? null : { from: back.from }
  const way = readSignInWay(location.search) === 'phone' ? 'phone' : 'password'

  if (session.status === 'signed-in') return <Navigate to={isNew ? '/dashboard' : goal} replace />
  if (session.status === 'second-factor') return <Navigate to="/login/verify" replace state={origin} />

  const start = { page: location.pathname + location.search, from: goal }
  const startOver = () => void navigate(location.pathname + location.search, { replace: true, state: origin })
  const handleSent = (sentTo: string) =>
    void navigate(location.pathname + location.search, { state: { ...origin, sentTo } })

  if (way === 'password' && back.sentTo !== undefined) {
    return (
      <SignInLayout title="Check your email" hasStage>
        <ConfirmAddress address={back.sentTo} isSent returnTo={goal} onChange={startOver} />
      </SignInLayout>
    )
  }
  const ways: readonly SignInWay[] = [
    ...(settings.hasEmail ? (['password'] as const) : []),
    ...(settings.hasPhone ? (['phone'] as const) : []),
  ]
  return (
    <SignInLayout
      title={back.sentTo === undefined ? 'Create an account' : 'Enter your code'}
      {...(back.sentTo === undefined && { text: 'Free to start. Your workspace comes with two sample demos.' })}
      hasStage
    >
      {back.problem === undefined ? null : (
        <div className="mb-4">
          <FormProblem {...back.problem} />
        </div>
      )}
      {settings.isSignupOpen ? null : (
        <div className="mb-4">
          <Notice tone="plain">New accounts need an invitation.</Notice>
        </div>
      )}
      {way === 'password' ? (
        <PasswordForm
          submitLabel="Create account"
          busyLabel="Creating your account…"
          passwordKind="new-password"
          passwordHint={`At least ${settings.passwordLengthMin} characters.`}
          onSubmit={async (person, captchaToken) => {
            setIsNew(true)
            const outcome = await signUp(person, messages.signUpFailed, {
              returnTo: landingAddress(goal),
              captchaToken,
            })
            setIsNew(outcome.ok && !outcome.value.isConfirmationAwaited)
            if (outcome.ok && outcome.value.isConfirmationAwaited) handleSent(person.email.trim())
            return outcome
          }}
        />
      ) : (
        <TextCode sentTo={back.sentTo} mayCreate onSent={handleSent} onChange={startOver} />
      )}
      {back.sentTo === undefined ? (
        <OtherWays ways={ways} current={way} providers={settings.providers} start={start} />
      ) : null}
      <div className="mt-6">
        <LegalNote />
      </div>
      <p className="mt-2 text-sm text-muted">
        Already have an account?{' '}
        <Link to="/login" state={origin} className={textLinkClass}>
          Log in
        </Link>
      </p>
    </SignInLayout>
  )
}
