import type { ReactNode } from 'react'

import type { FormOutcome } from '../lib/submit.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { CallForm } from './call-form.tsx'
import { OutboxNotice } from './outbox-notice.tsx'
import { ResendForm } from './resend-form.tsx'

export interface CodePanelProps {
  /** What was sent where, and alternatives to entering the code. */
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
      <Notice tone="plain">{props.children}</Notice>
      {props.isByMail ? <OutboxNotice /> : null}
      <CallForm
        submitLabel={props.submitLabel}
        busyLabel="Checking…"
        onSubmit={(form) => props.onCode(String(form.get('code')))}
      >
        {(problemOf) => <CodeField problem={problemOf('code')} />}
      </CallForm>
      <ResendForm isCaptchaAsked onResend={props.onResend} />
      <Button tone="quiet" size="form" onClick={props.onChange}>
        {props.changeLabel}
      </Button>
    </div>
  )
}

/** Six to ten digits, depending on the server; pasting them with spaces works. */
export function CodeField(props: { readonly problem: string | undefined; readonly label?: string }) {
  return (
    <TextField
      label={props.label ?? 'Code'}
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
