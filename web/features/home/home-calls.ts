import { queryOptions } from '@tanstack/react-query'

import type { Rate } from '#domain/rates.ts'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

export interface HomeFigures {
  readonly visits: number
  /** Visits of the last 30 days that reached the last step. */
  readonly completed: Rate
  readonly demos: readonly DemoFigures[]
}

export interface DemoFigures {
  readonly demoId: string
  readonly visits: number
  readonly completed: Rate
}

interface TotalsRow {
  readonly visits: number
  readonly completed: Rate
}

interface BreakdownRow extends TotalsRow {
  readonly key: string
}

const days = 30
const demosMost = 5

export const homeFiguresQuery = queryOptions({ queryKey: ['home-figures'], queryFn: loadHomeFigures })

/** What visitors did in the last 30 days, from the daily totals (docs/tracking.md). */
async function loadHomeFigures(): Promise<HomeFigures> {
  const client = await reach()
  const period = {
    p_workspace_id: await currentWorkspaceId('demosFailed'),
    p_from: dayBefore(days - 1),
    p_to: dayBefore(0),
  }
  const [totals, demos] = await Promise.all([
    client.rpc('get_visit_totals', period),
    client.rpc('get_visit_breakdown', { p_by: 'demo', ...period, p_limit: demosMost }),
  ])
  const [total]: readonly TotalsRow[] = unwrap(totals, 'demosFailed')
  const rows: readonly BreakdownRow[] = unwrap(demos, 'demosFailed')
  if (total === undefined) throw new BackendError('demosFailed', 'failed')
  return {
    visits: total.visits,
    completed: total.completed,
    demos: rows.map(({ key, visits, completed }) => ({ demoId: key, visits, completed })),
  }
}

/** A day in UTC, as the totals count them. */
function dayBefore(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
}

async function reach() {
  try {
    return await loadClient()
  } catch (error) {
    throw new BackendError('demosFailed', 'unreachable', error)
  }
}
