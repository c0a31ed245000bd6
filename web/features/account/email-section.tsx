import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { ResendForm } from '../../ui/resend-form.tsx'
import {
  askForNonce,
  cancelAddressChange,
  changeEmail,
  confirmEmail,
  resendEmailChange,
} from '../../lib/account-calls.ts'
import { ChangeValue, ValueText } from './change-value.tsx'

export interface EmailSectionProps {
  readonly user: User
  /** Our own email proves the address. */
  readonly canConfirm: boolean
  /** A new address takes effect without proof. */
  readonly isConfirmed: boolean
}

export function EmailSection({ user, canConfirm, isConfirmed }: EmailSectionProps) {
  const email = user.email ?? ''
  return (
    <SettingsSection title="Email" text="For login and notifications.">
      {user.new_email === undefined ? (
        <ChangeValue
          name="email"
          value={email}
          none={none}
          busyLabel="Changing…"
          field={{
            label: 'New email',
            type: 'email',
            autoComplete: 'email',
            inputMode: 'email',
            hint: isConfirmed ? 'Takes effect at once.' : 'Takes effect once you open the link we send there.',
          }}
          onChange={changeEmail}
        />
      ) : (
        <>
          <ValueText value={email} none={none} />
          <PendingEmail email={email} newEmail={user.new_email} />
        </>
      )}
      {canConfirm && !isProven(user) ? <ConfirmForm /> : null}
    </SettingsSection>
  )
}

const none = 'No address yet.'

/** Supabase may confirm an address without asking; only the identity shows whether it was proven. */
function isProven(user: User): boolean {
  const known = (user.identities ?? []).filter(({ identity_data: data }) => data?.['email'] === user.email)
  return known.length === 0 || known.some(({ identity_data: data }) => data?.['email_verified'] !== false)
}

/** For addresses accepted without proof before a mail server was set up. */
function ConfirmForm() {
  const queries = useQueryClient()
  const [isSent, setIsSent] = useState(false)
  return (
    <>
      <Notice tone="plain">
        Not confirmed. Confirm it before you log in another way, or your account will be reset.
      </Notice>
      <CallForm
        key={String(isSent)}
        submitLabel={isSent ? 'Confirm email' : 'Send me a code'}
        busyLabel="One moment…"
        tone="plain"
        onSubmit={async (form) => {
          if (!isSent) {
            const sent = await askForNonce()
            if (sent.ok) setIsSent(true)
            return sent
          }
          const outcome = await confirmEmail(String(form.get('code')))
          if (outcome.ok) {
            showToast({ text: 'Your address is confirmed.' })
            await queries.invalidateQueries({ queryKey: ['account'] })
          }
          return outcome.ok || outcome.code !== 'reauthentication_not_valid'
            ? outcome
            : { ...outcome, field: 'code', hint: 'This code is wrong or expired.' }
        }}
      >
        {(problemOf) => (isSent ? <CodeField label="Code we sent you" problem={problemOf('code')} /> : null)}
      </CallForm>
    </>
  )
}

function PendingEmail({ email, newEmail }: { readonly email: string; readonly newEmail: string }) {
  const queries = useQueryClient()
  return (
    <>
      <Notice tone="plain">
        Waiting for <strong className="font-semibold break-words">{newEmail}</strong>. Open the link we emailed there.
        If your current address got one too, open both. Until then nothing changes.
      </Notice>
      <div className="grid gap-2 sm:grid-cols-2">
        <ResendForm onResend={() => (email === '' ? changeEmail(newEmail) : resendEmailChange(email))} />
        <CallForm
          submitLabel="Keep current address"
          busyLabel="Cancelling…"
          tone="plain"
          onSubmit={async () => {
            const outcome = await cancelAddressChange('email')
            if (outcome.ok) {
              showToast({ text: 'Your address was not changed.' })
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
