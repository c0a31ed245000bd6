import type { ResultFormat } from './query-plan.ts'
import { sizeWithin } from './size-within.ts'

/** What the one row that every statement of ours answers holds. */
export interface ResultRow {
  /** Rows in `body`. */
  readonly page_total: number
  /** Rows there are in all, when the caller asked for the count. */
  readonly total: number | null
  /** JSON or CSV, made by PostgreSQL and passed on as it is. */
  readonly body: string | null
  /** Rows that an upsert added; the others it changed. */
  readonly inserted?: number | null
  /** What a function or trigger has set for the answer; empty or null when nothing. */
  readonly response_headers: string | null
  readonly response_status: string | null
}

/** What is to be read once the rest of the statement has run. */
export const responseSettingsSql = `current_setting('response.headers', true) as response_headers,
    current_setting('response.status', true) as response_status`

/**
 * The body of the rows called `page`, written `page.*` because a column may have that name too. The value of a single
 * function result is in the column `pgrst_scalar`.
 */
export function bodySql(format: ResultFormat, shape: ResultShape, mostBytes: number | null): string {
  if (format.type === 'csv') {
    return sizeWithin(mostBytes, '(page.*)::text', csvSql)
  }
  const element = 'page.pgrst_json'
  const isOne =
    shape === 'row' || shape === 'scalar' || (format.isSingular && (shape === 'rows' || shape === 'scalars'))
  const json = isOne ? `coalesce(json_agg(${element}) -> 0, 'null')` : `coalesce(json_agg(${element}), '[]')`
  return sizeWithin(
    mostBytes,
    `${element}::text`,
    `${format.isNullStripped ? `json_strip_nulls(${json})` : json}::text`,
  )
}

export type ResultShape = 'rows' | 'scalars' | 'row' | 'scalar'

/** What the body is made from: `page`, or each row of it as JSON. `offset 0` keeps PostgreSQL from making that twice. */
export function pageSql(format: ResultFormat, shape: ResultShape): string {
  if (format.type === 'csv') return 'page'
  const json = shape === 'scalar' || shape === 'scalars' ? 'to_json(page.pgrst_scalar)' : 'row_to_json(page.*)'
  return `(select ${json} as pgrst_json from page offset 0) as page`
}

/** PostgreSQL writes a row as CSV between brackets already; the names come from the first one. */
const csvSql = `coalesce((
      select string_agg(key, ',') from json_object_keys((select row_to_json(page.*) from page limit 1)) as key
    ), '') || e'\\n' || coalesce(string_agg(substr((page.*)::text, 2, length((page.*)::text) - 2), e'\\n'), '')`

/** Refuses before the commit when a write touched another number of rows than the caller allows. */
export function expectationSql(isSingular: boolean, maxAffected: number | null): string {
  const one = isSingular ? [expectSql('count(*) = 1', 'PGRST116')] : []
  const most = maxAffected === null ? [] : [expectSql(`count(*) <= ${maxAffected}`, 'PGRST124')]
  return [...one, ...most].map((sql, index) => `, ${sql} as expectation_${index}`).join('')
}

/** A call that raises unless the condition on the written rows holds. */
export function expectSql(condition: string, code: 'PGRST115' | 'PGRST116' | 'PGRST124'): string {
  return `rest.expect(${condition}, '${code}', count(*))`
}
