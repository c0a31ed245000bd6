import { parseFilter, parseLogic } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { parseNames, parseSelect } from './parse-select.ts'
import type { EmbeddedParameters, QueryParameters, RowRange, TableParameters } from './query-plan.ts'
import { refuseLargeQuery } from './refuse-large-query.ts'
import type { RequestLimits } from './request-limits.ts'
import { defaultLimits } from './request-limits.ts'
import { rangeNotSatisfiable, requestTooComplex } from './rest-error.ts'

export interface QueryOptions {
  /** Whether a parameter is a function argument rather than a filter. */
  readonly isArgument?: ((key: string, value: string) => boolean) | undefined
  /** The Range header, for GET only. */
  readonly range?: string | undefined
  /** Defaults to the anonymous limits. */
  readonly limits?: RequestLimits
}

/**
 * Parses the query string. Parameters PostgREST doesn't reserve are filters on columns; a dotted prefix names an
 * embedded table.
 */
export function parseQuery(query: URLSearchParams, options: QueryOptions = {}): QueryParameters {
  if (query.size > maxParameters) throw requestTooComplex(`It has more than ${maxParameters} parameters.`)
  const root = new TableReader([])
  const embedded = new Map<string, TableReader>()
  for (const [key, value] of query) {
    if (onlyOnRoot.has(key) || options.isArgument?.(key, value) === true) {
      continue
    }
    if (key.length > maxKeyLength)
      throw requestTooComplex(`The name of a parameter is longer than ${maxKeyLength} characters.`)
    const { path, name } = splitKey(key)
    const pathText = path.join('\0')
    const reader = path.length === 0 ? root : (embedded.get(pathText) ?? new TableReader(path))
    if (path.length > 0) {
      embedded.set(pathText, reader)
    }
    reader.read(name, value)
  }
  const { conditions, order, range } = root.finish()
  const parameters: QueryParameters = {
    conditions,
    order,
    select: query.has('select') ? parseSelect(query.get('select') ?? '') : [{ type: 'all' }],
    range: intersect(range, parseRangeHeader(options.range)),
    embedded: [...embedded.values()].map((reader) => reader.finish()),
    columns: query.has('columns') ? parseNames('columns parameter', query.get('columns') ?? '') : null,
    onConflict: query.has('on_conflict') ? parseNames('on_conflict parameter', query.get('on_conflict') ?? '') : null,
  }
  refuseLargeQuery(parameters, options.limits ?? defaultLimits.anon)
  return parameters
}

/** Parsing more takes longer than refusing them by their number. */
const maxParameters = 1_000
/** Long enough for nested table names and a long JSON path. */
const maxKeyLength = 1000

// `apikey` is Supabase's: the key may be in the URL.
const onlyOnRoot = new Set(['select', 'columns', 'on_conflict', 'apikey'])

/** Whether PostgREST reserves the parameter, so it can't be an argument or column. */
export function isReserved(key: string): boolean {
  return onlyOnRoot.has(key) || /^(?:order|limit|offset|(?:not\.)?(?:and|or))$/.test(key)
}

/** `films.actors.not.or` → tables `films` and `actors`, name `not.or`; a JSON path belongs to the name. */
function splitKey(key: string): { readonly path: readonly string[]; readonly name: string } {
  const parts = [...key.matchAll(/(?:"(?:[^"\\]|\\.)*"|->>?"(?:[^"\\]|\\.)*"|->[^]*|[^.])+/gu)].map(([part]) => part)
  const isNegated = parts.length > 1 && parts.at(-2) === 'not' && /^(?:and|or)$/.test(parts.at(-1) ?? '')
  const name = parts.slice(isNegated ? -2 : -1).join('.')
  const names = parts.slice(0, isNegated ? -2 : -1).map((part) => part.trim())
  const path = names.map((part) => (part.startsWith('"') ? part.slice(1, -1) : part))
  return { path, name: parts.length === 0 ? key : name }
}

class TableReader {
  readonly #path: readonly string[]
  readonly #conditions: TableParameters['conditions'][number][] = []
  #order: TableParameters['order'] = []
  #offset: number | null = null
  #limit: number | null = null

  constructor(path: readonly string[]) {
    this.#path = path
  }

  read(name: string, value: string): void {
    if (/^(?:not\.)?(?:and|or)$/.test(name)) {
      this.#conditions.push(parseLogic(name, value))
    } else if (name === 'order') {
      // The first of several counts.
      if (this.#order.length === 0 && value !== '') this.#order = parseOrder(value)
    } else if (name === 'limit') {
      this.#limit = toLimit(value)
    } else if (name === 'offset') {
      this.#offset = toInteger(value)
    } else {
      this.#conditions.push(parseFilter(name, value))
    }
  }

  finish(): EmbeddedParameters {
    return {
      path: this.#path,
      conditions: this.#conditions,
      order: this.#order,
      range: fromFirstRow(this.#offset ?? 0, this.#limit),
    }
  }
}

/** As in PostgREST, a non-number is no limit. */
function toInteger(text: string): number | null {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null
}

function toLimit(text: string): number | null {
  const limit = toInteger(text)
  if (limit !== null && limit < 0) throw negativeLimit()
  return limit
}

/** Clips at the first row: `offset=-1&limit=3` gives two rows. */
function fromFirstRow(offset: number, limit: number | null): RowRange {
  if (offset >= 0 || limit === null) return { offset: Math.max(0, offset), limit }
  if (limit + offset < 0) throw negativeLimit()
  return { offset: 0, limit: limit + offset }
}

function negativeLimit(): Error {
  return rangeNotSatisfiable('Limit should be greater than or equal to zero.', null)
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

/** Intersects the URL's limit with the Range header. Only `limit=0` may ask for nothing. */
function intersect(one: RowRange, other: RowRange): RowRange {
  const offset = Math.max(one.offset, other.offset)
  const ends = [one, other].flatMap((range) => (range.limit === null ? [] : [range.offset + range.limit]))
  if (ends.length === 0) {
    return { offset, limit: null }
  }
  const limit = Math.min(...ends) - offset
  const isLimitZero = one.limit === 0 && one.offset === 0
  if (limit <= 0 && !isLimitZero) {
    throw rangeNotSatisfiable('Limit should be greater than or equal to zero.', null)
  }
  return isLimitZero ? { offset: 0, limit: 0 } : { offset, limit }
}
