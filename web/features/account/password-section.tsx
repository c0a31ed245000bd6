import type { User } from '@supabase/supabase-js'
import { useState } from 'react'

import { SettingsSection, SettingsValue } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { askForNonce, saveNewPassword } from '../../lib/account-calls.ts'

/** What the server requires besides the new password; known after a refusal. */
type Extra = 'nothing' | 'current-password' | 'nonce'

export function PasswordSection({ user, lengthMin }: { readonly user: User; readonly lengthMin: number }) {
  const [extra, setExtra] = useState<Extra>('nothing')
  const [isOpen, setIsOpen] = useState(false)

  return (
    <SettingsSection title="Password">
      <SettingsValue verb="Change" name="password" isOpen={isOpen} onOpenChange={setIsOpen}>
        <p className="text-muted">A new password signs you out on all other devices.</p>
      </SettingsValue>
      {isOpen ? (
        <CallForm
          submitLabel="Change password"
          busyLabel="Changing…"
          tone="plain"
          onSubmit={async (form) => {
            const current = form.get('currentPassword')
            const nonce = form.get('code')
            const outcome = await saveNewPassword({
              password: String(form.get('password')),
              ...(current !== null && { currentPassword: String(current) }),
              ...(nonce !== null && { nonce: String(nonce) }),
            })
            if (outcome.ok) {
              showToast({ text: 'Your password was changed.' })
              setExtra('nothing')
              setIsOpen(false)
              return outcome
            }
            switch (outcome.code) {
              case 'current_password_required':
                setExtra('current-password')
                return { ok: false, text: 'Current password required.', hint: 'Enter your current password too.' }
              case 'current_password_invalid':
                return { ...outcome, hint: 'The current password is wrong.' }
              case 'reauthentication_needed': {
                const sent = await askForNonce()
                if (!sent.ok) return sent
                setExtra('nonce')
                return {
                  ok: false,
                  text: 'Your last login was a while ago.',
                  hint: 'We sent you a code. Enter it below, then try again.',
                }
              }
              case 'reauthentication_not_valid':
                return { ...outcome, field: 'code', hint: 'This code is wrong or expired.' }
              default:
                return outcome
            }
          }}
        >
          {(problemOf) => (
            <>
              <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
              {extra === 'current-password' ? (
                <TextField
                  label="Current password"
                  name="currentPassword"
                  type="password"
                  required
                  autoFocus
                  autoComplete="current-password"
                />
              ) : null}
              <PasswordField
                label="New password"
                kind="new-password"
                autoFocus
                hint={`At least ${lengthMin} characters.`}
                problem={problemOf('password')}
              />
              {extra === 'nonce' ? <CodeField label="Code we sent you" problem={problemOf('code')} /> : null}
            </>
          )}
        </CallForm>
      ) : null}
    </SettingsSection>
  )
}
