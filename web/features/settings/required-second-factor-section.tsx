import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import type { FormFailure } from '../../lib/submit.ts'
import { roleLabel } from '../../lib/roles.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Switch } from '../../ui/switch.tsx'
import { accountQuery } from '../../lib/account-calls.ts'
import { requireSecondFactor, peopleQuery, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'

/** For admins, who need a second factor themselves, or they would lock themselves out. */
export function RequiredSecondFactorSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const account = useQuery(accountQuery)
  const people = useQuery(peopleQuery(workspace.id))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  const hasOwn = account.data?.factors?.some(({ status }) => status === 'verified') === true
  const without = people.data?.filter((person) => person.has_second_factor === false).length ?? 0

  async function handleChange(isRequired: boolean): Promise<void> {
    setIsBusy(true)
    const outcome = await requireSecondFactor(workspace.id, isRequired)
    setFailure(outcome.ok ? undefined : outcome)
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    setIsBusy(false)
  }

  return (
    <>
      <SettingsSection title="Access">
        {failure === undefined ? null : <FormProblem text={failure.text} hint={failure.hint} />}
        <Switch
          label="Require two-factor authentication"
          hint="Applies to every role. Links to demos keep working."
          isOn={workspace.requires_aal2}
          disabled={isBusy || account.data === undefined || (!workspace.requires_aal2 && !hasOwn)}
          onChange={(isOn) => void handleChange(isOn)}
        />
        {people.data === undefined ? null : (
          <div className="order-first">
            <p className="mb-2 flex items-baseline gap-2">
              <span className="text-[2rem] leading-10 font-semibold tracking-[-0.03em] tabular-nums">
                {people.data.length - without}
                <span className="text-muted"> / {people.data.length}</span>
              </span>
              <span className="text-muted">with a second factor</span>
            </p>
            <Progress
              label="Members with a second factor"
              value={people.data.length - without}
              max={people.data.length}
            />
          </div>
        )}
        {account.data === undefined || hasOwn || workspace.requires_aal2 ? null : (
          <Notice tone="plain">
            <p>Set up two-factor authentication for yourself first, or you would lock yourself out.</p>
            <ButtonLink to="/dashboard/account" className="mt-2">
              Open account
            </ButtonLink>
          </Notice>
        )}
        {without === 0 || !hasOwn ? null : (
          <p className="text-sm text-muted">
            {without === 1 ? 'One member has' : `${without} members have`} no second factor
            {workspace.requires_aal2 ? ' and can’t open this workspace.' : ' and would need to set it up.'}
          </p>
        )}
      </SettingsSection>
      {people.data === undefined ? null : (
        <SettingsSection title="Members">
          <SettingsList label="Two-factor authentication by member">
            {people.data.map(({ user_id: id, first_name: name, email, role, has_second_factor: hasOne }) => (
              <SettingsRow
                key={id}
                icon={<Avatar name={name ?? email} size={28} />}
                title={name ?? email ?? 'Somebody'}
                text={roleLabel(role)}
              >
                <span
                  className={clsx(
                    'inline-flex items-center gap-1.5 text-sm',
                    hasOne === true ? 'text-success' : 'text-muted',
                  )}
                >
                  {hasOne === true ? <ShieldCheck size={16} aria-hidden /> : <ShieldOff size={16} aria-hidden />}
                  {hasOne === true ? 'On' : 'Off'}
                </span>
              </SettingsRow>
            ))}
          </SettingsList>
        </SettingsSection>
      )}
    </>
  )
}
