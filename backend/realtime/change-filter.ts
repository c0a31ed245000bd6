import { RE2JS } from 're2js'

import { compileLike } from './like-pattern.ts'
import { estimateRegexSize } from './regex-size.ts'

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
  readonly regex?: RE2JS
}

export type FilterOperator = (typeof operators)[number]

/** A condition with its values as column JSON. */
export interface PreparedCondition {
  readonly column: string
  readonly isNegated: boolean
  /** Null is SQL's unknown. */
  readonly test: (row: FilteredRow) => boolean | null
  /** Steps that `test` takes, each some 25 ns. */
  readonly cost: (row: FilteredRow) => number
}

/**
 * Parses a filter; a string is the error. `maySpend` is asked for the steps that each of its patterns took to compile,
 * before the next one: Unicode classes take a thousand times as long as letters.
 */
export function parseChangeFilter(
  text: string,
  maySpend: (steps: number) => boolean = () => true,
): readonly FilterCondition[] | string {
  // PostgreSQL's text can't hold NUL.
  if (text.includes('\0')) return 'A filter can not contain the character NUL'
  const parts = splitList(text)
  if (parts.length > conditionsMax) return `A filter has at most ${conditionsMax} conditions`
  const conditions: FilterCondition[] = []
  let usedMicroseconds = 0
  for (const part of parts) {
    const isPattern = hasPattern.test(part)
    if (isPattern) warmUp()
    const before = process.threadCpuUsage()
    const condition = parseCondition(part)
    const { user, system } = process.threadCpuUsage(before)
    const size = typeof condition === 'string' ? 0 : (condition.regex?.programSize() ?? 0)
    // A pattern that is refused took its time, too.
    usedMicroseconds += isPattern ? user + system : 0
    // The measure is coarse, so a filter's first milliseconds are not charged.
    const overMicroseconds = Math.min(user + system, usedMicroseconds - freeMicroseconds)
    if (isPattern && !maySpend(Math.max(overMicroseconds * stepsPerMicrosecond, size * stepsToCompile))) {
      return 'the patterns of your filters take too long'
    }
    if (typeof condition === 'string') return condition
    conditions.push(condition)
  }
  return conditions
}

/** Compiles a condition whose values are column JSON. */
export function prepareCondition(
  { column, isNegated, operator, regex }: FilterCondition,
  values: readonly unknown[],
): PreparedCondition {
  return { column, isNegated, ...compile(column, operator, values, regex) }
}

/** The columns of a row that filters may see. The texts they compare are made once per row. */
export class FilteredRow {
  readonly #row: Readonly<Record<string, unknown>>
  readonly #isVisible: (column: string) => boolean
  readonly #texts = new Map<string, string>()
  readonly #lowerTexts = new Map<string, string>()
  readonly #bytes = new Map<string, Buffer>()

  constructor(row: Readonly<Record<string, unknown>>, isVisible: (column: string) => boolean = () => true) {
    this.#row = row
    this.#isVisible = isVisible
  }

  isVisible(column: string): boolean {
    return this.#isVisible(column)
  }

  cell(column: string): unknown {
    return this.#row[column] ?? null
  }

