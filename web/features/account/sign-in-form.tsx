import { useState } from 'react'

import type { FormOutcome } from '../../lib/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface SignInFormProps {
  readonly submitLabel: string
  readonly busyLabel: string
  readonly passwordAutoComplete: 'current-password' | 'new-password'
  readonly passwordHint?: string
  readonly onSubmit: (person: { readonly email: string; readonly password: string }) => Promise<FormOutcome>
}

/** Email and password (spec §5: both required, the email input has email type). */
export function SignInForm(props: SignInFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(form: FormData): Promise<void> {
    setIsBusy(true)
    setOutcome(undefined)
    const result = await props.onSubmit({ email: String(form.get('email')), password: String(form.get('password')) })
    setIsBusy(false)
    setOutcome(result)
  }

  return (
    <form
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
      <TextField label="Email" name="email" type="email" required autoComplete="username" inputMode="email" />
      <TextField
        label="Password"
        name="password"
        type="password"
        required
        autoComplete={props.passwordAutoComplete}
        hint={props.passwordHint}
      />
      <Button tone="accent" size="form" type="submit" disabled={isBusy} className="w-full">
        {isBusy ? props.busyLabel : props.submitLabel}
      </Button>
    </form>
  )
}
