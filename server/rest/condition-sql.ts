import type { ColumnSource } from './field-sql.ts'
import { fieldSql, typeOf } from './field-sql.ts'
import type { CompareOperator, Condition, FilterTest, IsValue, SearchOperator } from './query-plan.ts'
import type { SqlParameters } from './sql-text.ts'

/** `where …`, or nothing when there is no condition. */
export function whereSql(source: ColumnSource, conditions: readonly Condition[], parameters: SqlParameters): string {
  const parts = conditions.map((condition) => conditionSql(source, condition, parameters))
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`
}

function conditionSql(source: ColumnSource, condition: Condition, parameters: SqlParameters): string {
  const sql =
    condition.type === 'group'
      ? condition.parts.map((part) => conditionSql(source, part, parameters)).join(` ${condition.joint} `)
      : testSql(source, condition, parameters)
  return condition.isNegated ? `not (${sql})` : `(${sql})`
}

function testSql(source: ColumnSource, filter: Condition & { type: 'filter' }, parameters: SqlParameters): string {
  const field = fieldSql(source, filter.field, parameters)
  const { test } = filter
  switch (test.type) {
    case 'compare':
      return comparisonSql(field, test, parameters)
    case 'in':
      return `${field} = any(${parameters.add(test.values)})`
    case 'is':
      return `${field} is ${isWords[test.value]}`
    case 'search':
      return searchSql(field, isDocument(source, filter) ? field : null, test, parameters)
  }
}

function comparisonSql(field: string, test: FilterTest & { type: 'compare' }, parameters: SqlParameters): string {
  const value = test.operator === 'like' || test.operator === 'ilike' ? test.value.replaceAll('*', '%') : test.value
  const placeholder = parameters.add(value)
  const operand = test.quantifier === null ? placeholder : `${test.quantifier}(${placeholder})`
  return `${field} ${operatorWords[test.operator]} ${operand}`
}

/** Full text search in a tsvector as it is, in anything else by making one of it. */
function searchSql(
  field: string,
  document: string | null,
  test: FilterTest & { type: 'search' },
  parameters: SqlParameters,
): string {
  const configuration = test.configuration === null ? '' : `${parameters.add(test.configuration)}::text::regconfig, `
  const query = `${searchWords[test.operator]}(${configuration}${parameters.add(test.query)}::text)`
  return `${document ?? `to_tsvector(${configuration}${field}::text)`} @@ ${query}`
}

function isDocument(source: ColumnSource, { field }: Condition & { type: 'filter' }): boolean {
  return field.path.length === 0 && typeOf(source, field.column) === 'tsvector'
}

const operatorWords: Readonly<Record<CompareOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const isWords: Readonly<Record<IsValue, string>> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

const searchWords: Readonly<Record<SearchOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
