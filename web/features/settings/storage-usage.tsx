import { useQuery } from '@tanstack/react-query'

import { backendConfigQuery } from '../../lib/demo-queries.ts'
import { storageQuery } from '../../lib/workspace-calls.ts'

/** What the workspace's pictures and files take, of what they may. */
export function StorageUsage({ workspaceId }: { readonly workspaceId: string }) {
  const used = useQuery(storageQuery(workspaceId)).data
  const most = useQuery(backendConfigQuery).data?.workspaceBytesMax ?? null
  // Reserves its line while loading.
  if (used === undefined) return <p className="text-sm">{'\u00a0'}</p>
  return (
    <p className="text-sm text-muted">
      {most === null ? `Storage: ${sizeText(used)}` : `Storage: ${sizeText(used)} of ${sizeText(most)}`}
    </p>
  )
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'megabyte'] : [bytes / 1_000_000_000, 'gigabyte']
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}
