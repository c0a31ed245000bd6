import { useState } from 'react'

import { messages } from '#domain/messages.ts'

import { signUp, type FormOutcome } from '../../lib/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
      description="Free to start. A sample demo is waiting in your workspace."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <SignUpForm onSignedUp={onSignedUp} />
    </Dialog>
  )
}

function SignUpForm({ onSignedUp }: { readonly onSignedUp: () => void }) {
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(form: FormData): Promise<void> {
    const [firstName, email, password] = ['firstName', 'email', 'password'].map((field) => String(form.get(field)))
    if (!firstName?.trim() || !email?.trim() || !password?.trim()) {
      setOutcome({ ok: false, text: messages.allFieldsRequired })
      return
    }
    setIsBusy(true)
    setOutcome(undefined)
    const result = await signUp({ firstName, email, password }, messages.signUpModalFailed)
    setIsBusy(false)
    setOutcome(result)
    if (result.ok) onSignedUp()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(new FormData(event.currentTarget))
      }}
    >
      {outcome === undefined || outcome.ok ? null : (
        <Notice tone="danger">
          <strong className="font-semibold">{outcome.text}</strong>
          {outcome.hint === undefined ? null : <span className="mt-0.5 block">{outcome.hint}</span>}
        </Notice>
      )}
      <TextField label="First name" name="firstName" required autoFocus autoComplete="given-name" />
      <TextField label="Email" name="email" type="email" required autoComplete="username" />
      <TextField
        label="Password"
        name="password"
        type="password"
        required
        autoComplete="new-password"
        hint="At least 6 characters."
      />
      <Button tone="accent" size="form" type="submit" disabled={isBusy}>
        {isBusy ? 'Creating your account…' : 'Sign up for free'}
      </Button>
    </form>
  )
}
