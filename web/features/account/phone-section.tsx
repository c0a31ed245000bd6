import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { ResendForm } from '../../ui/resend-form.tsx'
import { cancelAddressChange, changePhone, confirmPhone, resendPhoneChange } from '../../lib/account-calls.ts'
import { ChangeValue, ValueText } from './change-value.tsx'

/** Shown where people may sign in by phone. */
export function PhoneSection({ user }: { readonly user: User }) {
  const phone = user.phone ?? ''
  const shown = phone === '' ? '' : `+${phone}`
  return (
    <SettingsSection title="Phone" text="Log in with a code sent by text message.">
      {user.new_phone === undefined ? (
        <ChangeValue
          name="phone"
          value={shown}
          none={none}
          busyLabel="Sending a code…"
          field={{
            label: 'New number',
            type: 'tel',
            autoComplete: 'tel',
            placeholder: '+49 151 23456789',
            hint: 'With the country code.',
          }}
          onChange={changePhone}
        />
      ) : (
        <>
          <ValueText value={shown} none={none} />
          <PendingPhone phone={phone} newPhone={user.new_phone} />
        </>
      )}
    </SettingsSection>
  )
}

const none = 'No number yet.'

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
