import type { Statement } from '#backend/database/database.ts'

import type { Preferences, ResultFormat } from './query-plan.ts'
import type { ReadPlan } from './read-plan.ts'
import { bodySql, pageSql, responseSettingsSql } from './result-sql.ts'
import type { Table } from './schema-cache.ts'
import { countedRowsSql, selectSql } from './select-sql.ts'
import { qualifiedName, SqlParameters } from './sql-text.ts'

export interface ReadRequest {
  readonly table: Table
  readonly plan: ReadPlan
  readonly format: ResultFormat
  readonly count: Preferences['count']
  readonly maxRows: number | null
}

/** GET on a table: a page of rows and, on request, the total. */
export function buildRead({ table, plan, format, count, maxRows }: ReadRequest): Statement {
  const parameters = new SqlParameters()
  const from = fromSql(table, plan)
  const page = selectSql(plan, from, parameters)
  return parameters.statement(
    `with page as (${page})
    select count(*) as page_total, ${totalSql()} as total, ${bodySql(format, 'rows', plan.maxBytes)} as body, ${responseSettingsSql}
    from ${pageSql(format, 'rows')}`,
  )

  function totalSql(): string {
    if (count === 'exact') {
      return `(select count(*) ${countedRowsSql(plan, from, parameters)})`
    }
    // Exact while counting is cheap.
    if (count === 'estimated') {
      const limit = maxRows === null ? '' : `limit ${maxRows + 1}`
      return `(select count(*) from (select 1 ${countedRowsSql(plan, from, parameters)} ${limit}) as counted)`
    }
    return 'null::bigint'
  }
}

/** The planner's row estimate; reads no rows. */
export function buildRowEstimate({ table, plan }: ReadRequest): Statement {
  const parameters = new SqlParameters()
  return parameters.statement(
    `explain (format json) select 1 ${countedRowsSql(plan, fromSql(table, plan), parameters)}`,
  )
}

/** Reads the estimate from `explain (format json)`. */
export function readRowEstimate(row: Readonly<Record<string, unknown>> | undefined): number {
  const [plan] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[]
  return plan?.Plan?.['Plan Rows'] ?? 0
}

function fromSql(table: Table, { source }: ReadPlan): string {
  return `${qualifiedName(table)} as ${source.alias}`
}
