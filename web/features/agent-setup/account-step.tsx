import { useState } from 'react'

import { messages } from '#domain/messages.ts'

import { SignInLayout } from '../../ui/sign-in-layout.tsx'
import { signUp, type SignUpOutcome } from '../../lib/sign-in.ts'
import { TextField } from '../../ui/text-field.tsx'
import { LegalNote } from '../../ui/legal-note.tsx'
import { useAuthSettings } from '../../lib/auth-settings.ts'
import { Captcha, useCaptchaWidget } from '../../ui/captcha.tsx'
import { ConfirmAddress } from '../../ui/confirm-address.tsx'
import { landingAddress } from '../../lib/sign-in-state.ts'
import { SetupFrame } from './setup-frame.tsx'
import type { SetupState } from './use-setup.ts'

/** A visitor's four steps and this one (spec §4). */
const visitorSteps = 5

/** A visitor's first step. The password stays in this form; everything else is saved while typing. */
export function AccountStep({ setup, onLeave }: { readonly setup: SetupState; readonly onLeave: () => void }) {
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<SignUpOutcome | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { firstName, email } = setup.form
  const { passwordLengthMin } = useAuthSettings()
  const widget = useCaptchaWidget(true)
  const [captchaToken, setCaptchaToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(1)

  async function handleNext(): Promise<void> {
    if ([firstName, email, password].some((value) => value.trim() === '')) {
      setOutcome({ ok: false, text: messages.allFieldsRequired })
      return
    }
    if (widget !== null && captchaToken === undefined) {
      setOutcome({ ok: false, text: messages.signUpModalFailed, hint: 'Complete the check first.' })
      return
    }
    setIsBusy(true)
    const options = { returnTo: landingAddress('/onboarding'), captchaToken }
    const result = await signUp({ firstName, email, password }, messages.signUpModalFailed, options)
    setIsBusy(false)
    setOutcome(result)
    // A token can be used only once.
    setCaptchaToken(undefined)
    setCaptchaRound(captchaRound + 1)
  }

  if (outcome?.ok === true && outcome.value.isConfirmationAwaited) {
    return (
      <SignInLayout title="Check your email">
        <ConfirmAddress address={email.trim()} isSent returnTo="/onboarding" onChange={() => setOutcome(null)} />
      </SignInLayout>
    )
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
        hint={`At least ${passwordLengthMin} characters.`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {widget === null ? null : <Captcha key={captchaRound} widget={widget} onToken={setCaptchaToken} />}
      <LegalNote />
    </SetupFrame>
  )
}
