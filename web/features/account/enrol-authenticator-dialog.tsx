import { useState } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { giveTotp } from '../../lib/factor-calls.ts'
import { enrolAuthenticator, type NewAuthenticator } from './factor-enrolment.ts'

export interface EnrolDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onEnrolled: () => void
}

/** Name, scan, first code. Nothing is added before the code. */
export function EnrolAuthenticatorDialog({ isOpen, onOpenChange, onEnrolled }: EnrolDialogProps) {
  return (
    <Dialog
      title="Add an authenticator app"
      description="An app on your phone shows a new code every 30 seconds. You enter one after your password."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Enrolment onEnrolled={onEnrolled} />
    </Dialog>
  )
}

function Enrolment({ onEnrolled }: { readonly onEnrolled: () => void }) {
  const [begun, setBegun] = useState<NewAuthenticator>()

  if (begun === undefined) {
    return (
      <CallForm
        submitLabel="Continue"
        busyLabel="One moment…"
        onSubmit={async (form) => {
          const outcome = await enrolAuthenticator(String(form.get('name')).trim())
          if (!outcome.ok) return outcome.code === 'mfa_factor_name_conflict' ? nameTaken : outcome
          setBegun(outcome.value)
          return { ok: true }
        }}
      >
        {() => (
          <TextField
            label="Name"
            name="name"
            required
            maxLength={60}
            autoFocus
            defaultValue="Authenticator app"
            hint="For example “Phone”."
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </CallForm>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <img
          src={begun.qrCode}
          alt="The code to scan with your app"
          className="size-44 shrink-0 rounded-card border border-line bg-white p-1"
        />
        <div className="min-w-0">
          <p className="text-sm">Scan this with your authenticator app. Or type this into it:</p>
          <p className="mt-2 rounded-control bg-sunken px-3 py-2 font-mono text-sm select-all">
            {grouped(begun.secret)}
          </p>
        </div>
      </div>
      <CallForm
        submitLabel="Turn on"
        busyLabel="Checking…"
        onSubmit={async (form) => {
          const outcome = await giveTotp(begun.factorId, String(form.get('code')))
          if (outcome.ok) onEnrolled()
          return outcome
        }}
      >
        {(problemOf) => <CodeField label="Code from the app" problem={problemOf('code')} />}
      </CallForm>
    </div>
  )
}

export const nameTaken = {
  ok: false,
  text: 'You already have a second factor with this name.',
  hint: 'Choose another name.',
} as const

function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
