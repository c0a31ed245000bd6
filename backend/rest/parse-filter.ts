import { readField } from './parse-field.ts'
import type { CompareOperator, Condition, FilterTest, IsValue } from './query-plan.ts'
import { compareOperators, isValues, searchOperators } from './query-plan.ts'
import { TextReader } from './text-reader.ts'

/** Parses one filter parameter: `parseFilter('id', 'not.eq.7')`. */
export function parseFilter(key: string, text: string): Condition {
  const names = new TextReader('filter', key)
  const field = readField(names)
  if (!names.isAtEnd) {
    names.fail('expecting "->", "->>" or end of input')
  }
  const reader = new TextReader('filter', text)
  const isNegated = reader.accept('not.')
  const test = readTest(reader, readWholeValue)
  if (!reader.isAtEnd) {
    reader.fail('expecting end of input')
  }
  return { type: 'filter', field, isNegated, test }
}

/** Whether a value reads like a filter rather than a function argument. */
export function beginsFilter(text: string): boolean {
  return filterStart.test(text)
}

const filterStart = new RegExp(`^(?:not\\.|(?:${[...compareOperators, ...searchOperators, 'in', 'is'].join('|')})[.(])`)

/** `or=(a.eq.1,not.and(b.gt.2,c.is.null))`; `key` is `and`, `or`, `not.and` or `not.or`. */
export function parseLogic(key: string, text: string): Condition {
  const reader = new TextReader('logic tree', text)
  const group = readGroup(reader, key.endsWith('or') ? 'or' : 'and', key.startsWith('not.'))
  if (!reader.isAtEnd) {
    reader.fail('expecting end of input')
  }
  return group
}

type ReadValue = (reader: TextReader) => string

function readGroup(reader: TextReader, logicalOperator: 'and' | 'or', isNegated: boolean): Condition {
  reader.enter()
  openBracket(reader)
  const parts = [readPart(reader)]
  while (reader.accept(',')) {
    parts.push(readPart(reader))
  }
  closeBracket(reader)
  reader.leave()
  return { type: 'group', logicalOperator, isNegated, parts }
}

function readPart(reader: TextReader): Condition {
  reader.skipSpace()
  const group = reader.match(/(?:not\.)?(?:and|or)(?=\s*\()/)
  if (group !== null) {
    return readGroup(reader, group.endsWith('or') ? 'or' : 'and', group.startsWith('not.'))
  }
  const field = readField(reader)
  reader.expect('.')
  const isNegated = reader.accept('not.')
  return { type: 'filter', field, isNegated, test: readTest(reader, readPartOfList) }
}

function readTest(reader: TextReader, readValue: ReadValue): FilterTest {
  const word = reader.match(/[a-z]+(?=[.(])/)
  const comparison = compareOperators.find((operator) => operator === word)
  if (comparison !== undefined) {
    return readComparison(reader, comparison, readValue)
  }
  const search = searchOperators.find((operator) => operator === word)
  if (search !== undefined) {
    const configuration = reader.match(/\([a-zA-Z0-9_]+\)/)?.slice(1, -1) ?? null
    reader.expect('.')
    return { type: 'search', operator: search, configuration, query: readValue(reader) }
  }
  if (word === 'in' && reader.accept('.')) {
    return { type: 'in', values: readList(reader) }
  }
  if (word === 'is' && reader.accept('.')) {
    return { type: 'is', value: readIs(reader) }
  }
  return reader.fail('expecting "not" or operator (eq, gt, ...)')
}

function readComparison(reader: TextReader, operator: CompareOperator, readValue: ReadValue): FilterTest {
  const isQuantified = quantifiedOperators.has(operator)
  const quantifier =
    isQuantified && reader.accept('(any)') ? 'any' : isQuantified && reader.accept('(all)') ? 'all' : null
  reader.expect('.')
  return { type: 'compare', operator, quantifier, value: readValue(reader) }
}

const quantifiedOperators: ReadonlySet<CompareOperator> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
])

function readIs(reader: TextReader): IsValue {
  const word = reader.match(/[a-zA-Z_]+/)?.toLowerCase()
  reader.skipSpace()
  return isValues.find((value) => value === word) ?? reader.fail('expecting null, not_null, true, false or unknown')
}

function readList(reader: TextReader): readonly string[] {
  openBracket(reader)
  const values: string[] = []
  if (reader.next !== ')') {
    do {
      values.push(readQuotedValue(reader) ?? reader.match(/[^,)]+/) ?? '')
    } while (reader.accept(','))
  }
  closeBracket(reader)
  return values
}

function openBracket(reader: TextReader): void {
  reader.skipSpace()
  reader.expect('(')
  reader.skipSpace()
}

function closeBracket(reader: TextReader): void {
  reader.expect(')')
  reader.skipSpace()
}

/** Quotes count only around a whole value, up to its comma or bracket. */
function readQuotedValue(reader: TextReader): string | null {
  const quoted = reader.match(/"(?:[^"\\]|\\[^])*"(?=[,)])/)
  return quoted?.slice(1, -1).replaceAll(/\\([^])/g, '$1') ?? null
}

/** Outside a list, a value is the rest of the parameter, including quotes and commas. */
function readWholeValue(reader: TextReader): string {
  return reader.match(/[^]*/) ?? ''
}

/** In a list, a value ends at a comma or bracket, unless quoted or an array in braces. */
function readPartOfList(reader: TextReader): string {
  return readQuotedValue(reader) ?? reader.match(/\{[^}]*\}/) ?? reader.match(/[^,)]*/) ?? ''
}
