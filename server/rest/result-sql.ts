import type { ResultFormat } from './query-plan.ts'

/** What the one row that every statement of ours answers holds. */
export interface ResultRow {
  /** Rows in `body`. */
  readonly page_total: number
  /** Rows there are in all, when the caller asked for the count. */
  readonly total: number | null
  /** JSON, made by PostgreSQL and passed on as it is. */
  readonly body: string | null
  /** Rows that an upsert added; the others it changed. */
  readonly inserted?: number | null
}

/** JSON of the rows called `page`; the value of a single function result is in the column `pgrst_scalar`. */
export function bodySql(format: ResultFormat, shape: 'rows' | 'scalars' | 'row' | 'scalar'): string {
  const element = shape === 'scalar' || shape === 'scalars' ? 'page.pgrst_scalar' : 'page'
  const isOne = shape === 'row' || shape === 'scalar' || (format.isSingular && shape === 'rows')
  const json = isOne ? `coalesce(json_agg(${element}) -> 0, 'null')` : `coalesce(json_agg(${element}), '[]')`
  return `${format.isNullStripped ? `json_strip_nulls(${json})` : json}::text`
}

/** Refuses before the commit when a write touched another number of rows than the caller allows. */
export function expectationSql(isSingular: boolean, maxAffected: number | null): string {
  const one = isSingular ? [`rest.expect(count(*) = 1, 'PGRST116', count(*))`] : []
  const most = maxAffected === null ? [] : [`rest.expect(count(*) <= ${maxAffected}, 'PGRST124', count(*))`]
  return [...one, ...most].map((sql, index) => `, ${sql} as expectation_${index}`).join('')
}
