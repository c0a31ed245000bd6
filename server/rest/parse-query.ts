import { parseFilter, parseLogic } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { parseNames, parseSelect } from './parse-select.ts'
import type { Condition, QueryParameters, RowRange } from './query-plan.ts'
import { notEmbedded, rangeNotSatisfiable } from './rest-error.ts'

/** Rows that one answer holds at most; the same as on hosted Supabase. */
export const mostRows = 1000

export interface QueryOptions {
  /** Names of parameters that are arguments of a function, not filters. */
  readonly argumentNames?: ReadonlySet<string>
  /** The Range header; it counts on GET only. */
  readonly range?: string | undefined
}

/** Reads the query string. Every parameter that isn't a word of PostgREST's is a filter on a column. */
export function parseQuery(query: URLSearchParams, options: QueryOptions = {}): QueryParameters {
  const conditions: Condition[] = []
  for (const [key, value] of query) {
    if (isLogic(key)) {
      conditions.push(parseLogic(key, value))
    } else if (!isReserved(key) && options.argumentNames?.has(key) !== true) {
      refuseEmbedded(key)
      conditions.push(parseFilter(key, value))
    }
  }
  const order = query.get('order') ?? ''
  return {
    select: query.has('select') ? parseSelect(query.get('select') ?? '') : [{ type: 'all' }],
    conditions,
    order: order === '' ? [] : parseOrder(order),
    range: intersect(parseLimits(query), parseRangeHeader(options.range)),
    columns: query.has('columns') ? parseNames('columns parameter', query.get('columns') ?? '') : null,
    onConflict: query.has('on_conflict') ? parseNames('on_conflict parameter', query.get('on_conflict') ?? '') : null,
  }
}

// `apikey` is Supabase's: the key may come in the address too.
const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'])

function isReserved(key: string): boolean {
  return reserved.has(key)
}

function isLogic(key: string): boolean {
  return /^(?:not\.)?(?:and|or)$/.test(key)
}

/** `steps.order=eq.1` filters a related table, which must have been selected with it. */
function refuseEmbedded(key: string): void {
  const relation = /^([^".]+)\./.exec(key)?.[1]
  if (relation !== undefined) {
    throw notEmbedded(relation)
  }
}

function parseLimits(query: URLSearchParams): RowRange {
  return { offset: toCount(query.get('offset')) ?? 0, limit: toCount(query.get('limit')) }
}

function toCount(text: string | null): number | null {
  // What is no number is no limit, as PostgREST has it.
  if (text === null || !/^-?\d+$/.test(text)) {
    return null
  }
  const count = Number(text)
  if (count < 0) {
    throw rangeNotSatisfiable('Limit should be greater than or equal to zero.', null)
  }
  return count
}

function parseRangeHeader(header: string | undefined): RowRange {
  const found = /^(\d+)-(\d*)$/.exec(header?.trim() ?? '')
  if (found === null) {
    return { offset: 0, limit: null }
  }
  const offset = Number(found[1])
  if (found[2] === '') {
    return { offset, limit: null }
  }
  const limit = Number(found[2]) - offset + 1
  if (limit <= 0) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      null,
    )
  }
  return { offset, limit }
}

/** A limit in the address and a Range header: what lies in both. */
function intersect(one: RowRange, other: RowRange): RowRange {
  const offset = Math.max(one.offset, other.offset)
  const ends = [one, other].flatMap((range) => (range.limit === null ? [] : [range.offset + range.limit]))
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) }
}
