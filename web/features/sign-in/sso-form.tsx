import { CallForm } from '../../ui/call-form.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { leaveForSso, type ProviderStart } from './leave-for-provider.ts'

/** Single sign-on: the email's domain selects the organisation. */
export function SsoForm({ start }: { readonly start: ProviderStart }) {
  return (
    <CallForm
      submitLabel="Continue with single sign-on"
      busyLabel="Looking up your organisation…"
      isCaptchaAsked
      onSubmit={(form, captchaToken) => leaveForSso(String(form.get('email')), start, captchaToken)}
    >
      {(problemOf) => (
        <EmailField
          autoFocus
          label="Work email"
          hint="Continues on your organisation’s sign-in page."
          problem={problemOf('email')}
        />
      )}
    </CallForm>
  )
}
