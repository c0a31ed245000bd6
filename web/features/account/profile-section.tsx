import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'

import { firstNameOf, saveFirstName } from '../../lib/account-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SavedTextField } from '../../ui/saved-text-field.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { showToast } from '../../ui/toast-store.ts'

export function ProfileSection({ user }: { readonly user: User }) {
  const queries = useQueryClient()
  const firstName = firstNameOf(user)
  return (
    <SettingsSection title="Profile" text="Members of your workspaces see your name and email.">
      <div className="flex items-end gap-3">
        <Avatar name={firstName === '' ? (user.email ?? null) : firstName} size={40} />
        <div className="min-w-0 flex-1">
          <SavedTextField
            label="First name"
            isLabelShown
            value={firstName}
            maxLength={100}
            autoComplete="given-name"
            problemOf={() => null}
            onSave={async (name) => {
              const outcome = await saveFirstName(name)
              if (outcome.ok) {
                showToast({ text: 'Your name was saved.' })
                await queries.invalidateQueries({ queryKey: ['account'] })
              } else showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
              return outcome.ok
            }}
          />
        </div>
      </div>
    </SettingsSection>
  )
}
