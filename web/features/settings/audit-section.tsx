import { useInfiniteQuery } from '@tanstack/react-query'

import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { auditQuery } from './audit-calls.ts'
import { actorText, actionText, type AuditEntry } from './audit-text.ts'

/** The workspace's audit log, for owners. */
export function AuditSection({ workspaceId }: { readonly workspaceId: string }) {
  const entries = useInfiniteQuery(auditQuery(workspaceId))
  const shown = entries.data?.pages.flat() ?? []
  return (
    <SettingsSection
      title="Entries"
      text="Workspace changes, and account changes from the last 90 days. Visible to owners only."
    >
      {entries.isPending ? <ListSkeleton label="Loading the audit log" rows={2} isTall /> : null}
      {entries.isError && entries.data === undefined ? (
        <ErrorState
          title={failureText(entries.error, 'settingsFailed')}
          text={failureHint(entries.error)}
          onRetry={() => void entries.refetch()}
        />
      ) : null}
      {entries.data !== undefined && shown.length === 0 ? <p className="text-muted">No entries yet.</p> : null}
      {shown.length === 0 ? null : (
        <ol aria-label="Audit log" className={settingsListClass}>
          {shown.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {entries.hasNextPage ? (
        <div>
          <Button size="form" disabled={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
            {entries.isFetchingNextPage ? 'Loading…' : 'Show older entries'}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  )
}

/** The newest entries, with a link to all of them. For owners. */
export function RecentAuditSection({ workspaceId }: { readonly workspaceId: string }) {
  const entries = useInfiniteQuery(auditQuery(workspaceId)).data?.pages[0]
  if (entries === undefined || entries.length === 0) return null
  return (
    <SettingsSection title="Latest activity">
      <ol aria-label="Latest activity" className={settingsListClass}>
        {entries.slice(0, 5).map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <div>
        <ButtonLink to="/dashboard/settings/audit">All activity</ButtonLink>
      </div>
    </SettingsSection>
  )
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
      <p className="min-w-40 flex-1 wrap-anywhere max-sm:basis-full">
        <strong className="font-medium">{actorText(entry)}</strong> {actionText(entry)}
      </p>
      <p className="text-xs text-muted tabular-nums">
        {entry.address === null ? null : <span className="mr-2">{entry.address}</span>}
        <time dateTime={entry.at}>{momentText(entry.at)}</time>
      </p>
    </li>
  )
}
