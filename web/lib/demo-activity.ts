import { queryOptions } from '@tanstack/react-query'

import type { Rate } from '#domain/rates.ts'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'

/** Visitors' activity in a demo in the last 28 days. */
export interface DemoActivity {
  readonly demoId: string
  readonly visits: number
  /** Visits that reached the last step. */
  readonly completed: Rate
  /** Visits in 14 parts of two days, the oldest first. */
  readonly parts: readonly number[]
  /** Those of them that reached the last step. */
  readonly finishedParts: readonly number[]
  /** Visits that were active in the last two minutes. */
  readonly watching: number
}

interface ActivityRow extends Omit<DemoActivity, 'demoId' | 'finishedParts'> {
  readonly demo_id: string
  readonly finished_parts: readonly number[]
}

export const demoActivityKey = ['demo-activity'] as const

/** Most visited demos first; demos without visits are missing. */
export const demoActivityQuery = queryOptions({
  queryKey: demoActivityKey,
  queryFn: async (): Promise<readonly DemoActivity[]> => {
    const workspaceId = await currentWorkspaceId('demosFailed')
    const rows: readonly ActivityRow[] = await ask('demosFailed', (client) =>
      client.rpc('get_demo_activity', { p_workspace_id: workspaceId }),
    )
    return rows.map(({ demo_id: demoId, finished_parts: finishedParts, ...row }) => ({ demoId, finishedParts, ...row }))
  },
})
