import { useQuery } from '@tanstack/react-query'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { countText } from '../../lib/figure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { creditBalanceQuery } from '../../lib/credit-calls.ts'

/** The credit balance and what used it. */
export function CreditsSection({ workspaceId }: { readonly workspaceId: string }) {
  const balance = useQuery(creditBalanceQuery(workspaceId))
  const { data } = balance
  if (balance.isError && data === undefined) {
    return (
      <ErrorState
        title={failureText(balance.error, 'settingsFailed')}
        text={failureHint(balance.error)}
        onRetry={() => void balance.refetch()}
      />
    )
  }
  const used = (data?.replies ?? 0) + (data?.model_cents ?? 0)
  return (
    <>
      <SettingsSection title="Balance">
        {data === undefined ? (
          <Skeleton className="h-14 w-40" />
        ) : (
          <div>
            <p className="text-[2.5rem] leading-[2.875rem] font-semibold tracking-[-0.038em] tabular-nums">
              {countText(data.credits)}
            </p>
            <p className="mb-4 text-muted tabular-nums">of {countText(used + data.credits)} credits left</p>
            <Progress label="Credits left" value={data.credits} max={Math.max(1, used + data.credits)} />
          </div>
        )}
      </SettingsSection>
      <SettingsSection title="Used for">
        <dl className={settingsListClass}>
          {[
            ['Answers', data?.replies, '1 credit each'],
            ['Language model', data?.model_cents, '1 credit per cent'],
          ].map(([term, value, rate]) => (
            <div key={term} className="flex min-h-10 items-center justify-between gap-4">
              <dt>
                {term} <span className="text-muted">{rate}</span>
              </dt>
              <dd className="font-medium tabular-nums">{typeof value === 'number' ? countText(value) : '\u00a0'}</dd>
            </div>
          ))}
        </dl>
      </SettingsSection>
    </>
  )
}
