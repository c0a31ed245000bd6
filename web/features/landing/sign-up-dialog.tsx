import { useState } from 'react'

import { messages } from '#domain/messages.ts'

import { signUp } from '../../lib/sign-in.ts'
import type { FormOutcome } from '../../lib/submit.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LegalNote } from '../../ui/legal-note.tsx'
import { useAuthSettings } from '../../lib/auth-settings.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { ConfirmAddress } from '../../ui/confirm-address.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { landingAddress } from '../../lib/sign-in-state.ts'

export interface SignUpDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onSignedUp: () => void
}

/** Spec §2 and §5: first name, email and password, all of them. */
export function SignUpDialog({ isOpen, onOpenChange, onSignedUp }: SignUpDialogProps) {
  return (
    <Dialog
      title="Create your account"
      description="Free to start. Your workspace comes with two sample demos."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <SignUpForm onSignedUp={onSignedUp} />
    </Dialog>
  )
}

function SignUpForm({ onSignedUp }: { readonly onSignedUp: () => void }) {
  const { passwordLengthMin } = useAuthSettings()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const returnTo = '/onboarding'

  async function handleSubmit(form: FormData, captchaToken: string | undefined): Promise<FormOutcome> {
    const [firstName, email, password] = ['firstName', 'email', 'password'].map((field) => String(form.get(field)))
    if (!firstName?.trim() || !email?.trim() || !password?.trim())
      return { ok: false, text: messages.allFieldsRequired }
    const person = { firstName, email, password }
    const options = { returnTo: landingAddress(returnTo), captchaToken }
    const outcome = await signUp(person, messages.signUpModalFailed, options)
    if (outcome.ok && outcome.value.isConfirmationAwaited) setUnconfirmed(email.trim())
    else if (outcome.ok) onSignedUp()
    return outcome
  }

  if (unconfirmed !== undefined) {
    return (
      <ConfirmAddress
        address={unconfirmed}
        isSent
        returnTo={returnTo}
        onConfirmed={onSignedUp}
        onChange={() => setUnconfirmed(undefined)}
      />
    )
  }
  return (
    <CallForm
      noValidate
      submitLabel="Sign up for free"
      busyLabel="Creating your account…"
      isCaptchaAsked
      onSubmit={handleSubmit}
    >
      {(problemOf) => (
        <>
          <TextField label="First name" name="firstName" required autoFocus autoComplete="given-name" />
          <EmailField problem={problemOf('email')} />
          <PasswordField
            kind="new-password"
            hint={`At least ${passwordLengthMin} characters.`}
            problem={problemOf('password')}
          />
          <LegalNote />
        </>
      )}
    </CallForm>
  )
}
