import { useState } from 'react'

import { messages } from '#domain/messages.ts'

import { signUp, type FormOutcome } from '../../lib/sign-in.ts'
import { TextField } from '../../ui/text-field.tsx'
import { SetupFrame } from './setup-frame.tsx'
import type { SetupState } from './use-setup.ts'

/** A visitor's four steps and this one (spec §4). */
const visitorSteps = 5

/** A visitor's first step. The password lives in this form only; everything else is kept as it is typed. */
export function AccountStep({ setup, onLeave }: { readonly setup: SetupState; readonly onLeave: () => void }) {
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<FormOutcome | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { firstName, email } = setup.form

  async function handleNext(): Promise<void> {
    if ([firstName, email, password].some((value) => value.trim() === '')) {
      setOutcome({ ok: false, text: messages.allFieldsRequired })
      return
    }
    setIsBusy(true)
    setOutcome(await signUp({ firstName, email, password }, messages.signUpModalFailed))
    setIsBusy(false)
  }

  return (
    <SetupFrame
      title="Create your account"
      step={0}
      count={visitorSteps}
      isBusy={isBusy}
      canGoOn
      problem={outcome === null || outcome.ok ? null : { text: outcome.text, hint: outcome.hint }}
      leaveLabel="Skip for now"
      onLeave={onLeave}
      onBack={null}
      onNext={() => void handleNext()}
    >
      <TextField
        label="First name"
        autoComplete="given-name"
        required
        value={firstName}
        onChange={(event) => setup.change({ firstName: event.target.value })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setup.change({ email: event.target.value })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 6 characters."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </SetupFrame>
  )
}
