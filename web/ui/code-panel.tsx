import type { ReactNode } from 'react'

import type { FormOutcome } from '../lib/submit.ts'
import { TextField } from './text-field.tsx'
import { CallForm } from './call-form.tsx'
import { OutboxNotice } from './outbox-notice.tsx'
import { ResendForm } from './resend-form.tsx'
import { actionLinkClass } from './text-link.ts'

export interface CodePanelProps {
  /** One sentence: what was sent where. */
  readonly children: ReactNode
  readonly isByMail: boolean
  readonly submitLabel: string
  readonly onCode: (code: string) => Promise<FormOutcome>
  readonly onResend: (captchaToken: string | undefined) => Promise<FormOutcome>
  readonly changeLabel: string
  readonly onChange: () => void
}

/** Waits for a code: enter it, request another one, or go back and correct the address. */
export function CodePanel(props: CodePanelProps) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        {props.children}
      </p>
      {props.isByMail ? <OutboxNotice /> : null}
      <CallForm
        submitLabel={props.submitLabel}
        busyLabel="Checking…"
        onSubmit={(form) => props.onCode(String(form.get('code')))}
      >
        {(problemOf) => <CodeField problem={problemOf('code')} />}
      </CallForm>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <ResendForm isCaptchaAsked onResend={props.onResend} />
        <button type="button" className={actionLinkClass} onClick={props.onChange}>
          {props.changeLabel}
        </button>
      </div>
    </div>
  )
}

/** Six to ten digits, depending on the server; pasting them with spaces works. */
export function CodeField(props: { readonly problem: string | undefined; readonly label?: string }) {
  return (
    <TextField
      label={props.label ?? 'Code'}
      // Ten digits fit on the narrowest phone.
      className="[&_input]:h-13 [&_input]:text-[1.375rem] [&_input]:tracking-[0.3em] [&_input]:tabular-nums"
      name="code"
      required
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[\s\-]*([0-9][\s\-]*){6,10}"
      title="6 to 10 digits"
      problem={props.problem}
    />
  )
}
