import type { ResultFormat } from './query-plan.ts'
import { sizeWithin } from './size-within.ts'

/** The single row every statement answers. */
export interface ResultRow {
  /** Number of rows in `body`. */
  readonly page_total: number
  /** Total number of rows, if the count was requested. */
  readonly total: number | null
  /** JSON or CSV from PostgreSQL, passed on unchanged. */
  readonly body: string | null
  /** Rows an upsert inserted rather than updated. */
  readonly inserted?: number | null
  /** Response headers set by a function or trigger; empty or null for none. */
  readonly response_headers: string | null
  readonly response_status: string | null
}

/** Must be read after the rest of the statement has run. */
export const responseSettingsSql = `current_setting('response.headers', true) as response_headers,
    current_setting('response.status', true) as response_status`

/**
 * The body from the rows of `page`, written `page.*` because a column may share that name. A scalar function result is
 * in the column `pgrst_scalar`.
 */
export function bodySql(format: ResultFormat, shape: ResultShape, maxBytes: number | null): string {
  if (format.type === 'csv') {
    return sizeWithin(maxBytes, '(page.*)::text', csvSql)
  }
  const element = 'page.pgrst_json'
  const isOne =
    shape === 'row' || shape === 'scalar' || (format.isSingular && (shape === 'rows' || shape === 'scalars'))
  const json = isOne ? `coalesce(json_agg(${element}) -> 0, 'null')` : `coalesce(json_agg(${element}), '[]')`
  return sizeWithin(maxBytes, `${element}::text`, `${format.isNullStripped ? `json_strip_nulls(${json})` : json}::text`)
}

export type ResultShape = 'rows' | 'scalars' | 'row' | 'scalar'

/** `page`, or each of its rows as JSON. `offset 0` keeps PostgreSQL from evaluating that twice. */
export function pageSql(format: ResultFormat, shape: ResultShape): string {
  if (format.type === 'csv') return 'page'
  const json = shape === 'scalar' || shape === 'scalars' ? 'to_json(page.pgrst_scalar)' : 'row_to_json(page.*)'
  return `(select ${json} as pgrst_json from page offset 0) as page`
}

/** PostgreSQL's row syntax is CSV in brackets; the first row provides the header. */
const csvSql = `coalesce((
      select string_agg(key, ',') from json_object_keys((select row_to_json(page.*) from page limit 1)) as key
    ), '') || e'\\n' || coalesce(string_agg(substr((page.*)::text, 2, length((page.*)::text) - 2), e'\\n'), '')`

/** Rolls back when a write touched a number of rows that the caller doesn't allow. */
export function expectationSql(isSingular: boolean, maxAffected: number | null): string {
  const one = isSingular ? [expectSql('count(*) = 1', 'PGRST116')] : []
  const most = maxAffected === null ? [] : [expectSql(`count(*) <= ${maxAffected}`, 'PGRST124')]
  return [...one, ...most].map((sql, index) => `, ${sql} as expectation_${index}`).join('')
}

/** Raises unless the condition on the written rows holds. */
export function expectSql(condition: string, code: 'PGRST115' | 'PGRST116' | 'PGRST124'): string {
  return `rest.expect(${condition}, '${code}', count(*))`
}
