import { RE2JS } from 're2js'

/*
 * Filters of postgres_changes: `column=operator.value`, joined by commas, all of which must hold. Rows are compared as
 * JSON; on subscribing, the database converts the values to the same form.
 */

export interface FilterCondition {
  readonly column: string
  readonly isNegated: boolean
  readonly operator: FilterOperator
  /** One value, or the list of `in`. */
  readonly values: readonly string[]
  /** For `match` and `imatch`. */
  readonly pattern?: RE2JS
}

export type FilterOperator = (typeof operators)[number]

/** A condition with its values as column JSON. */
export interface PreparedCondition {
  readonly column: string
  readonly isNegated: boolean
  readonly operator: FilterOperator
  readonly values: readonly unknown[]
  readonly pattern?: RE2JS
}

/** Parses a filter; a string is the error. */
export function parseChangeFilter(text: string): readonly FilterCondition[] | string {
  // PostgreSQL's text can't hold NUL.
  if (text.includes('\0')) return 'A filter can not contain the character NUL'
  const conditions: FilterCondition[] = []
  for (const part of splitList(text)) {
    const condition = parseCondition(part)
    if (typeof condition === 'string') return condition
    conditions.push(condition)
  }
  return conditions.length > 100 ? 'A filter has at most 100 conditions' : conditions
}

/** Whether a row's JSON meets all conditions. As in SQL, comparisons with null don't hold. */
export function meetsConditions(
  conditions: readonly PreparedCondition[],
  row: Readonly<Record<string, unknown>>,
): boolean {
  return conditions.every((condition) => {
    const holds = evaluate(condition, row[condition.column] ?? null)
    return holds === null ? false : holds !== condition.isNegated
  })
}

/** Operators that compare as text, so the database needn't convert the value. */
export function takesPlainText(operator: FilterOperator): boolean {
  return ['like', 'ilike', 'match', 'imatch', 'is'].includes(operator)
}

/** Whether values of this pg_type sort the same as JSON. */
export function isOrderedAsJson(type: string): boolean {
  return orderedTypes.has(type)
}

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
] as const
const isValues: ReadonlySet<string> = new Set(['null', 'true', 'false', 'unknown'])
const valuesInListMax = 100
const patternLengthMax = 200
const orderedTypes: ReadonlySet<string> = new Set(
  'bool int2 int4 int8 float4 float8 numeric oid text varchar bpchar name uuid date time timestamp timestamptz'.split(
    ' ',
  ),
)

function parseCondition(part: string): FilterCondition | string {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part)
  const [, column, negation, name, value] = match ?? []
  if (column === undefined || value === undefined) return `"${part}" is not a filter of the form column=operator.value`
  const operator = operators.find((each) => each === name)
  if (operator === undefined) return `The filter operator "${name ?? ''}" is not supported`
  const base = { column, isNegated: negation !== undefined, operator }
  if (operator === 'in') {
    if (!value.startsWith('(') || !value.endsWith(')')) return `"${part}" needs its values in parentheses`
    const values = splitList(value.slice(1, -1)).map(unquote)
    if (values.length > valuesInListMax) return `A list in a filter has at most ${valuesInListMax} values`
    return { ...base, values }
  }
  if (operator === 'is' && !isValues.has(value)) return `"${value}" can not stand after is`
  if (operator === 'match' || operator === 'imatch') {
    const pattern = readPattern(operator, unquote(value))
    return typeof pattern === 'string' ? pattern : { ...base, pattern, values: [unquote(value)] }
  }
  return { ...base, values: [unquote(value)] }
}

/**
 * Compiles an untrusted pattern with RE2, which runs in linear time and has no back references or lookarounds. A string
 * is the error.
 */
function readPattern(operator: 'match' | 'imatch', text: string): RE2JS | string {
  if (text.length > patternLengthMax) return `A pattern in a filter has at most ${patternLengthMax} characters`
  try {
    return RE2JS.compile(text, operator === 'imatch' ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    return `"${text}" is not a pattern that can be followed`
  }
}

/** Splits at commas outside quotes and parentheses. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted && letter === '\\') at += 1
    else if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === ',' && depth <= 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unquote(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value
}

/** Null is SQL's unknown. */
function evaluate({ operator, values, pattern }: PreparedCondition, cell: unknown): boolean | null {
  const value = values[0] ?? null
  if (operator === 'is') return cell === (value === 'true' ? true : value === 'false' ? false : null)
  if (operator === 'isdistinct') return !isSame(cell, value)
  if (cell === null) return null
  switch (operator) {
    case 'eq':
      return isSame(cell, value)
    case 'neq':
      return !isSame(cell, value)
    case 'in':
      return values.some((each) => isSame(cell, each))
    case 'like':
      return isLike(textOf(cell), String(value))
    case 'ilike':
      return isLike(textOf(cell).toLowerCase(), String(value).toLowerCase())
    case 'match':
    case 'imatch':
      return pattern?.test(textOf(cell)) ?? null
    case 'lt':
      return compare(cell, value) < 0
    case 'lte':
      return compare(cell, value) <= 0
    case 'gt':
      return compare(cell, value) > 0
    case 'gte':
      return compare(cell, value) >= 0
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** Backtracks to the last `%` only, so a match takes at most text × pattern steps. */
function isLike(text: string, pattern: string): boolean {
  const tokens = [...pattern.matchAll(/\\(.)|(.)/gs)].map(([, escaped, plain]) => ({
    letter: escaped ?? plain ?? '',
    isWild: escaped === undefined && (plain === '%' || plain === '_'),
  }))
  const letters = [...text]
  let at = 0
  let token = 0
  let retryToken = -1
  let retryAt = 0
  while (at < letters.length) {
    const current = tokens[token]
    if (current?.isWild === true && current.letter === '%') {
      retryToken = token
      retryAt = at
      token += 1
    } else if (current !== undefined && (current.isWild || current.letter === letters[at])) {
      token += 1
      at += 1
    } else if (retryToken >= 0) {
      retryAt += 1
      at = retryAt
      token = retryToken + 1
    } else {
      return false
    }
  }
  return tokens.slice(token).every(({ letter, isWild }) => isWild && letter === '%')
}
