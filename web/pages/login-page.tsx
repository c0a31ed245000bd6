import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'

import { useAuthSettings } from '../lib/auth-settings.ts'
import { giveMailCode } from '../lib/code-calls.ts'
import { ConfirmAddress } from '../ui/confirm-address.tsx'
import { MailCode } from '../features/sign-in/mail-code.tsx'
import { OtherWays, readSignInWay, type SignInWay } from '../features/sign-in/other-ways.tsx'
import { PasswordForm } from '../features/sign-in/password-form.tsx'
import { SsoForm } from '../features/sign-in/sso-form.tsx'
import { TextCode } from '../features/sign-in/text-code.tsx'
import { afterSignIn, readSignInState } from '../lib/sign-in-state.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import { useSession } from '../lib/session.ts'
import { signIn } from '../lib/sign-in.ts'
import type { FormOutcome } from '../lib/submit.ts'
import { useTitle } from '../lib/use-title.ts'
import { textLinkClass } from '../ui/text-link.ts'
import { FormProblem } from '../ui/form-problem.tsx'

export function LoginPage() {
  useTitle('Log in')
  const session = useSession()
  const settings = useAuthSettings()
  const location = useLocation()
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  // While a code is checked, the session must not redirect: invited users go to set a password first.
  const [isChecking, setIsChecking] = useState(false)
  const back = readSignInState(location.state)
  const way = readSignInWay(location.search)
  const goal = afterSignIn(back)
  const origin = back.from === undefined ? null : { from: back.from }

  if (session.status === 'signed-in' && !isChecking) return <Navigate to={goal} replace />
  if (session.status === 'second-factor' && !isChecking) return <Navigate to="/login/verify" replace state={origin} />

  const start = { page: location.pathname + location.search, from: goal }
  const startOver = () => void navigate(location.pathname + location.search, { replace: true, state: origin })
  const handleSent = (sentTo: string) =>
    void navigate(location.pathname + location.search, { state: { ...origin, sentTo } })
  const ways: readonly SignInWay[] = [
    ...(settings.hasEmail ? (['password', 'code'] as const) : []),
    ...(settings.hasPhone ? (['phone'] as const) : []),
    ...(settings.hasSso ? (['sso'] as const) : []),
  ]

  async function handleMailCode(code: string): Promise<FormOutcome> {
    setIsChecking(true)
    const outcome = await giveMailCode(back.sentTo ?? '', code, 'email')
    if (outcome.ok && outcome.value.isInvited) await navigate('/set-password', { replace: true, state: origin })
    else setIsChecking(false)
    return outcome
  }

  if (unconfirmed !== undefined) {
    return (
      <SignInLayout title="Check your email" hasStage>
        <ConfirmAddress
          address={unconfirmed}
          isSent={false}
          returnTo={goal}
          onChange={() => setUnconfirmed(undefined)}
        />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout
      title={back.sentTo === undefined ? 'Log in' : 'Enter your code'}
      {...(back.sentTo === undefined && {
        text: back.from === undefined ? 'Welcome back.' : 'Log in to continue where you were.',
      })}
      hasStage
    >
      {back.problem === undefined ? null : (
        <div className="mb-4">
          <FormProblem {...back.problem} />
        </div>
      )}
      {way === 'password' ? (
        <PasswordForm
          submitLabel="Log in"
          busyLabel="Logging in…"
          passwordKind="current-password"
          onSubmit={async (person, captchaToken) => {
            const outcome = await signIn(person.email, person.password, captchaToken)
            if (!outcome.ok && outcome.code === 'email_not_confirmed') setUnconfirmed(person.email.trim())
            return outcome
          }}
        >
          <Link
            to="/forgot-password"
            state={origin}
            className={`${textLinkClass} absolute top-0 right-0 text-sm pointer-coarse:-top-6 pointer-coarse:pt-6`}
          >
            Forgot your password?
          </Link>
        </PasswordForm>
      ) : null}
      {way === 'code' ? (
        <MailCode
          sentTo={back.sentTo}
          returnTo={goal}
          onSent={handleSent}
          onChange={startOver}
          onCode={handleMailCode}
        />
      ) : null}
      {way === 'phone' ? (
        <TextCode sentTo={back.sentTo} mayCreate={false} onSent={handleSent} onChange={startOver} />
      ) : null}
      {way === 'sso' ? <SsoForm start={start} /> : null}

      {back.sentTo === undefined ? (
        <OtherWays ways={ways} current={way} providers={settings.providers} start={start} />
      ) : null}
      {settings.isSignupOpen && back.sentTo === undefined ? (
        <p className="mt-6 text-sm text-muted">
          New here?{' '}
          <Link to="/signup" state={origin} className={textLinkClass}>
            Create an account
          </Link>
        </p>
      ) : null}
    </SignInLayout>
  )
}
