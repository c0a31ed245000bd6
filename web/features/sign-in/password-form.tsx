import type { ReactNode } from 'react'

import type { FormOutcome } from '../../lib/submit.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

export interface PasswordFormProps {
  readonly submitLabel: string
  readonly busyLabel: string
  readonly passwordKind: 'current-password' | 'new-password'
  readonly passwordHint?: string
  readonly onSubmit: (
    person: { readonly email: string; readonly password: string },
    captchaToken: string | undefined,
  ) => Promise<FormOutcome>
  /** Shown on the line of the password's label. */
  readonly children?: ReactNode
}

/** Email and password (spec §5: both required, the email input has email type). */
export function PasswordForm(props: PasswordFormProps) {
  return (
    <CallForm
      submitLabel={props.submitLabel}
      busyLabel={props.busyLabel}
      isCaptchaAsked
      onSubmit={(form, captchaToken) =>
        props.onSubmit({ email: String(form.get('email')), password: String(form.get('password')) }, captchaToken)
      }
    >
      {(problemOf) => (
        <>
          <EmailField problem={problemOf('email')} />
          <div className="relative">
            <PasswordField
              kind={props.passwordKind}
              {...(props.passwordHint !== undefined && { hint: props.passwordHint })}
              problem={problemOf('password')}
            />
            {props.children}
          </div>
        </>
      )}
    </CallForm>
  )
}
