import type { EmbeddedAbsence } from './condition-sql.ts'
import { whereSql } from './condition-sql.ts'
import { fieldSql } from './field-sql.ts'
import type { SortKey } from './order-sql.ts'
import { orderSql, shownRow, sortKeysOf } from './order-sql.ts'
import type { Condition, RowRange } from './query-plan.ts'
import type { EmbedPlan, ReadPlan } from './read-plan.ts'
import { isGroupedPlan, isSpreadOne } from './read-plan.ts'
import type { ColumnPair, Relationship } from './relationships.ts'
import type { PlainItem } from './select-items.ts'
import { aggregateSql, expandedItems, isEmpty, isRepresented, itemSql, plainGroups } from './select-items.ts'
import { hoistedName, hoistedThrough, outputNames, spreadOutputs } from './spread-outputs.ts'
import { sizeWithin } from './size-within.ts'
import type { SqlParameters } from './sql-text.ts'
import { qualifiedName, quoteName } from './sql-text.ts'

export interface SelectOptions {
  /** Expands `*` where rows carry internal columns. */
  readonly isAllExpanded?: boolean
  readonly where?: readonly string[]
  readonly hasRange?: boolean
  /** Spread into outer rows, which do the aggregating: emits the raw values. */
  readonly isAggregatedOutside?: boolean
  /** Sort keys of the outer rows, emitted beside the displayed row, which is then a single column. */
  readonly sortKeys?: readonly SortKey[]
}

