import { useQuery } from '@tanstack/react-query'

import { backendConfigQuery } from '../../lib/demo-queries.ts'
import { storageQuery } from '../../lib/workspace-calls.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The space used by the workspace's pictures and files, and its limit. */
export function StorageUsage({ workspaceId }: { readonly workspaceId: string }) {
  const used = useQuery(storageQuery(workspaceId)).data
  const most = useQuery(backendConfigQuery).data?.workspaceBytesMax ?? null
  if (used === undefined) return <Skeleton className="h-8 w-60" />
  return (
    <div className="flex flex-col gap-2">
      <p>
        {sizeText(used)}
        {most === null ? null : <span className="text-muted"> of {sizeText(most)}</span>}
      </p>
      {most === null ? null : <Progress label="Storage used" value={Math.min(used, most)} max={most} />}
    </div>
  )
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'megabyte'] : [bytes / 1_000_000_000, 'gigabyte']
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}
