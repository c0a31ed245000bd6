import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { SettingsSection } from '../../layout/settings-section.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../sign-in/call-form.tsx'
import { ResendForm } from '../sign-in/resend-form.tsx'
import { cancelAddressChange, changeEmail, resendEmailChange } from './account-calls.ts'

export function EmailSection({ user }: { readonly user: User }) {
  const email = user.email ?? ''
  return (
    <SettingsSection
      title="Email"
      text="You log in with it, and our mails go there. A new address counts once you have opened the link we send to it."
    >
      {email === '' ? (
        <p className="text-muted">No address yet.</p>
      ) : (
        <p className="font-medium break-words">{email}</p>
      )}
      {user.new_email === undefined ? <NewEmailForm /> : <PendingEmail email={email} newEmail={user.new_email} />}
    </SettingsSection>
  )
}

function NewEmailForm() {
  const queries = useQueryClient()
  const [round, setRound] = useState(1)
  return (
    <CallForm
      key={round}
      submitLabel="Change email"
      busyLabel="Changing…"
      tone="plain"
      onSubmit={async (form) => {
        const outcome = await changeEmail(String(form.get('email')))
        if (outcome.ok) {
          setRound(round + 1)
          await queries.invalidateQueries({ queryKey: ['account'] })
        }
        return outcome
      }}
    >
      {(problemOf) => (
        <TextField
          label="New email"
          name="email"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          problem={problemOf('email')}
        />
      )}
    </CallForm>
  )
}

function PendingEmail({ email, newEmail }: { readonly email: string; readonly newEmail: string }) {
  const queries = useQueryClient()
  return (
    <>
      <Notice tone="plain">
        Waiting for <strong className="font-semibold break-words">{newEmail}</strong>. Open the link in the mail to it,
        and, if one came to your present address too, that one as well. Until then nothing changes.
      </Notice>
      <div className="grid gap-2 sm:grid-cols-2">
        <ResendForm onResend={() => (email === '' ? changeEmail(newEmail) : resendEmailChange(email))} />
        <CallForm
          submitLabel="Keep the present address"
          busyLabel="Calling it off…"
          tone="plain"
          onSubmit={async () => {
            const outcome = await cancelAddressChange('email')
            if (outcome.ok) {
              showToast({ text: 'Your address stays as it is.' })
              await queries.invalidateQueries({ queryKey: ['account'] })
            }
            return outcome
          }}
        >
          {() => null}
        </CallForm>
      </div>
    </>
  )
}
