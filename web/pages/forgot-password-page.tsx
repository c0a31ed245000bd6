import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'

import { CallForm } from '../ui/call-form.tsx'
import { askForRecovery, giveMailCode } from '../lib/code-calls.ts'
import { CodePanel } from '../ui/code-panel.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { afterSignIn, readSignInState } from '../lib/sign-in-state.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import { useTitle } from '../lib/use-title.ts'
import { textLinkClass } from '../ui/text-link.ts'
import { FormProblem } from '../ui/form-problem.tsx'

/** Requests a new password: an address, then the email's link or code. The same for an unknown address. */
export function ForgotPasswordPage() {
  useTitle('Reset password')
  const location = useLocation()
  const navigate = useNavigate()
  const [isProven, setIsProven] = useState(false)
  const back = readSignInState(location.state)
  const goal = afterSignIn(back)
  const origin = { from: goal }
  const { sentTo } = back

  if (isProven) return <Navigate to="/reset-password" replace state={origin} />
  return (
    <SignInLayout
      title={sentTo === undefined ? 'Reset password' : 'Check your email'}
      {...(sentTo === undefined && { text: 'Enter your email and we’ll send you a reset link.' })}
    >
      {back.problem === undefined ? null : (
        <div className="mb-4">
          <FormProblem {...back.problem} />
        </div>
      )}
      {sentTo === undefined ? (
        <CallForm
          submitLabel="Send email"
          busyLabel="Sending…"
          isCaptchaAsked
          onSubmit={async (form, captchaToken) => {
            const email = String(form.get('email')).trim()
            const outcome = await askForRecovery(email, goal, captchaToken)
            if (outcome.ok) void navigate('/forgot-password', { state: { ...origin, sentTo: email } })
            return outcome
          }}
        >
          {(problemOf) => <EmailField autoFocus problem={problemOf('email')} />}
        </CallForm>
      ) : (
        <CodePanel
          isByMail
          submitLabel="Continue"
          onCode={async (code) => {
            const outcome = await giveMailCode(sentTo, code, 'recovery')
            setIsProven(outcome.ok)
            return outcome
          }}
          onResend={(captchaToken) => askForRecovery(sentTo, goal, captchaToken)}
          changeLabel="Use another address"
          onChange={() => void navigate('/forgot-password', { replace: true, state: origin })}
        >
          We sent a link and a code to <strong className="font-semibold break-words text-text">{sentTo}</strong>, if it
          has an account.
        </CodePanel>
      )}
      <p className="mt-6 text-sm text-muted">
        Remembered it?{' '}
        <Link to="/login" state={origin} className={textLinkClass}>
          Log in
        </Link>
      </p>
    </SignInLayout>
  )
}
