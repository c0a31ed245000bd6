import { useState } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { giveFactorText } from '../../lib/factor-calls.ts'
import { nameTaken, type EnrolDialogProps } from './enrol-authenticator-dialog.tsx'
import { enrolPhone } from './factor-enrolment.ts'

/** A number, then the code that was texted to it. */
export function EnrolPhoneDialog({ isOpen, onOpenChange, onEnrolled }: EnrolDialogProps) {
  return (
    <Dialog
      title="Add a phone"
      description="We’ll text you a code after you enter your password. An authenticator app is safer."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Enrolment onEnrolled={onEnrolled} />
    </Dialog>
  )
}

interface Begun {
  readonly factorId: string
  readonly challengeId: string
  readonly phone: string
}

function Enrolment({ onEnrolled }: { readonly onEnrolled: () => void }) {
  const [begun, setBegun] = useState<Begun>()

  if (begun === undefined) {
    return (
      <CallForm
        submitLabel="Text me a code"
        busyLabel="Sending…"
        onSubmit={async (form) => {
          const phone = String(form.get('phone'))
          const outcome = await enrolPhone(String(form.get('name')).trim(), phone)
          if (!outcome.ok) return outcome.code === 'mfa_factor_name_conflict' ? nameTaken : outcome
          setBegun({ ...outcome.value, phone })
          return { ok: true }
        }}
      >
        {(problemOf) => (
          <>
            <TextField label="Name" name="name" required maxLength={60} defaultValue="Phone" />
            <TextField
              label="Number"
              name="phone"
              type="tel"
              required
              autoFocus
              autoComplete="tel"
              placeholder="+49 151 23456789"
              hint="With the country code."
              problem={problemOf('phone')}
            />
          </>
        )}
      </CallForm>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="plain">We texted a code to {begun.phone}.</Notice>
      <CallForm
        submitLabel="Turn on"
        busyLabel="Checking…"
        onSubmit={async (form) => {
          const outcome = await giveFactorText(begun.factorId, begun.challengeId, String(form.get('code')))
          if (outcome.ok) onEnrolled()
          return outcome
        }}
      >
        {(problemOf) => <CodeField problem={problemOf('code')} />}
      </CallForm>
    </div>
  )
}
