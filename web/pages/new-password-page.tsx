import { Link, useLocation, useNavigate } from 'react-router'

import { useAuthSettings } from '../lib/auth-settings.ts'
import { CallForm } from '../ui/call-form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SecondFactor } from '../features/sign-in/second-factor.tsx'
import { SessionGate } from '../features/sign-in/session-gate.tsx'
import { afterSignIn, insideAddress, readSignInState } from '../lib/sign-in-state.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import type { SignedInUser } from '../lib/session.ts'
import { changePassword } from '../lib/sign-in.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { actionLinkClass } from '../ui/text-link.ts'
import { showToast } from '../ui/toast-store.ts'

/** The target of a recovery email. */
export function ResetPasswordPage() {
  return (
    <NewPassword title="Choose a new password" text="It replaces the old one." doneText="Your password was changed." />
  )
}

/** The target of an invitation: the account exists, but without a password. */
export function SetPasswordPage() {
  return (
    <NewPassword
      title="Welcome"
      text="Choose a password, or keep logging in with emailed codes."
      doneText="Your password is set."
      canSkip
    />
  )
}

interface NewPasswordProps {
  readonly title: string
  readonly text: string
  readonly doneText: string
  readonly canSkip?: boolean
}

function NewPassword({ title, text, doneText, canSkip }: NewPasswordProps) {
  useTitle(title)
  const location = useLocation()
  const navigate = useNavigate()
  const asked = insideAddress(new URLSearchParams(location.search).get('from') ?? '')
  const goal = afterSignIn({ ...(asked !== undefined && { from: asked }), ...readSignInState(location.state) })

  return (
    <SessionGate
      whenSignedOut={
        <SignInLayout title={title} text="Confirm it’s you first: request an email and open its link.">
          <ButtonLink to="/forgot-password" state={{ from: goal }} tone="accent" size="form" className="w-full">
            Send email
          </ButtonLink>
        </SignInLayout>
      }
      whenSecondFactor={
        <SignInLayout title="Two-factor authentication" text="Required before you change your password.">
          <SecondFactor />
        </SignInLayout>
      }
    >
      {(user) => (
        <SignInLayout title={title} text={text}>
          <PasswordForm
            user={user}
            onDone={() => {
              showToast({ text: doneText })
              void navigate(goal, { replace: true })
            }}
          />
          {canSkip === true ? (
            <p className="mt-4 text-center">
              <Link to={goal} replace className={actionLinkClass}>
                Not now
              </Link>
            </p>
          ) : null}
        </SignInLayout>
      )}
    </SessionGate>
  )
}

function PasswordForm({ user, onDone }: { readonly user: SignedInUser; readonly onDone: () => void }) {
  const { passwordLengthMin } = useAuthSettings()
  return (
    <CallForm
      submitLabel="Save password"
      busyLabel="Saving…"
      onSubmit={async (form) => {
        const outcome = await changePassword(String(form.get('password')))
        if (outcome.ok) onDone()
        return outcome
      }}
    >
      {(problemOf) => (
        <>
          {/* Lets password managers associate the two. */}
          <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
          <p className="text-sm text-muted">
            For <strong className="font-semibold break-words text-text">{user.email}</strong>
          </p>
          <PasswordField
            label="New password"
            kind="new-password"
            autoFocus
            hint={`At least ${passwordLengthMin} characters.`}
            problem={problemOf('password')}
          />
        </>
      )}
    </CallForm>
  )
}
