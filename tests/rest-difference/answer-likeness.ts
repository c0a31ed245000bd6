import { isObject } from '#domain/is-object.ts'

import type { ProofAnswer } from './compare-answers.ts'
import type { ProofRequest } from './proof-request.ts'

/* Comparisons for the list of deliberate differences. */

export function isCsv({ headers }: ProofAnswer): boolean {
  return headers['content-type']?.startsWith('text/csv') === true
}

/** Whether status and headers are the same. */
export function sameHead(ours: ProofAnswer, theirs: ProofAnswer): boolean {
  return ours.status === theirs.status && JSON.stringify(ours.headers) === JSON.stringify(theirs.headers)
}

/** With tickets as their stored numbers; cast to text, their words are quoted. */
export function withoutWords({ body, headers, ...rest }: ProofAnswer): ProofAnswer {
  const location = headers['location']?.replaceAll('T-', '') ?? null
  const numbers = body.replaceAll(/"\\"T-(\d+)\\""/g, '"$1"').replaceAll(/"T-(\d+)"/g, '$1')
  return { ...rest, body: numbers, headers: { ...headers, location } }
}

/** Whether each row has the same values, in any order, ignoring columns only PostgREST adds. */
export function sameCsv(ours: string, theirs: string): boolean {
  const [[, ...ourRows], [, ...theirRows]] = [csvRows(ours), csvRows(theirs)] as const
  return (
    ourRows.length === theirRows.length &&
    ourRows.every((row, index) => {
      const left = [...(theirRows[index] ?? [])]
      return row.every((value) => left.includes(value) && left.splice(left.indexOf(value), 1).length === 1)
    })
  )
}

/** Cells by row; JSON cells without key order. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    // The cells are a record's text form, which also doubles backslashes.
    rows.at(-1)?.push(sortedText((quoted ?? bare ?? '').replaceAll('""', '"').replaceAll('\\\\', '\\')))
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows
}

function sortedText(text: string): string {
  try {
    return sorted(JSON.parse(text))
  } catch {
    return text
  }
}

export function sameSorted(ours: string, theirs: string): boolean {
  try {
    return sorted(JSON.parse(ours)) === sorted(JSON.parse(theirs))
  } catch {
    return false
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

export function withoutHint(body: string): string {
  return sorted({ ...(JSON.parse(body) as object), hint: null })
}

export function detailsOf({ body }: ProofAnswer): unknown {
  return (JSON.parse(body) as Readonly<Record<string, unknown>>)['details']
}

export function bothFail(ours: ProofAnswer, theirs: ProofAnswer, ourCode: string, theirCode: string): boolean {
  return ours.status === theirs.status && codeOf(ours) === ourCode && codeOf(theirs) === theirCode
}

export function codeOf({ status, body }: ProofAnswer): string | null {
  if (status < 300) return null
  try {
    const code: unknown = (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.['code']
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

/** A PostgreSQL SQLSTATE. */
export function isSqlState(code: string | null): boolean {
  return code !== null && /^[0-9A-Z]{5}$/.test(code)
}

export interface Lists {
  readonly byPlace: ReadonlyMap<string, string>
  readonly isNullStripped: boolean
}

/** The JSON arrays a request indexes: `langs` by `0` for `bio->langs->0`. */
export function listsByPlace({ path, headers }: ProofRequest): Lists {
  const places = decodeURIComponent(path).matchAll(/(\w+)->>?(\d+)/g)
  return {
    byPlace: new Map([...places].map(([, list = '', place = '']) => [place, list])),
    isNullStripped: headers['accept']?.includes('nulls=stripped') === true,
  }
}

/**
 * Whether both are equal except where ours finds a value by name in an array and theirs has null, or nothing with nulls
 * stripped.
 */
export function sameExceptArrayNames(ours: string, theirs: string, lists: Lists): boolean {
  try {
    return isLike(JSON.parse(ours), JSON.parse(theirs), lists)
  } catch {
    return false
  }
}

function isLike(ours: unknown, theirs: unknown, lists: Lists): boolean {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.length === theirs.length && ours.every((each, index) => isLike(each, theirs[index], lists))
  }
  if (!isObject(ours) || !isObject(theirs)) return JSON.stringify(ours) === JSON.stringify(theirs)
  const { byPlace, isNullStripped } = lists
  const places = Object.keys(theirs).filter((key) => theirs[key] === null && (byPlace.get(key) ?? key) in ours)
  const [named, known] = [new Set(byPlace.values()), Object.keys(theirs).filter((key) => !places.includes(key))]
  const added = Object.keys(ours).filter((key) => !known.includes(key))
  const isWhole = isNullStripped ? added.every((key) => named.has(key)) : added.length === places.length
  return isWhole && known.every((key) => key in ours && isLike(ours[key], theirs[key], lists))
}

/** PostgreSQL's errors about a request's values and names. */
export const faultsOfRequests = new Set(
  '0A000 22000 22001 22003 22007 22008 22023 22P02 2201B 23502 23503 23505 23514 42501 42601 42703 42704 42725 42804 42809 42883 42P10'.split(
    ' ',
  ),
)

/** A request's number of conditions and values: with one there is only one error to report. */
export function placesOf({ path, body }: ProofRequest): number {
  const query = [...new URL(path, 'http://proof').searchParams]
  const conditions = query.filter(([key]) => !/(?:^|\.)(?:select|order|limit|offset|columns|on_conflict)$/.test(key))
  const places = conditions.map(([key, value]) => (/(?:and|or)$/.test(key) ? value.split(',').length : 1))
  const orders = query.filter(([key]) => /(?:^|\.)order$/.test(key)).length
  return places.reduce((sum, each) => sum + each, 0) + orders + (body?.split(',').length ?? 0)
}

/** Whether each row has the same names and values, in any order and with repetitions, and one has duplicates. */
export function sameDoubledNames(ours: string, theirs: string): boolean {
  const [ourRows, theirRows] = [ours, theirs].map((body) => body.split(/, ?\n ?/).map(pairsOf))
  if (ourRows === undefined || theirRows === undefined || ourRows.length !== theirRows.length) return false
  const names = theirRows.flatMap((pairs) => pairs.map((pair) => pair.split(':', 1).join()))
  return (
    new Set(names).size * theirRows.length < names.length &&
    ourRows.every((pairs, index) => distinct(pairs) === distinct(theirRows[index] ?? []))
  )
}

function distinct(pairs: readonly string[]): string {
  return [...new Set(pairs)].toSorted().join()
}

/** Names and scalar values. */
function pairsOf(row: string): readonly string[] {
  return (row.match(/"(?:[^"\\]|\\.)*" ?: ?(?:"(?:[^"\\]|\\.)*"|[^\s,"[\]{}]+)/g) ?? []).map((pair) =>
    pair.replace(/" ?: ?/, '":'),
  )
}

/** Whether both have the same rows, in any order. */
export function sameRows(ours: string, theirs: string, lists: Lists): boolean {
  try {
    const [left, rows]: unknown[] = [JSON.parse(ours), JSON.parse(theirs)]
    if (!Array.isArray(left) || !Array.isArray(rows) || left.length !== rows.length) return false
    return rows.every((row) => {
      const place = left.findIndex((each) => isLike(each, row, lists))
      return place >= 0 && left.splice(place, 1).length === 1
    })
  } catch {
    return false
  }
}
