import type { FormOutcome } from '../../lib/submit.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { askForMailCode } from '../../lib/code-calls.ts'
import { CodePanel } from '../../ui/code-panel.tsx'
import { actionLinkClass } from '../../ui/text-link.ts'
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
              className={`${actionLinkClass} self-start`}
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
      We sent a link and a code to <strong className="font-semibold break-words text-text">{sentTo}</strong>, if it has
      an account.
    </CodePanel>
  )
}
