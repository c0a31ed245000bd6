import { fieldSql } from './field-sql.ts'
import type { FieldPath, OrderTerm } from './query-plan.ts'
import type { EmbedPlan, ReadPlan } from './read-plan.ts'
import { isGroupedPlan } from './read-plan.ts'
import { notEmbedded, orderNotToOne } from './rest-error.ts'
import { expandedItems, nameOfItem, toJsonOf } from './select-items.ts'
import type { SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

/** `order by …`, or nothing. A term on an embedded table orders by what was selected of it. */
export function orderSql(plan: ReadPlan, parameters: SqlParameters): string {
  const terms = plan.order.map((term) =>
    [orderedSql(plan, term, parameters), term.direction, term.nulls === null ? null : `nulls ${term.nulls}`]
      .filter((part) => part !== null)
      .join(' '),
  )
  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

/** A value that the outer rows are ordered by, and that is shown in another form. */
export interface KeptValue {
  /** What the join hands it on as, beside the row that is shown. */
  readonly column: string
  readonly field: FieldPath
}

/**
 * What the rows of `outer` are ordered by of an embedded one that shows it as JSON: in that form it has no order. Rows
 * that are added up are ordered by what is shown, since nothing else of them is there.
 */
export function keptValues(outer: ReadPlan, embed: EmbedPlan): readonly KeptValue[] {
  if (isGroupedPlan(outer)) return []
  const shown = expandedItems(embed.items.length === 0 ? { ...embed, items: [{ type: 'all' }] } : embed)
  const fields = outer.order.flatMap(({ relation, field: { column, path } }) => {
    if (relation !== embed.name || path.length > 0) return []
    const item = shown.find((each) => each.type === 'field' && nameOfItem(each) === column)
    const isForm = item?.type === 'field' && item.cast === null && toJsonOf(embed, item) !== null
    return isForm && item.field !== null ? [[column, item.field] as const] : []
  })
  return [...new Map(fields)].map(([column, field]) => ({ column: keptColumn(column), field }))
}

/** How the outer statement calls the row that is shown of an embedded one. */
export function shownRow(outer: ReadPlan, embed: EmbedPlan): string {
  return keptValues(outer, embed).length === 0 ? embed.joinAlias : `(${embed.joinAlias}.pgrst_shown)`
}

function keptColumn(column: string): string {
  return quoteName(`pgrst_kept_${column}`)
}

function orderedSql(plan: ReadPlan, { field, relation }: OrderTerm, parameters: SqlParameters): string {
  if (relation === null) return fieldSql(plan.source, field, parameters)
  const embed = plan.embeds.find(({ name }) => name === relation)
  if (embed === undefined) throw notEmbedded(relation)
  if (!embed.relationship.isToOne) throw orderNotToOne(plan.source.name, relation)
  const kept = keptColumn(field.column)
  const isKept = field.path.length === 0 && keptValues(plan, embed).some(({ column }) => column === kept)
  if (isKept) return `${embed.joinAlias}.${kept}`
  return fieldSql({ ...plan.source, alias: shownRow(plan, embed), columns: null }, field, parameters)
}
