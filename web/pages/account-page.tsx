import { useQuery } from '@tanstack/react-query'

import { accountQuery } from '../lib/account-calls.ts'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { DataSection } from '../features/account/data-section.tsx'
import { EmailSection } from '../features/account/email-section.tsx'
import { IdentitiesSection } from '../features/account/identities-section.tsx'
import { OwnWorkspacesSection } from '../features/account/own-workspaces-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { PhoneSection } from '../features/account/phone-section.tsx'
import { ProfileSection } from '../features/account/profile-section.tsx'
import { SetAsideSection } from '../features/account/set-aside-section.tsx'
import { SecondFactorSection } from '../features/account/second-factor-section.tsx'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { backendConfigQuery } from '../lib/demo-queries.ts'
import { useAuthSettings } from '../lib/auth-settings.ts'
import { SettingsSection, SettingsSkeleton } from '../ui/settings-section.tsx'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { workspacesQuery } from '../lib/workspace-calls.ts'
import { useTitle } from '../lib/use-title.ts'
import { ErrorState } from '../ui/error-state.tsx'

export function AccountPage() {
  useTitle('Account')
  const account = useQuery(accountQuery)
  const config = useQuery(backendConfigQuery).data
  const settings = useAuthSettings()
  const user = account.data
  const areWorkspacesLoading = useQuery(workspacesQuery).isPending
  const isLoading = account.isPending || areWorkspacesLoading || (user !== undefined && config === undefined)

  return (
    <AccountFrame hasLists={!isLoading && user !== undefined}>
      {account.isError && user === undefined ? (
        <div className="mb-8">
          <ErrorState
            title={failureText(account.error, 'accountFailed')}
            text={failureHint(account.error)}
            onRetry={() => void account.refetch()}
          />
        </div>
      ) : null}
      {isLoading ? <SettingsSkeleton label="Loading your account" /> : null}
      <div hidden={isLoading}>
        {user === undefined || config === undefined ? null : (
          <>
            <SetAsideSection />
            <ProfileSection user={user} />
            {settings.hasEmail ? (
              <EmailSection
                user={user}
                canConfirm={config.signIn.isEmbedded && settings.mail === 'sent'}
                isConfirmed={settings.isMailConfirmed}
              />
            ) : null}
            {settings.hasPhone ? <PhoneSection user={user} /> : null}
            <OwnWorkspacesSection />
            <PasswordSection user={user} lengthMin={settings.passwordLengthMin} />
            <SecondFactorSection
              user={user}
              canAddAuthenticator={config.account.canAddAuthenticator}
              canAddPhone={config.account.canAddPhoneFactor}
              hasRecoveryCodes={config.signIn.isEmbedded}
            />
            {config.signIn.isEmbedded ? <SessionsSection /> : null}
            <IdentitiesSection
              user={user}
              providers={config.account.canLinkProviders ? settings.providers : []}
              canUnlink={config.account.canLinkProviders}
            />
          </>
        )}
        <SettingsSection title="Appearance">
          <div className="max-w-56">
            <ThemeSwitch hasNames />
          </div>
        </SettingsSection>
        {user === undefined ? null : <DataSection email={user.email ?? ''} />}
      </div>
    </AccountFrame>
  )
}
