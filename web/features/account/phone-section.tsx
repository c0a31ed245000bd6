import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { SettingsSection, SettingsValue } from '../../ui/settings-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { ResendForm } from '../../ui/resend-form.tsx'
import { cancelAddressChange, changePhone, confirmPhone, resendPhoneChange } from '../../lib/account-calls.ts'

/** Shown where people may sign in by phone. */
export function PhoneSection({ user }: { readonly user: User }) {
  const phone = user.phone ?? ''
  return (
    <SettingsSection title="Phone" text="Log in with a code sent by text message.">
      {user.new_phone === undefined ? (
        <NewPhoneForm phone={phone} />
      ) : (
        <>
          <PhoneText phone={phone} />
          <PendingPhone phone={phone} newPhone={user.new_phone} />
        </>
      )}
    </SettingsSection>
  )
}

function PhoneText({ phone }: { readonly phone: string }) {
  return phone === '' ? <p className="text-muted">No number yet.</p> : <p className="font-medium">+{phone}</p>
}

function NewPhoneForm({ phone }: { readonly phone: string }) {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingsValue verb={phone === '' ? 'Add' : 'Change'} name="phone" isOpen={isOpen} onOpenChange={setIsOpen}>
        <PhoneText phone={phone} />
      </SettingsValue>
      {isOpen ? (
        <CallForm
          submitLabel="Change phone"
          busyLabel="Sending a code…"
          tone="plain"
          isInline
          onSubmit={async (form) => {
            const outcome = await changePhone(String(form.get('phone')))
            if (outcome.ok) await queries.invalidateQueries({ queryKey: ['account'] })
            return outcome
          }}
        >
          {(problemOf) => (
            <TextField
              label="New number"
              name="phone"
              type="tel"
              required
              autoFocus
              autoComplete="tel"
              placeholder="+49 151 23456789"
              hint="With the country code."
              problem={problemOf('phone')}
              className="min-w-0 flex-1"
            />
          )}
        </CallForm>
      ) : null}
    </>
  )
}

function PendingPhone({ phone, newPhone }: { readonly phone: string; readonly newPhone: string }) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['account'] })
  return (
    <>
      <Notice tone="plain">We texted a code to +{newPhone}. Enter it here to confirm the number.</Notice>
      <CallForm
        submitLabel="Confirm number"
        busyLabel="Checking…"
        tone="plain"
        onSubmit={async (form) => {
          const outcome = await confirmPhone(newPhone, String(form.get('code')))
          if (outcome.ok) {
            showToast({ text: 'Your number was changed.' })
            await reload()
          }
          return outcome
        }}
      >
        {(problemOf) => <CodeField problem={problemOf('code')} />}
      </CallForm>
      <ResendForm onResend={() => resendPhoneChange(phone, newPhone)} />
      <Button
        tone="quiet"
        size="form"
        onClick={() =>
          void cancelAddressChange('phone').then(async (outcome) => {
            if (!outcome.ok) showToast({ text: [outcome.text, outcome.hint].join(' '), tone: 'danger' })
            await reload()
          })
        }
      >
        Keep current number
      </Button>
    </>
  )
}
