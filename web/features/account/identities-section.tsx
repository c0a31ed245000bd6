import type { User, UserIdentity } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { dayText } from '../../lib/dates.ts'
import type { FormFailure, FormOutcome } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { providerName } from '../../lib/provider-name.ts'
import { linkProvider, unlinkProvider } from '../../lib/account-calls.ts'

export interface IdentitiesSectionProps {
  readonly user: User
  /** What people may sign in with here. */
  readonly providers: readonly string[]
  readonly canUnlink: boolean
}

/** Login methods besides the password. The last one can't be removed. */
export function IdentitiesSection({ user, providers, canUnlink }: IdentitiesSectionProps) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<FormFailure>()
  const [isBusy, setIsBusy] = useState(false)
  const identities = user.identities ?? []
  const linkable = providers.filter((name) => !identities.some(({ provider }) => provider === name))

  async function change(call: () => Promise<FormOutcome>): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    const outcome = await call()
    setIsBusy(false)
    if (!outcome.ok) setFailure(outcome)
    await queries.invalidateQueries({ queryKey: ['account'] })
  }

  return (
    <SettingsSection
      title="Login methods"
      {...(linkable.length > 0 && { text: 'Link another account to log in with it.' })}
    >
      {failure === undefined ? null : <FormProblem text={failure.text} hint={hintFor(failure)} />}
      <SettingsList label="Login methods">
        {identities.map((identity) => (
          <SettingsRow
            key={identity.identity_id}
            icon={<KeyRound size={18} aria-hidden />}
            title={nameOf(identity)}
            text={[addressOf(identity), linkedText(identity)].filter(Boolean).join(' · ')}
          >
            {isAddress(identity) || !canUnlink ? null : (
              <Button
                disabled={isBusy || identities.length < 2}
                aria-label={`Unlink ${nameOf(identity)}`}
                onClick={() => void change(() => unlinkProvider(identity, nameOf(identity)))}
              >
                Unlink
              </Button>
            )}
          </SettingsRow>
        ))}
      </SettingsList>
      {canUnlink && identities.length === 1 && !identities.some(isAddress) ? (
        <p className="text-sm text-muted">Your only login method can’t be unlinked.</p>
      ) : null}
      {linkable.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {linkable.map((name) => (
            <Button
              key={name}
              size="form"
              disabled={isBusy}
              onClick={() => void change(() => linkProvider(name, providerName(name)))}
            >
              Link {providerName(name)}
            </Button>
          ))}
        </div>
      )}
    </SettingsSection>
  )
}

/** An address and its password are changed above, not unlinked. */
function isAddress({ provider }: UserIdentity): boolean {
  return provider === 'email' || provider === 'phone'
}

function nameOf({ provider }: UserIdentity): string {
  if (provider.startsWith('sso:')) return 'Single sign-on'
  return { email: 'Email and password', phone: 'Phone' }[provider] ?? providerName(provider)
}

function addressOf({ identity_data: data }: UserIdentity): string | undefined {
  const address: unknown = data?.['email'] ?? data?.['phone']
  return typeof address === 'string' ? address : undefined
}

function linkedText({ created_at: at }: UserIdentity): string | undefined {
  return at === undefined ? undefined : `since ${dayText(at)}`
}

function hintFor(failure: FormFailure): string | undefined {
  switch (failure.code) {
    case 'manual_linking_disabled':
      return 'Linking and unlinking is disabled on this server.'
    case 'single_identity_not_deletable':
      return 'It is your only login method.'
    case 'email_conflict_identity_not_deletable':
      return 'Another account already uses your remaining address.'
    default:
      return failure.hint
  }
}
