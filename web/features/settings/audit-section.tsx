import { useInfiniteQuery } from '@tanstack/react-query'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { auditQuery } from './audit-calls.ts'
import { actorText, deedText } from './deed-text.ts'

/** For owners. */
export function AuditSection({ workspaceId }: { readonly workspaceId: string }) {
  const deeds = useInfiniteQuery(auditQuery(workspaceId))
  const shown = deeds.data?.pages.flat() ?? []
  return (
    <SettingsSection
      title="Entries"
      text="Workspace changes, and account changes of the last 90 days. Only owners see it."
    >
      {deeds.isPending ? <ListSkeleton label="Loading the audit log" rows={2} isTall /> : null}
      {deeds.isError && deeds.data === undefined ? (
        <ErrorState
          title={failureText(deeds.error, 'settingsFailed')}
          text={failureHint(deeds.error)}
          onRetry={() => void deeds.refetch()}
        />
      ) : null}
      {deeds.data !== undefined && shown.length === 0 ? <p className="text-muted">No entries yet.</p> : null}
      {shown.length === 0 ? null : (
        <ol aria-label="Audit log" className="divide-y divide-line border-y border-line">
          {shown.map((deed) => (
            <li key={deed.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
              <p className="min-w-40 flex-1 wrap-anywhere max-sm:basis-full">
                <strong className="font-medium">{actorText(deed)}</strong> {deedText(deed)}
              </p>
              <p className="text-xs text-muted tabular-nums">
                {deed.address === null ? null : <span className="mr-2">{deed.address}</span>}
                <time dateTime={deed.at}>{momentText(deed.at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {deeds.hasNextPage ? (
        <div>
          <Button size="form" disabled={deeds.isFetchingNextPage} onClick={() => void deeds.fetchNextPage()}>
            {deeds.isFetchingNextPage ? 'Loading…' : 'Show older entries'}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  )
}
