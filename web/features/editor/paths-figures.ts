import { queryOptions } from '@tanstack/react-query'

import { isObject } from '#domain/is-object.ts'

import { ask } from '../../lib/call-backend.ts'
import type { VisitPath } from './paths-layout.ts'

export interface VisitPaths {
  readonly paths: readonly VisitPath[]
  readonly total: number
}

export const noVisitPaths: VisitPaths = { paths: [], total: 0 }
const daysShown = 28
const pathsMax = 200

/** The paths visitors took in the last 28 days. */
export function visitPathsQuery(demoId: string) {
  return queryOptions({
    queryKey: ['demo', demoId, 'visit-paths'],
    queryFn: async (): Promise<VisitPaths> => {
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
      const period = { p_demo_id: demoId, p_from: day(daysShown - 1), p_to: day(0), p_limit: pathsMax }
      const rows: unknown = await ask('demoFailed', (client) => client.rpc('get_visit_paths', period))
      return readVisitPaths(rows)
    },
    retry: false,
  })
}

function readVisitPaths(rows: unknown): VisitPaths {
  if (!Array.isArray(rows)) return noVisitPaths
  let total = 0
  const paths = rows.flatMap((row: unknown): readonly VisitPath[] => {
    if (!isObject(row) || !isObject(row['share']) || !Array.isArray(row['step_ids'])) return []
    total = Number(row['share']['n'])
    return [{ stepIds: row['step_ids'].map(String), visits: Number(row['share']['hits']) }]
  })
  return { paths, total: Number.isFinite(total) ? total : 0 }
}
