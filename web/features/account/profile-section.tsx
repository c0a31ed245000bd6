import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'

import { firstNameOf, saveFirstName } from '../../lib/account-calls.ts'
import { dayText } from '../../lib/dates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SavedTextField } from '../../ui/saved-text-field.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { showToast } from '../../ui/toast-store.ts'

export function ProfileSection({ user }: { readonly user: User }) {
  const queries = useQueryClient()
  const firstName = firstNameOf(user)
  return (
    <>
      <header className="mb-6 flex items-center gap-4">
        <Avatar name={firstName === '' ? (user.email ?? null) : firstName} size={56} />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{firstName === '' ? user.email : firstName}</p>
          <p className="text-muted wrap-anywhere">
            {firstName === '' || user.email === undefined ? null : `${user.email} · `}
            Member since {dayText(user.created_at)}
          </p>
        </div>
      </header>
      <SettingsSection title="Profile" text="Members of your workspaces see your name and email.">
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
      </SettingsSection>
    </>
  )
}
