import { fieldSql, nameOfField, representationOf } from './field-sql.ts'
import type { FieldItem } from './query-plan.ts'
import type { ReadPlan } from './read-plan.ts'
import type { SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

export type PlainItem = ReadPlan['items'][number]

/** The items that aren't embedded tables, with `*` expanded where the columns are known. */
export function expandedItems({ items, source }: ReadPlan): readonly PlainItem[] {
  return items.flatMap((item): readonly PlainItem[] =>
    item.type === 'all' && source.columns !== null
      ? [...source.columns.keys()].map((column) => ({
          type: 'field',
          field: { column, path: [] },
          alias: null,
          cast: null,
          aggregate: null,
        }))
      : [item],
  )
}

export function itemSql(plan: ReadPlan, item: PlainItem, parameters: SqlParameters): string {
  const { source } = plan
  if (item.type === 'all') {
    return `${source.alias}.*`
  }
  const toJson = toJsonOf(plan, item)
  const field = item.field === null ? '*' : fieldSql(source, item.field, parameters)
  const value = castSql(toJson === null ? field : `${toJson}(${field})`, item.cast)
  return `${aggregateSql(item.aggregate, value)} as ${quoteName(nameOfItem(item))}`
}

export function aggregateSql(aggregate: FieldItem['aggregate'], value: string): string {
  return aggregate === null ? value : castSql(`${aggregate.name}(${value})`, aggregate.cast)
}

export function nameOfItem({ alias, aggregate, field }: FieldItem): string {
  return alias ?? aggregate?.name ?? (field === null ? 'count' : nameOfField(field))
}

/** `relation()` selects nothing; it exists for filters and order. */
export function isEmpty({ items, embeds }: ReadPlan): boolean {
  return items.length === 0 && embeds.length === 0
}

/** Whether a column's displayed form differs from its value, so `*` won't do. */
export function isRepresented({ source }: ReadPlan): boolean {
  const columns = [...(source.columns?.values() ?? [])]
  return columns.some(({ representation }) => representation?.toJson !== undefined)
}

/**
 * GROUP BY terms for the plain items: the column itself, so that it can be ordered by, or its position when aliased or
 * inside JSON.
 */
export function plainGroups(plan: ReadPlan, parameters: SqlParameters): readonly string[] {
  return expandedItems(plan).flatMap((item, index) => {
    if (item.type === 'field' && item.aggregate !== null) return []
    const isColumn = item.type === 'field' && item.field?.path.length === 0
    return isColumn && item.field !== null && (item.alias === null || toJsonOf(plan, item) !== null)
      ? [fieldSql(plan.source, item.field, parameters)]
      : [String(index + 1)]
  })
}

/** The function that formats an item; null for none. Aggregates use the raw value. */
export function toJsonOf({ source }: Pick<ReadPlan, 'source'>, { field, aggregate }: FieldItem): string | null {
  const isPlain = field !== null && aggregate === null
  return isPlain ? (representationOf(source, field)?.toJson ?? null) : null
}

function castSql(sql: string, type: string | null): string {
  return type === null ? sql : `cast(${sql} as ${type})`
}
