import { useState } from 'react'

import { signOut, type Session, type SignedInUser } from '../../lib/session.ts'
import { signIn } from '../../lib/sign-in.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CallForm } from '../../ui/call-form.tsx'
import { askForMailCode, giveMailCode } from '../../lib/code-calls.ts'
import { CodePanel } from '../../ui/code-panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { actionLinkClass } from '../../ui/text-link.ts'
import { SecondFactor } from './second-factor.tsx'

export interface SignInAgainDialogProps {
  readonly user: SignedInUser
  readonly status: Session['status']
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Covers the page, so that typed text survives. Only signing in or out closes it. */
export function SignInAgainDialog({ user, status, isOpen, onOpenChange }: SignInAgainDialogProps) {
  const isSecondFactor = status === 'second-factor'
  return (
    <Dialog
      title={isSecondFactor ? 'Two-factor authentication' : 'Sign in again'}
      description={
        isSecondFactor
          ? 'Your work is kept. Continue where you left off.'
          : 'Your session has ended. Your work is kept. Sign in to continue.'
      }
      isOpen={isOpen}
      canClose={false}
      onOpenChange={onOpenChange}
    >
      {isSecondFactor ? <SecondFactor /> : <FirstStep user={user} />}
    </Dialog>
  )
}

/** Password or emailed code; other methods open a new tab, whose session this one picks up. */
function FirstStep({ user }: { readonly user: SignedInUser }) {
  const [isCodeSent, setIsCodeSent] = useState(false)
  const askForCode = (captchaToken: string | undefined) =>
    askForMailCode(user.email, window.location.pathname + window.location.search, captchaToken)

  if (isCodeSent) {
    return (
      <CodePanel
        isByMail
        submitLabel="Sign in"
        onCode={(code) => giveMailCode(user.email, code, 'email')}
        onResend={askForCode}
        changeLabel="Use password"
        onChange={() => setIsCodeSent(false)}
      >
        We sent a code to <strong className="font-semibold break-words text-text">{user.email}</strong>.
      </CodePanel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <CallForm
        submitLabel="Sign in"
        busyLabel="Signing in…"
        isCaptchaAsked
        onSubmit={(form, captchaToken) => signIn(user.email, String(form.get('password')), captchaToken)}
      >
        {(problemOf) => (
          <>
            <TextField label="Email" type="email" value={user.email} readOnly autoComplete="username" />
            <PasswordField kind="current-password" autoFocus problem={problemOf('password')} />
          </>
        )}
      </CallForm>
      <CallForm
        submitLabel="Email me a code instead"
        busyLabel="Sending…"
        tone="plain"
        isCaptchaAsked
        onSubmit={async (_, captchaToken) => {
          const outcome = await askForCode(captchaToken)
          if (outcome.ok) setIsCodeSent(true)
          return outcome
        }}
      >
        {() => null}
      </CallForm>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <button type="button" className={actionLinkClass} onClick={() => void signOut()}>
          Sign out
        </button>
        <a href="/login" target="_blank" rel="noopener" className={actionLinkClass}>
          Use another method in a new tab
        </a>
      </div>
    </div>
  )
}
