import { fieldSql } from './field-sql.ts'
import type { FieldPath, OrderTerm } from './query-plan.ts'
import type { EmbedPlan, ReadPlan } from './read-plan.ts'
import { isGroupedPlan } from './read-plan.ts'
import { notEmbedded, orderNotToOne } from './rest-error.ts'
import { expandedItems, nameOfItem, toJsonOf } from './select-items.ts'
import type { SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

/** `order by …`, or ''. A term on an embedded table orders by its selected columns. */
export function orderSql(plan: ReadPlan, parameters: SqlParameters): string {
  const terms = plan.order.map((term) =>
    [orderedSql(plan, term, parameters), term.direction, term.nulls === null ? null : `nulls ${term.nulls}`]
      .filter((part) => part !== null)
      .join(' '),
  )
  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

/** A sort key whose displayed form differs from its value. */
export interface SortKey {
  /** Its column name in the join. */
  readonly column: string
  readonly field: FieldPath
}

/**
 * Sort keys on an embedded table that is displayed as JSON, which has no order. Aggregated rows are ordered by their
 * displayed form, because nothing else is left of them.
 */
export function sortKeysOf(outer: ReadPlan, embed: EmbedPlan): readonly SortKey[] {
  if (isGroupedPlan(outer)) return []
  const shown = expandedItems(embed.items.length === 0 ? { ...embed, items: [{ type: 'all' }] } : embed)
  const fields = outer.order.flatMap(({ relation, field: { column, path } }) => {
    if (relation !== embed.name || path.length > 0) return []
    const item = shown.find((each) => each.type === 'field' && nameOfItem(each) === column)
    const isForm = item?.type === 'field' && item.cast === null && toJsonOf(embed, item) !== null
    return isForm && item.field !== null ? [[column, item.field] as const] : []
  })
  return [...new Map(fields)].map(([column, field]) => ({ column: sortKeyColumn(column), field }))
}

export function shownRow(outer: ReadPlan, embed: EmbedPlan): string {
  return sortKeysOf(outer, embed).length === 0 ? embed.joinAlias : `(${embed.joinAlias}.pgrst_shown)`
}

function sortKeyColumn(column: string): string {
  return quoteName(`pgrst_kept_${column}`)
}

function orderedSql(plan: ReadPlan, { field, relation }: OrderTerm, parameters: SqlParameters): string {
  if (relation === null) return fieldSql(plan.source, field, parameters)
  const embed = plan.embeds.find(({ name }) => name === relation)
  if (embed === undefined) throw notEmbedded(relation)
  if (!embed.relationship.isToOne) throw orderNotToOne(plan.source.name, relation)
  const keyColumn = sortKeyColumn(field.column)
  const isSortKey = field.path.length === 0 && sortKeysOf(plan, embed).some(({ column }) => column === keyColumn)
  if (isSortKey) return `${embed.joinAlias}.${keyColumn}`
  return fieldSql({ ...plan.source, alias: shownRow(plan, embed), columns: null }, field, parameters)
}
