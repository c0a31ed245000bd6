import { useQuery } from '@tanstack/react-query'

import { demosQuery } from '../../lib/demo-queries.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { useDraftSnapshot } from './draft-snapshot.ts'
import { snapshotQuery } from './knowledge-calls.ts'
import { diffSnapshots, type SnapshotChange } from './snapshot-diff.ts'

const changesMax = 100

/** What changed from one version to another; `to` null is the draft, `from` null nothing at all. */
export function VersionChanges({ from, to }: { readonly from: number | null; readonly to: number | null }) {
  const changes = useChanges(from, to)
  if (changes === undefined) return <Skeleton className="my-2 h-16" />
  if (changes.length === 0) return <p className="py-2 text-sm text-muted">No differences.</p>
  return (
    <ul className="flex flex-col gap-1.5 py-2 text-sm">
      {changes.slice(0, changesMax).map((change) => (
        <li
          key={`${change.part} ${change.text} ${change.before} ${change.after}`}
          className="grid gap-x-3 sm:grid-cols-[5.5rem_minmax(0,1fr)]"
        >
          <span className="text-muted">{change.part}</span>
          <span className="min-w-0 wrap-anywhere">
            {change.before === null ? (
              change.text
            ) : (
              <>
                <span className="font-medium">{change.text}:</span>{' '}
                <del className="line-clamp-3 text-danger">{change.before}</del>{' '}
                <ins className="line-clamp-3 text-success no-underline">{change.after}</ins>
              </>
            )}
          </span>
        </li>
      ))}
      {changes.length > changesMax ? <li className="text-muted">and {changes.length - changesMax} more</li> : null}
    </ul>
  )
}

/** Undefined while it loads. */
export function useChanges(from: number | null, to: number | null): readonly SnapshotChange[] | undefined {
  const { agent } = useAgent()
  const demos = useQuery(demosQuery).data
  const draft = useDraftSnapshot()
  const before = useQuery({ ...snapshotQuery(agent.id, from ?? 0), enabled: from !== null })
  const after = useQuery({ ...snapshotQuery(agent.id, to ?? 0), enabled: to !== null })
  const old = from === null ? null : before.data
  const now = to === null ? draft : after.data
  if (old === undefined || now === undefined) return undefined
  return diffSnapshots(old, now, (id) => demos?.find((demo) => demo.id === id)?.name ?? 'a deleted demo')
}
