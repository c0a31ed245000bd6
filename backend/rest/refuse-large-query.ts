import { jsonProblem } from '#backend/http/json-problem.ts'

import { patternListProblem, patternProblem } from './pattern-cost.ts'
import type { Condition, FieldPath, FilterTest, QueryParameters, SelectItem } from './query-plan.ts'
import type { RequestLimits } from './request-limits.ts'
import { patternTooCostly, requestTooComplex } from './rest-error.ts'

/** Refuses queries that would be expensive to plan or run, before building SQL. */
export function refuseLargeQuery(query: QueryParameters, limits: RequestLimits): void {
  const select = countSelect(query.select)
  requireCount(select.depth, limits.embedDepth, 'tables embedded in one another')
  requireCount(select.embeds, limits.embeds, 'embedded tables')
  requireCount(select.fields, maxFields, 'selected columns')
  const tables = [query, ...query.embedded]
  requireCount(sum(tables.map(({ order }) => order.length)), maxOrderTerms, 'terms in order')
  const filters = tables.flatMap(({ conditions }) => conditions.flatMap(filtersIn))
  requireCount(filters.length, maxFilters, 'filters')
  const paths = [
    ...select.paths,
    ...filters.map(({ field }) => field),
    ...tables.flatMap(({ order }) => order.map(({ field }) => field)),
  ]
  requireCount(Math.max(0, ...paths.map(({ path }) => path.length)), maxPathSteps, 'steps in a JSON path')
  for (const { test } of filters) refuseCostlyTest(test)
}

/** Refuses text that PostgreSQL would parse as deeply nested JSON or arrays. */
export function refuseDeepText(text: string): void {
  const problem = /^\s*[[{]/.test(text) ? jsonProblem(text) : null
  if (problem !== null) throw requestTooComplex(`A value ${problem}.`)
}

/** Beyond this, planning takes longer than running. */
const maxFields = 500
const maxOrderTerms = 50
const maxFilters = 200
const maxPathSteps = 20
const maxWildcards = 100
const maxSearchLength = 1000

function requireCount(count: number, most: number, what: string): void {
  if (count > most) throw requestTooComplex(`It has ${count} ${what}; at most ${most} are allowed.`)
}

interface SelectCount {
  readonly depth: number
  readonly embeds: number
  readonly fields: number
  readonly paths: readonly FieldPath[]
}

function countSelect(items: readonly SelectItem[]): SelectCount {
  const fields = items.flatMap((item) => (item.type === 'field' ? [item] : []))
  const inner = items.flatMap((item) => (item.type === 'embed' ? [countSelect(item.select)] : []))
  return {
    depth: Math.max(0, ...inner.map(({ depth }) => depth + 1)),
    embeds: inner.length + sum(inner.map(({ embeds }) => embeds)),
    fields: fields.length + sum(inner.map((each) => each.fields)),
    paths: [...fields.flatMap(({ field }) => field ?? []), ...inner.flatMap(({ paths }) => paths)],
  }
}

function filtersIn(condition: Condition): readonly (Condition & { readonly type: 'filter' })[] {
  return condition.type === 'filter' ? [condition] : condition.parts.flatMap(filtersIn)
}

function refuseCostlyTest(test: FilterTest): void {
  if (test.type === 'in') {
    test.values.forEach(refuseDeepText)
  } else if (test.type === 'search') {
    requireCount(test.query.length, maxSearchLength, 'characters in a full-text search')
  } else if (test.type === 'compare') {
    const { operator, quantifier, value } = test
    if (operator === 'match' || operator === 'imatch') {
      const problem = quantifier === null ? patternProblem(value) : patternListProblem(value)
      if (problem !== null) throw patternTooCostly(problem)
    } else if (operator === 'like' || operator === 'ilike') {
      requireCount(value.match(/[*%]/g)?.length ?? 0, maxWildcards, 'wildcards in a filter')
    } else {
      refuseDeepText(value)
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
