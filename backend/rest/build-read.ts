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

/** GET on a table: the page of rows and, when asked for, how many there are in all. */
export function buildRead({ table, plan, format, count, maxRows }: ReadRequest): Statement {
  const parameters = new SqlParameters()
  const from = fromSql(table, plan)
  const page = selectSql(plan, from, parameters)
  return parameters.statement(
    `with page as (${page})
    select count(*) as page_total, ${totalSql()} as total, ${bodySql(format, 'rows', plan.mostBytes)} as body, ${responseSettingsSql}
    from ${pageSql(format, 'rows')}`,
  )

  function totalSql(): string {
    if (count === 'exact') {
      return `(select count(*) ${countedRowsSql(plan, from, parameters)})`
    }
    // An estimate is exact as long as counting is cheap.
    if (count === 'estimated') {
      const limit = maxRows === null ? '' : `limit ${maxRows + 1}`
      return `(select count(*) from (select 1 ${countedRowsSql(plan, from, parameters)} ${limit}) as counted)`
    }
    return 'null::bigint'
  }
}

/** Asks the planner how many rows it expects, without reading any. */
export function buildRowEstimate({ table, plan }: ReadRequest): Statement {
  const parameters = new SqlParameters()
  return parameters.statement(
    `explain (format json) select 1 ${countedRowsSql(plan, fromSql(table, plan), parameters)}`,
  )
}

/** The number in PostgreSQL's answer to `explain (format json)`. */
export function readRowEstimate(row: Readonly<Record<string, unknown>> | undefined): number {
  const [plan] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[]
  return plan?.Plan?.['Plan Rows'] ?? 0
}

function fromSql(table: Table, { source }: ReadPlan): string {
  return `${qualifiedName(table)} as ${source.alias}`
}
