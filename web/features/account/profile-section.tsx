import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { firstNameOf, saveFirstName } from '../../lib/account-calls.ts'

export function ProfileSection({ user }: { readonly user: User }) {
  const queries = useQueryClient()
  return (
    <SettingsSection title="Profile" text="Members of your workspaces see your name and email.">
      <CallForm
        submitLabel="Save name"
        busyLabel="Saving…"
        tone="plain"
        onSubmit={async (form) => {
          const outcome = await saveFirstName(String(form.get('firstName')))
          if (outcome.ok) {
            showToast({ text: 'Your name was saved.' })
            await queries.invalidateQueries({ queryKey: ['account'] })
          }
          return outcome
        }}
      >
        {() => (
          <TextField
            label="First name"
            name="firstName"
            defaultValue={firstNameOf(user)}
            maxLength={100}
            autoComplete="given-name"
          />
        )}
      </CallForm>
    </SettingsSection>
  )
}
