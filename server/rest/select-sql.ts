import type { EmbeddedAbsence } from './condition-sql.ts'
import { whereSql } from './condition-sql.ts'
import { fieldSql, nameOfField } from './field-sql.ts'
import type { Condition, FieldItem, RowRange } from './query-plan.ts'
import type { EmbedPlan, ReadPlan } from './read-plan.ts'
import { notEmbedded, orderNotToOne } from './rest-error.ts'
import type { ColumnPair, Relationship } from './relationships.ts'
import type { SqlParameters } from './sql-text.ts'
import { qualifiedName, quoteName } from './sql-text.ts'

export interface SelectOptions {
  /** Writes `*` out, where the rows carry columns that are not the caller's. */
  readonly isAllExpanded?: boolean
  /** More conditions, in SQL. */
  readonly where?: readonly string[]
  readonly hasRange?: boolean
}

/** A whole select of the rows in `from`, with the embedded tables joined to each row. */
export function selectSql(
  plan: ReadPlan,
  from: string,
  parameters: SqlParameters,
  { isAllExpanded = false, where = [], hasRange = true }: SelectOptions = {},
): string {
  const isGrouped = plan.items.some((item) => item.type === 'field' && item.aggregate !== null)
  const items = itemsOf(plan, isAllExpanded || isGrouped).map((item) => itemSql(plan, item, parameters))
  const embedded = plan.embeds.flatMap((embed) => embeddedItems(embed, isGrouped))
  const selected = [...items, ...embedded.map(({ sql }) => sql)]
  const joins = plan.embeds.map((embed) => joinSql(plan, embed, parameters))
  const conditions = [
    whereSql(plan.source, plan.conditions, parameters, absencesOf(plan)).slice('where '.length),
    ...where,
  ]
  const present = conditions.filter((condition) => condition !== '')
  const groups = isGrouped ? [...plainPositions(plan), ...embedded.map(({ group }) => group)] : []
  return [
    `select ${selected.join(', ')} from ${from}`,
    ...joins,
    present.length === 0 ? '' : `where ${present.join(' and ')}`,
    groups.length === 0 ? '' : `group by ${groups.join(', ')}`,
    orderSql(plan, parameters),
    hasRange ? rangeSql(plan.range) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** How many rows the conditions leave; only the embedded tables that they depend on are joined, and those uncut. */
export function countedRowsSql(plan: ReadPlan, from: string, parameters: SqlParameters): string {
  const joins = plan.embeds
    .filter((embed) => embed.isInner || plan.conditions.some((condition) => mentions(condition, embed.name)))
    .map((embed) => joinSql(plan, withoutRanges(embed), parameters))
  return [`from ${from}`, ...joins, whereSql(plan.source, plan.conditions, parameters, absencesOf(plan))].join(' ')
}

function withoutRanges(embed: EmbedPlan): EmbedPlan {
  return { ...embed, range: { offset: 0, limit: null }, embeds: embed.embeds.map(withoutRanges) }
}

/** Numbers only, so they may stand in the text. */
function rangeSql({ offset, limit }: RowRange): string {
  return [limit === null ? '' : `limit ${limit}`, offset === 0 ? '' : `offset ${offset}`].filter(Boolean).join(' ')
}

/** `order by …`, or nothing. A term on an embedded table orders by what was selected of it. */
function orderSql(plan: ReadPlan, parameters: SqlParameters): string {
  const terms = plan.order.map(({ field, relation, direction, nulls }) => {
    const source =
      relation === null ? plan.source : { ...plan.source, alias: orderedJoin(plan, relation), columns: null }
    return [fieldSql(source, field, parameters), direction, nulls === null ? null : `nulls ${nulls}`]
      .filter((part) => part !== null)
      .join(' ')
  })
  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

/** The columns of the rows in hand that a plan reads: for RETURNING, since a caller needs the right to read these. */
export function columnsReadBy(plan: ReadPlan): readonly string[] {
  const all = plan.source.columns === null ? [] : [...plan.source.columns.keys()]
  const items = itemsOf(plan, true).flatMap((item) =>
    item.type === 'field' && item.field !== null ? [item.field.column] : [],
  )
  const keys = plan.embeds.flatMap(({ relationship }) => {
    if (relationship.type === 'computed') return all
    return (relationship.type === 'key' ? relationship.pairs : relationship.fromPairs).map(([own]) => own)
  })
  const order = plan.order.flatMap(({ field, relation }) => (relation === null ? [field.column] : []))
  return [...new Set([...items, ...keys, ...order])]
}

type PlainItem = ReadPlan['items'][number]

function itemsOf({ items, source }: ReadPlan, isAllExpanded: boolean): readonly PlainItem[] {
  return items.flatMap((item): readonly PlainItem[] =>
    item.type === 'all' && isAllExpanded && source.columns !== null
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

function itemSql({ source }: ReadPlan, item: PlainItem, parameters: SqlParameters): string {
  if (item.type === 'all') {
    return `${source.alias}.*`
  }
  const value = item.field === null ? '*' : castSql(fieldSql(source, item.field, parameters), item.cast)
  const { aggregate } = item
  const sql = aggregate === null ? value : castSql(`${aggregate.name}(${value})`, aggregate.cast)
  return `${sql} as ${quoteName(nameOfItem(item))}`
}

function castSql(sql: string, type: string | null): string {
  return type === null ? sql : `cast(${sql} as ${type})`
}

function nameOfItem({ alias, aggregate, field }: FieldItem): string {
  return alias ?? aggregate?.name ?? (field === null ? 'count' : nameOfField(field))
}

function plainPositions(plan: ReadPlan): readonly string[] {
  return itemsOf(plan, true).flatMap((item, index) =>
    item.type === 'field' && item.aggregate !== null ? [] : [String(index + 1)],
  )
}

interface EmbeddedItem {
  readonly sql: string
  /** What stands in GROUP BY for it. */
  readonly group: string
}

/** What the joined rows add to the outer select; nothing when nothing of them was selected. */
function embeddedItems(embed: EmbedPlan, isGrouped: boolean): readonly EmbeddedItem[] {
  const { joinAlias, relationship, isSpread, name } = embed
  if (isSpread && relationship.isToOne && !isGrouped) {
    // By name they could be told apart no longer when a table spread in it has a column of the same name.
    return outputNames(embed).length === 0 ? [] : [{ sql: `${joinAlias}.*`, group: joinAlias }]
  }
  if (isSpread) {
    return outputNames(embed).map((output) => {
      const column = `${joinAlias}.${quoteName(output)}`
      return { sql: `${column} as ${quoteName(output)}`, group: relationship.isToOne ? column : `${column}::text` }
    })
  }
  if (isEmpty(embed)) {
    return []
  }
  if (relationship.isToOne) {
    return [{ sql: `row_to_json(${joinAlias}.*) as ${quoteName(name)}`, group: joinAlias }]
  }
  const list = isGrouped ? `${joinAlias}.pgrst_list::text` : `${joinAlias}.pgrst_list`
  return [{ sql: `coalesce(${list}, '[]')::json as ${quoteName(name)}`, group: list }]
}

/** `relation()`: only there for filters and order. */
function isEmpty({ items, embeds }: ReadPlan): boolean {
  return items.length === 0 && embeds.length === 0
}

function outputNames(plan: ReadPlan): readonly string[] {
  const own = itemsOf(plan, true).flatMap((item) => (item.type === 'field' ? [nameOfItem(item)] : []))
  const embedded = plan.embeds.flatMap((embed) => {
    if (embed.isSpread) return outputNames(embed)
    return isEmpty(embed) ? [] : [embed.name]
  })
  return [...own, ...embedded]
}

function joinSql(outer: ReadPlan, embed: EmbedPlan, parameters: SqlParameters): string {
  const { relationship, joinAlias, isInner, isSpread, source } = embed
  const { from, where } = relatedRows(outer, embed)
  const isOnlyOrdered = isEmpty(embed) && outer.order.some(({ relation }) => relation === embed.name)
  const related = isOnlyOrdered ? { ...embed, items: [{ type: 'all' } as const] } : embed
  const rows = selectSql(related, from, parameters, { where, hasRange: !relationship.isToOne })
  const kind = isInner ? 'inner join lateral' : 'left join lateral'
  if (relationship.isToOne) {
    return `${kind} (${rows}) as ${joinAlias} on true`
  }
  const lists = isSpread
    ? outputNames(embed).map((name) => {
        const column = quoteName(name)
        return `coalesce(json_agg(${source.alias}.${column}), '[]') as ${column}`
      })
    : []
  const list = `json_agg(${source.alias}.*) as pgrst_list`
  const joined = `select ${[list, ...lists].join(', ')} from (${rows}) as ${source.alias}`
  return `${kind} (${joined}) as ${joinAlias} on ${isInner ? `${joinAlias}.pgrst_list is not null` : 'true'}`
}

/** Where the related rows of one outer row are found. */
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

/** The outer row as a value of its table's type, which is what the function takes. */
function outerRow({ source }: ReadPlan, { from }: Relationship): string {
  if (source.isWholeRow || source.columns === null) {
    return source.alias
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

function orderedJoin({ source, embeds }: ReadPlan, relation: string): string {
  const embed = embeds.find(({ name }) => name === relation)
  if (embed === undefined) {
    throw notEmbedded(relation)
  }
  if (!embed.relationship.isToOne) {
    throw orderNotToOne(source.name, relation)
  }
  return embed.joinAlias
}