/** Selects from the rows in `from`, with embedded tables joined to each. */
export function selectSql(
  plan: ReadPlan,
  from: string,
  parameters: SqlParameters,
  {
    isAllExpanded = false,
    where = [],
    hasRange = true,
    isAggregatedOutside = false,
    sortKeys = [],
  }: SelectOptions = {},
): string {
  const isGrouped = !isAggregatedOutside && isGroupedPlan(plan)
  const wanted = isAllExpanded || isGrouped || isRepresented(plan) ? expandedItems(plan) : plan.items
  const items = wanted.map((item) =>
    isAggregatedOutside ? aggregateInputSql(plan, item, parameters) : itemSql(plan, item, parameters),
  )
  const embedded = plan.embeds.flatMap((embed, index) =>
    embeddedItems(plan, embed, index, { isGrouped, isAggregatedOutside }),
  )
  const selected = [...items, ...embedded.map(({ sql }) => sql)]
  const joins = plan.embeds.map((embed) => joinSql(plan, embed, parameters))
  const conditions = [
    whereSql(plan.source, plan.conditions, parameters, absencesOf(plan)).slice('where '.length),
    ...where,
  ]
  const present = conditions.filter((condition) => condition !== '')
  const groups = isGrouped ? [...plainGroups(plan, parameters), ...embedded.flatMap(({ group }) => group ?? [])] : []
  const sortKeyItems = sortKeys.map(({ column, field }) => `${fieldSql(plan.source, field, parameters)} as ${column}`)
  return [
    `select ${sortKeys.length === 0 ? selected.join(', ') : ['pgrst_shown', ...sortKeyItems].join(', ')} from ${from}`,
    ...joins,
    sortKeys.length === 0 ? '' : `cross join lateral (select ${selected.join(', ')}) as pgrst_shown`,
    present.length === 0 ? '' : `where ${present.join(' and ')}`,
    groups.length === 0 ? '' : `group by ${groups.join(', ')}`,
    orderSql(plan, parameters),
    hasRange ? rangeSql(plan.range) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Counts the filtered rows, joining only the embedded tables that filters depend on, without their ranges. */
export function countedRowsSql(plan: ReadPlan, from: string, parameters: SqlParameters): string {
  const joins = plan.embeds
    .filter((embed) => embed.isInner || plan.conditions.some((condition) => mentions(condition, embed.name)))
    .map((embed) => joinSql(plan, withoutRanges(embed), parameters))
  return [`from ${from}`, ...joins, whereSql(plan.source, plan.conditions, parameters, absencesOf(plan))].join(' ')
}

/** Only whether the list has rows matters. */
function withoutRanges(embed: EmbedPlan): EmbedPlan {
  const items = embed.relationship.isToOne || isGroupedPlan(embed) ? embed.items : []
  return { ...embed, items, range: { offset: 0, limit: null }, embeds: embed.embeds.map(withoutRanges) }
}

/** Numbers only, so they can be inlined. */
function rangeSql({ offset, limit }: RowRange): string {
  return [limit === null ? '' : `limit ${limit}`, offset === 0 ? '' : `offset ${offset}`].filter(Boolean).join(' ')
}

/** The columns a plan reads: for RETURNING, since the caller needs permission to read them. */
export function columnsReadBy(plan: ReadPlan): readonly string[] {
  const all = plan.source.columns === null ? [] : [...plan.source.columns.keys()]
  const items = expandedItems(plan).flatMap((item) =>
    item.type === 'field' && item.field !== null ? [item.field.column] : [],
  )
  const keys = plan.embeds.flatMap(({ relationship }) => {
    if (relationship.type === 'computed') return all
    return (relationship.type === 'key' ? relationship.pairs : relationship.fromPairs).map(([own]) => own)
  })
  const order = plan.order.flatMap(({ field, relation }) => (relation === null ? [field.column] : []))
  return [...new Set([...items, ...keys, ...order])]
}

/** The input of an aggregate computed further out; `count()` counts existing rows. */
function aggregateInputSql(plan: ReadPlan, item: PlainItem, parameters: SqlParameters): string {
  if (item.type === 'all' || item.aggregate === null) return itemSql(plan, item, parameters)
  const alias = hoistedName(plan, item)
  return item.field === null
    ? `true as ${quoteName(alias)}`
    : itemSql(plan, { ...item, alias, aggregate: null }, parameters)
}

interface EmbeddedItem {
  readonly sql: string
  /** Its GROUP BY term; null for an aggregate. */
  readonly group: string | null
}

interface Grouping {
  readonly isGrouped: boolean
  readonly isAggregatedOutside: boolean
}

/** What a joined table adds to the outer select; empty when nothing of it was selected. */
function embeddedItems(outer: ReadPlan, embed: EmbedPlan, index: number, grouping: Grouping): readonly EmbeddedItem[] {
  const { joinAlias, relationship, isSpread, name } = embed
  const { isGrouped } = grouping
  if (isSpreadOne(embed)) {
    return spreadItems(outer, embed, index, grouping)
  }
  if (isSpread) {
    return outputNames(embed).map((output) => {
      const column = `${joinAlias}.${quoteName(output)}`
      return { sql: `${column} as ${quoteName(output)}`, group: `${column}::text` }
    })
  }
  if (isEmpty(embed)) {
    return []
  }
  if (relationship.isToOne) {
    const row = sortKeysOf(outer, embed).length === 0 ? `${joinAlias}.*` : shownRow(outer, embed)
    return [{ sql: `row_to_json(${row}) as ${quoteName(name)}`, group: joinAlias }]
  }
  const list = isGrouped ? `${joinAlias}.pgrst_list::text` : `${joinAlias}.pgrst_list`
  return [{ sql: `coalesce(${list}, '[]')::json as ${quoteName(name)}`, group: list }]
}

function spreadItems(
  outer: ReadPlan,
  embed: EmbedPlan,
  index: number,
  { isGrouped, isAggregatedOutside }: Grouping,
): readonly EmbeddedItem[] {
  const row = shownRow(outer, embed)
  const outputs = spreadOutputs(embed)
  if (!isGrouped && outputs.every(({ aggregate }) => aggregate === null)) {
    // `row.*`, because names could collide with those of a spread table.
    return outputs.length === 0 ? [] : [{ sql: `${row}.*`, group: row }]
  }
  return outputs.map(({ name, column, aggregate }) => {
    const value = `${row}.${quoteName(column)}`
    if (aggregate === null) return { sql: `${value} as ${quoteName(name)}`, group: value }
    if (!isAggregatedOutside) return { sql: `${aggregateSql(aggregate, value)} as ${quoteName(name)}`, group: null }
    return { sql: `${value} as ${quoteName(hoistedThrough(index, column))}`, group: null }
  })
}

function joinSql(outer: ReadPlan, embed: EmbedPlan, parameters: SqlParameters): string {
  const { relationship, joinAlias, isInner, isSpread, source } = embed
  const { from, where } = relatedRows(outer, embed)
  const isOnlyOrdered = isEmpty(embed) && outer.order.some(({ relation }) => relation === embed.name)
  const related = isOnlyOrdered ? { ...embed, items: [{ type: 'all' } as const] } : embed
  const rows = selectSql(related, from, parameters, {
    where,
    hasRange: !relationship.isToOne,
    isAggregatedOutside: isSpreadOne(embed),
    sortKeys: relationship.isToOne ? sortKeysOf(outer, embed) : [],
  })
  const kind = isInner ? 'inner join lateral' : 'left join lateral'
  if (relationship.isToOne) {
    return `${kind} (${rows}) as ${joinAlias} on true`
  }
  const json = `${source.alias}.pgrst_json`
  const bounded = (list: string) => sizeWithin(embed.maxBytes, `${json}::text`, list)
  const lists = isSpread
    ? outputNames(embed).map((name) => {
        const column = quoteName(name)
        return `${bounded(`coalesce(json_agg(${source.alias}.${column}), '[]')`)} as ${column}`
      })
    : []
  const list = `${bounded(`json_agg(${json})`)} as pgrst_list`
  const columns = [...(isSpread ? [`${source.alias}.*`] : []), `row_to_json(${source.alias}.*) as pgrst_json`]
  // `offset 0` keeps PostgreSQL from building each row's JSON twice.
  const shown = `(select ${columns.join(', ')} from (${rows}) as ${source.alias} offset 0)`
  const joined = `select ${[list, ...lists].join(', ')} from ${shown} as ${source.alias}`
  return `${kind} (${joined}) as ${joinAlias} on ${isInner ? `${joinAlias}.pgrst_list is not null` : 'true'}`
}

/** FROM and WHERE for the rows related to one outer row. */
function relatedRows(outer: ReadPlan, { relationship, source }: EmbedPlan): { from: string; where: readonly string[] } {
  const table = `${qualifiedName(relationship.to)} as ${source.alias}`
  switch (relationship.type) {
    case 'key':
      return { from: table, where: equalPairs(outer.source.alias, source.alias, relationship.pairs) }
    case 'junction': {
      const between = `${qualifiedName(relationship.junction)} as pgrst_between`
      return {
        from: `${table}, ${between}`,
        where: [
          ...equalPairs(outer.source.alias, 'pgrst_between', relationship.fromPairs),
          ...equalPairs('pgrst_between', source.alias, relationship.toPairs),
        ],
      }
    }
    case 'computed':
      return {
        from: `${qualifiedName(relationship.called)}(${outerRow(outer, relationship)}) as ${source.alias}`,
        where: [],
      }
  }
}

function equalPairs(from: string, to: string, pairs: readonly ColumnPair[]): readonly string[] {
  return pairs.map(([own, other]) => `${to}.${quoteName(other)} = ${from}.${quoteName(own)}`)
}

/**
 * The outer row as a value of its table's type, the function's argument. Written `books.*`, because an embedded table
 * may be called `books` too.
 */
function outerRow({ source }: ReadPlan, { from }: Relationship): string {
  if (source.isWholeRow || source.columns === null) {
    return `${source.alias}.*`
  }
  const columns = [...source.columns.keys()].map((column) => `${source.alias}.${quoteName(column)}`)
  return `row(${columns.join(', ')})::${qualifiedName(from)}`
}

function absencesOf({ embeds }: ReadPlan): EmbeddedAbsence {
  return new Map(
    embeds.map(({ name, joinAlias, relationship }) => [
      name,
      relationship.isToOne ? `${joinAlias} is not distinct from null` : `${joinAlias}.pgrst_list is null`,
    ]),
  )
}

function mentions(condition: Condition, name: string): boolean {
  return condition.type === 'group'
    ? condition.parts.some((part) => mentions(part, name))
    : condition.field.column === name && condition.field.path.length === 0
}