  text(column: string): string {
    return memoize(this.#texts, column, () => textOf(this.cell(column)))
  }

  lowerText(column: string): string {
    return memoize(this.#lowerTexts, column, () => this.text(column).toLowerCase())
  }

  bytes(column: string): Buffer {
    return memoize(this.#bytes, column, () => Buffer.from(this.text(column)))
  }
}

/** Whether a row meets a condition. As in SQL, comparisons with null don't hold. */
export function meetsCondition(condition: PreparedCondition, row: FilteredRow): boolean {
  const holds = condition.test(row)
  return holds !== null && holds !== condition.isNegated
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
const conditionsMax = 100
const valuesInListMax = 100
const patternLengthMax = 200
/** Counted repetitions multiply a pattern's size: (a{0,30}){0,30} has 1,900 instructions. */
const programSizeMax = 250
const stepsToCompile = 200
const stepsPerMicrosecond = 40
const freeMicroseconds = 20_000
const hasPattern = /=(?:not\.)?i?match\./
/** Each takes up to 50 ms to compile. */
const unicodeClassesMax = 2
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
  const isPattern = ['like', 'ilike', 'match', 'imatch'].includes(operator)
  if (isPattern && unquote(value).length > patternLengthMax) {
    return `A pattern in a filter has at most ${patternLengthMax} characters`
  }
  if (operator === 'match' || operator === 'imatch') {
    const regex = readPattern(operator, unquote(value))
    return typeof regex === 'string' ? regex : { ...base, regex, values: [unquote(value)] }
  }
  return { ...base, values: [unquote(value)] }
}

/**
 * Compiles an untrusted pattern with RE2, which runs in linear time and has no back references or lookarounds. A string
 * is the error.
 */
function readPattern(operator: 'match' | 'imatch', text: string): RE2JS | string {
  if ((text.match(/\\[pP]/g)?.length ?? 0) > unicodeClassesMax) {
    return `A pattern in a filter has at most ${unicodeClassesMax} Unicode classes`
  }
  // Compiling takes time, too.
  if (estimateRegexSize(text) > 2 * programSizeMax) return `"${text}" repeats too much`
  try {
    const regex = RE2JS.compile(text, operator === 'imatch' ? RE2JS.CASE_INSENSITIVE : 0)
    return regex.programSize() > programSizeMax ? `"${text}" repeats too much` : regex
  } catch {
    return `"${text}" is not a pattern that can be followed`
  }
}

let isWarm = false

/** The first patterns of a process take longer than later ones, which nobody should pay for. */
function warmUp(): void {
  if (isWarm) return
  isWarm = true
  for (const pattern of [String.raw`[\pL\PN]+`, '(?:a|[b-\u{1E940}]){2,9}$']) {
    for (let round = 0; round < 3; round += 1) RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
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

function compile(
  column: string,
  operator: FilterOperator,
  values: readonly unknown[],
  regex: RE2JS | undefined,
): Pick<PreparedCondition, 'test' | 'cost'> {
  const value = values[0] ?? null
  const scan = (row: FilteredRow) => 1 + row.text(column).length / charactersPerStep
  const unlessNull = (test: (row: FilteredRow) => boolean) => (row: FilteredRow) =>
    row.cell(column) === null ? null : test(row)
  const objectTexts = new Set(values.map((each) => (typeof each === 'object' && each !== null ? textOf(each) : null)))
  const plainValues = new Set(values)
  const isAny = (row: FilteredRow) => {
    const cell = row.cell(column)
    const isObject = typeof cell === 'object' && cell !== null
    return isObject ? objectTexts.has(row.text(column)) : plainValues.has(cell)
  }
  switch (operator) {
    case 'is': {
      const expected = value === 'true' ? true : value === 'false' ? false : null
      return { test: (row) => row.cell(column) === expected, cost: () => 1 }
    }
    case 'isdistinct':
      return { test: (row) => !isAny(row), cost: scan }
    case 'eq':
      return { test: unlessNull(isAny), cost: scan }
    case 'neq':
      return { test: unlessNull((row) => !isAny(row)), cost: scan }
    case 'in':
      return { test: unlessNull(isAny), cost: scan }
    case 'like': {
      const pattern = compileLike(String(value))
      return {
        test: unlessNull((row) => pattern.test(row.text(column))),
        cost: (row) => 1 + row.text(column).length * pattern.words,
      }
    }
    case 'ilike': {
      const pattern = compileLike(String(value).toLowerCase())
      return {
        test: unlessNull((row) => pattern.test(row.lowerText(column))),
        cost: (row) => 1 + row.text(column).length * pattern.words,
      }
    }
    case 'match':
    case 'imatch':
      return {
        test: unlessNull((row) => regex?.test(row.text(column)) === true),
        cost: (row) => 1 + row.text(column).length * (regex?.programSize() ?? 0),
      }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      const bytes = typeof value === 'string' ? Buffer.from(value) : null
      const compare = (row: FilteredRow) => {
        const cell = row.cell(column)
        if (bytes !== null && typeof cell === 'string') return Buffer.compare(row.bytes(column), bytes)
        return Number(cell) - Number(value)
      }
      const isMet = {
        lt: (order: number) => order < 0,
        lte: (order: number) => order <= 0,
        gt: (order: number) => order > 0,
        gte: (order: number) => order >= 0,
      }[operator]
      return { test: unlessNull((row) => isMet(compare(row))), cost: scan }
    }
  }
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** Plain comparisons read many characters in a step. */
const charactersPerStep = 256

function memoize<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
