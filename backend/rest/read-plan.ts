import type { ColumnSource } from './field-sql.ts'
import { findRelationship } from './find-relationship.ts'
import type { EmbedItem, FieldItem, QueryParameters, SelectItem, TableParameters } from './query-plan.ts'
import type { Relationship } from './relationships.ts'
import type { RequestLimits } from './request-limits.ts'
import { aggregatesNotAllowed, embeddedTwice, notEmbedded, spreadAggregatesNotThere } from './rest-error.ts'
import type { Schema } from './schema-cache.ts'
import { quoteName } from './sql-text.ts'

/** One table of a request with its parameters and the tables embedded in it. */
export interface ReadPlan extends TableParameters {
  readonly source: ColumnSource
  readonly items: readonly (FieldItem | { readonly type: 'all' })[]
  readonly embeds: readonly EmbedPlan[]
  /** Size limit for this list of rows; null for none. */
  readonly maxBytes: number | null
}

export interface EmbedPlan extends ReadPlan {
  readonly relationship: Relationship
  /** Its key in the response. */
  readonly name: string
  /** The names parameters may use for it. */
  readonly names: readonly string[]
  /** The quoted alias of the joined result. */
  readonly joinAlias: string
  readonly isInner: boolean
  readonly isSpread: boolean
}

export interface PlanOptions {
  readonly maxRows: number | null
  readonly hasAggregates: boolean
  readonly limits: RequestLimits
}

/** Resolves the tables a select names, each with its filters, order and range. */
export function planRead(
  schema: Schema,
  source: ColumnSource,
  query: Pick<QueryParameters, 'select' | 'embedded'> & TableParameters,
  options: PlanOptions,
): ReadPlan {
  const { conditions, order, range, embedded } = query
  const plan = planTable({ schema, options, embedded, path: [] }, source, query.select, { conditions, order, range })
  for (const { path } of embedded) {
    refuseUnknown(plan, path)
  }
  return plan
}

/** Whether aggregates group a plan's rows: its own, or those of tables spread into it. */
export function isGroupedPlan({ items, embeds }: ReadPlan): boolean {
  return (
    items.some((item) => item.type === 'field' && item.aggregate !== null) ||
    embeds.some((embed) => isSpreadOne(embed) && isGroupedPlan(embed))
  )
}

/** A spread to-one row joins the outer row, so its aggregates run over the outer rows. */
export function isSpreadOne({ isSpread, relationship }: EmbedPlan): boolean {
  return isSpread && relationship.isToOne
}

interface Planning {
  readonly schema: Schema
  readonly options: PlanOptions
  readonly embedded: QueryParameters['embedded']
  /** For each table on the path: its names. */
  readonly path: readonly (readonly string[])[]
}

function planTable(
  planning: Planning,
  source: ColumnSource,
  select: readonly SelectItem[],
  parameters: TableParameters,
): ReadPlan {
  const items = select.filter((item) => item.type !== 'embed')
  if (!planning.options.hasAggregates && items.some((item) => item.type === 'field' && item.aggregate !== null)) {
    throw aggregatesNotAllowed()
  }
  const embeds = select.filter((item) => item.type === 'embed')
  const names = embeds.map(({ alias, relation }) => alias ?? relation)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw embeddedTwice(twice, `${source.name}_${twice}_${planning.path.length + 1}`)
  return {
    ...parameters,
    source,
    items,
    range: limitRange(parameters, planning.options.maxRows),
    maxBytes: planning.options.limits.answerBytes,
    embeds: embeds.map((_, index) => planEmbed(planning, source, embeds, index)),
  }
}

function planEmbed(planning: Planning, outer: ColumnSource, siblings: readonly EmbedItem[], index: number): EmbedPlan {
  const { schema, embedded } = planning
  const item = siblings[index] as EmbedItem
  const relationship = findRelationship(schema, outer.name, item.relation, item.hint)
  const depth = planning.path.length + 1
  const name = item.alias ?? item.relation
  const names = namesOf(siblings, index)
  const source = {
    name: relationship.to.name,
    alias: quoteName(`${relationship.to.name}_${depth}`),
    columns: schema.tables.get(relationship.to.name)?.columns ?? null,
    table: relationship.to,
    isWholeRow: true,
  }
  const own = embedded.find(
    ({ path }) =>
      path.length === depth && [...planning.path, names].every((known, at) => known.includes(path[at] ?? '')),
  )
  const plan = planTable(
    { ...planning, path: [...planning.path, names] },
    source,
    item.select,
    own ?? { conditions: [], order: [], range: { offset: 0, limit: null } },
  )
  if (item.isSpread && !relationship.isToOne && isGroupedPlan(plan)) {
    throw spreadAggregatesNotThere()
  }
  return {
    ...plan,
    relationship,
    name,
    names,
    joinAlias: quoteName(`pgrst_${outer.name}_${name}_${index + 1}`),
    isInner: item.isInner,
    isSpread: item.isSpread,
  }
}

/** Its alias and relation name, unless an earlier sibling already uses them. */
function namesOf(siblings: readonly EmbedItem[], index: number): readonly string[] {
  const taken = new Set(siblings.slice(0, index).flatMap(({ alias, relation }) => [alias ?? relation, relation]))
  const { alias, relation } = siblings[index] as EmbedItem
  return [alias ?? relation, relation].filter((name) => !taken.has(name))
}

function limitRange({ range }: TableParameters, maxRows: number | null): TableParameters['range'] {
  return maxRows === null || (range.limit !== null && range.limit <= maxRows) ? range : { ...range, limit: maxRows }
}

function refuseUnknown(plan: ReadPlan, path: readonly string[]): void {
  let at = plan
  for (const name of path) {
    const next = at.embeds.find((embed) => embed.names.includes(name))
    if (next === undefined) {
      throw notEmbedded(name)
    }
    at = next
  }
}
