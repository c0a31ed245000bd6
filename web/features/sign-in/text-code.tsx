import { TextField } from '../../ui/text-field.tsx'
import { CallForm } from '../../ui/call-form.tsx'
import { askForTextCode, giveTextCode } from '../../lib/code-calls.ts'
import { CodePanel } from '../../ui/code-panel.tsx'

export interface TextCodeProps {
  readonly sentTo: string | undefined
  /** On the sign-up page, a number without an account gets one. */
  readonly mayCreate: boolean
  readonly onSent: (number: string) => void
  readonly onChange: () => void
}

/** Signing in, or up, with a code by text message. */
export function TextCode({ sentTo, mayCreate, onSent, onChange }: TextCodeProps) {
  if (sentTo === undefined) {
    return (
      <CallForm
        submitLabel="Text me a code"
        busyLabel="Sending…"
        isCaptchaAsked
        onSubmit={async (form, captchaToken) => {
          const phone = String(form.get('phone'))
          const outcome = await askForTextCode(phone, mayCreate, captchaToken)
          if (outcome.ok) onSent(phone.trim())
          return outcome
        }}
      >
        {(problemOf) => (
          <TextField
            label="Phone number"
            name="phone"
            type="tel"
            required
            autoFocus
            autoComplete="tel"
            hint="With the country code, such as +49 151 12345678."
            problem={problemOf('phone')}
          />
        )}
      </CallForm>
    )
  }
  return (
    <CodePanel
      isByMail={false}
      submitLabel={mayCreate ? 'Create account' : 'Log in'}
      onCode={(code) => giveTextCode(sentTo, code)}
      onResend={(captchaToken) => askForTextCode(sentTo, mayCreate, captchaToken)}
      changeLabel="Use another number"
      onChange={onChange}
    >
      We texted a code to <strong className="font-semibold text-text">{sentTo}</strong>
      {mayCreate ? '.' : ', if it has an account.'}
    </CodePanel>
  )
}
