import { queryOptions } from '@tanstack/react-query'

import type { Rate } from '#domain/rates.ts'
import type { ServerNotices } from '#protocol/server-notices.ts'

import { BackendError } from '../../lib/backend-error.ts'
import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'

export interface HomeFigures {
  readonly visits: number
  /** Visits of the last 28 days that reached the last step. */
  readonly completed: Rate
}

interface TotalsRow {
  readonly visits: number
  readonly completed: Rate
}

/** Same defaults as the analytics page. */
const days = 28

export const homeFiguresKey = ['home-figures']

export const homeFiguresQuery = queryOptions({ queryKey: homeFiguresKey, queryFn: loadHomeFigures })

/** Loaded once per visit: settings change with a restart. */
export const serverNoticesQuery = queryOptions({
  queryKey: ['server-notices'],
  queryFn: () => ask('accountFailed', () => fetchAsUser<ServerNotices>('GET', '/account/v1/notices')),
  staleTime: Infinity,
  retry: false,
})

/** What visitors did in the last 28 days, from the daily totals (docs/tracking.md). */
async function loadHomeFigures(): Promise<HomeFigures> {
  const period = {
    p_workspace_id: await currentWorkspaceId('demosFailed'),
    p_from: dayBefore(days - 1),
    p_to: dayBefore(0),
  }
  const [total]: readonly TotalsRow[] = await ask('demosFailed', (client) => client.rpc('get_visit_totals', period))
  if (total === undefined) throw new BackendError('demosFailed', 'failed')
  return { visits: total.visits, completed: total.completed }
}

/** A day in UTC, as the totals count them. */
function dayBefore(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
}
