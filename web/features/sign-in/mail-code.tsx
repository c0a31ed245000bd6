import type { FormOutcome } from '../../lib/submit.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { askForMailCode } from '../../lib/code-calls.ts'
import { CodePanel } from '../../ui/code-panel.tsx'
import { EmailField } from '../../ui/email-field.tsx'

export interface MailCodeProps {
  /** The address a code was sent to; undefined before that. */
  readonly sentTo: string | undefined
  readonly returnTo: string
  readonly onSent: (address: string) => void
  readonly onChange: () => void
  readonly onCode: (code: string) => Promise<FormOutcome>
}

/** Signing in with an emailed link or code instead of a password. */
export function MailCode({ sentTo, returnTo, onSent, onChange, onCode }: MailCodeProps) {
  if (sentTo === undefined) {
    return (
      <CallForm
        submitLabel="Email me a code"
        busyLabel="Sending…"
        isCaptchaAsked
        onSubmit={async (form, captchaToken) => {
          const email = String(form.get('email'))
          const outcome = await askForMailCode(email, returnTo, captchaToken)
          if (outcome.ok) onSent(email.trim())
          return outcome
        }}
      >
        {(problemOf) => (
          <>
            <EmailField autoFocus hint="We’ll email you a code and a link." problem={problemOf('email')} />
            <button
              type="button"
              className="self-start rounded-control py-1 text-sm font-medium text-accent-text underline underline-offset-4"
              onClick={({ currentTarget: { form } }) => {
                if (form?.reportValidity() === true) onSent(String(new FormData(form).get('email')).trim())
              }}
            >
              I have a code
            </button>
          </>
        )}
      </CallForm>
    )
  }

  return (
    <CodePanel
      isByMail
      submitLabel="Log in"
      onCode={onCode}
      onResend={(captchaToken) => askForMailCode(sentTo, returnTo, captchaToken)}
      changeLabel="Use another address"
      onChange={onChange}
    >
      If there is an account for <strong className="font-semibold break-words">{sentTo}</strong>, we sent an email. Open
      the link or enter the code.
    </CodePanel>
  )
}
