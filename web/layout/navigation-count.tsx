import { queryOptions, useQuery } from '@tanstack/react-query'

import { ask } from '../lib/call-backend.ts'
import { currentWorkspaceId } from '../lib/current-workspace.ts'
import { demosQuery } from '../lib/demo-queries.ts'
import { leadsKey } from '../lib/lead-calls.ts'

export type Counted = 'demos' | 'leads' | 'meetings'

/** Below the leads' query key, so that whatever reloads them reloads this. */
const countsQuery = queryOptions({
  queryKey: [...leadsKey, 'navigation-counts'],
  queryFn: async (): Promise<Readonly<Record<Counted, number>>> => {
    const workspaceId = await currentWorkspaceId('demosFailed')
    const count = (table: 'demos' | 'leads' | 'meetings') =>
      ask('demosFailed', async (client) => {
        const rows = client.from(table).select('id', { count: 'exact', head: true }).eq('workspace_id', workspaceId)
        const answer = await (table === 'meetings'
          ? rows.neq('status', 'cancelled').gt('ends_at', new Date().toISOString())
          : rows)
        return answer.error === null ? { ...answer, data: answer.count ?? 0 } : answer
      })
    const [demos, leads, meetings] = await Promise.all([count('demos'), count('leads'), count('meetings')])
    return { demos, leads, meetings }
  },
  staleTime: 60_000,
})

/** The count at the end of an entry's row; nothing for zero. */
export function NavigationCount({ of }: { readonly of: Counted }) {
  const counts = useQuery(countsQuery).data
  // If the list has loaded, it is newer than the count.
  const listed = useQuery({ ...demosQuery, enabled: false }).data?.length
  const count = of === 'demos' ? (listed ?? counts?.demos) : counts?.[of]
  if (count === undefined || count === 0) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 right-2 flex h-[30px] items-center text-xs text-muted tabular-nums in-[ul_ul]:h-7 pointer-coarse:h-11!"
    >
      {count.toLocaleString('en')}
    </span>
  )
}
