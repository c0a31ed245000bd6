import { queryOptions, useQuery } from '@tanstack/react-query'

import { ask } from '../lib/call-backend.ts'
import { currentWorkspaceId } from '../lib/current-workspace.ts'
import { demosQuery } from '../lib/demo-queries.ts'
import { keepCounts, type Counts } from '../lib/kept-counts.ts'
import { leadsKey } from '../lib/lead-calls.ts'
import { currentSession } from '../lib/session.ts'
import { CountText, useKeptCounts, type CountProps } from './kept-count.tsx'

/** Below the leads' query key, so that whatever reloads them reloads this. */
const countsQuery = queryOptions({
  queryKey: [...leadsKey, 'navigation-counts'],
  queryFn: async (): Promise<Counts> => {
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
    const counts = { demos, leads, meetings }
    const session = currentSession()
    if ('user' in session) keepCounts({ userId: session.user.id, workspaceId }, counts)
    return counts
  },
  staleTime: 60_000,
})

/** The count beside a navigation entry. */
export function NavigationCount({ of }: CountProps) {
  const kept = useKeptCounts()
  const counts = useQuery(countsQuery).data ?? kept
  // If the list has loaded, it is newer than the count.
  const listed = useQuery({ ...demosQuery, enabled: false }).data?.length
  return <CountText count={of === 'demos' ? (listed ?? counts?.demos) : counts?.[of]} />
}
