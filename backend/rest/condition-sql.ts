import type { ColumnSource } from './field-sql.ts'
import { fieldSql, representationOf, typeOf } from './field-sql.ts'
import type { CompareOperator, Condition, FilterTest, IsValue, SearchOperator } from './query-plan.ts'
import { onlyNullOnEmbedded } from './rest-error.ts'
import type { SqlParameters } from './sql-text.ts'

/** By embedded table: SQL that is true for a row without related rows. */
export type EmbeddedAbsence = ReadonlyMap<string, string>

/** `where …`, or '' without conditions. */
export function whereSql(
  source: ColumnSource,
  conditions: readonly Condition[],
  parameters: SqlParameters,
  absences: EmbeddedAbsence = new Map(),
): string {
  const parts = conditions.map((condition) => conditionSql({ source, parameters, absences }, condition))
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`
}

interface Scope {
  readonly source: ColumnSource
  readonly parameters: SqlParameters
  readonly absences: EmbeddedAbsence
}

function conditionSql(scope: Scope, condition: Condition): string {
  const sql =
    condition.type === 'group'
      ? condition.parts.map((part) => conditionSql(scope, part)).join(` ${condition.logicalOperator} `)
      : testSql(scope, condition)
  return condition.isNegated ? `not (${sql})` : `(${sql})`
}

function testSql({ source, parameters, absences }: Scope, filter: Condition & { type: 'filter' }): string {
  const { test, field } = filter
  const absence = field.path.length === 0 ? absences.get(field.column) : undefined
  if (absence !== undefined) {
    if (test.type === 'is' && test.value === 'null') return absence
    if (test.type === 'is' && test.value === 'not_null') return `not (${absence})`
    // A column may share its name with an embedded table.
    if (typeOf(source, field.column) === null) throw onlyNullOnEmbedded(source.name, field.column)
  }
  const sql = fieldSql(source, field, parameters)
  const fromText = representationOf(source, field)?.fromText ?? null
  switch (test.type) {
    case 'compare':
      return comparisonSql(sql, fromText, test, parameters)
    case 'in': {
      // As in PostgREST, a list of one empty string is an empty list.
      const values = parameters.add(test.values.join() === '' ? [] : test.values)
      return `${sql} = any(${fromText === null ? values : eachFromText(fromText, values)})`
    }
    case 'is':
      return `${sql} is ${isKeywords[test.value]}`
    case 'search':
      return searchSql(sql, isText(source, filter) ? null : sql, test, parameters)
  }
}

function comparisonSql(
  field: string,
  fromText: string | null,
  test: FilterTest & { type: 'compare' },
  parameters: SqlParameters,
): string {
  const value = test.operator === 'like' || test.operator === 'ilike' ? test.value.replaceAll('*', '%') : test.value
  const placeholder = parameters.add(value)
  const one = fromText === null ? placeholder : `${fromText}(${placeholder}::text)`
  const several = fromText === null ? placeholder : eachFromText(fromText, placeholder)
  const operand = test.quantifier === null ? one : `${test.quantifier}(${several})`
  return `${field} ${operatorWords[test.operator]} ${operand}`
}

function eachFromText(fromText: string, texts: string): string {
  return `array(select ${fromText}(given) from unnest(${texts}::text[]) as given)`
}

/** Full-text search; converts text columns with to_tsvector. */
function searchSql(
  field: string,
  document: string | null,
  test: FilterTest & { type: 'search' },
  parameters: SqlParameters,
): string {
  const configuration = test.configuration === null ? '' : `${parameters.add(test.configuration)}::text::regconfig, `
  const query = `${searchWords[test.operator]}(${configuration}${parameters.add(test.query)}::text)`
  return `${document ?? `to_tsvector(${configuration}${field})`} @@ ${query}`
}

/** Text and JSON convert to a tsvector; PostgreSQL takes or rejects the rest. */
function isText(source: ColumnSource, { field }: Condition & { type: 'filter' }): boolean {
  const type = typeOf(source, field.column)
  return field.path.length > 0 || type === null || /^(?:text|character|jsonb?)\b/.test(type)
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

const isKeywords: Readonly<Record<IsValue, string>> = {
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
