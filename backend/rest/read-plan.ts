import type { ColumnSource } from './field-sql.ts'
import { findRelationship } from './find-relationship.ts'
import type { EmbedItem, FieldItem, QueryParameters, SelectItem, TableParameters } from './query-plan.ts'
import type { Relationship } from './relationships.ts'
import type { RequestLimits } from './request-limits.ts'
import { aggregatesNotAllowed, embeddedTwice, notEmbedded, spreadAggregatesNotThere } from './rest-error.ts'
import type { Schema } from './schema-cache.ts'
import { quoteName } from './sql-text.ts'

/** One table of a request and what is wanted of it, with the tables embedded in it. */
export interface ReadPlan extends TableParameters {
  readonly source: ColumnSource
  readonly items: readonly (FieldItem | { readonly type: 'all' })[]
  readonly embeds: readonly EmbedPlan[]
  /** Of the list of these rows; null means as many as there are. */
  readonly mostBytes: number | null
}

export interface EmbedPlan extends ReadPlan {
  readonly relationship: Relationship
  /** What the answer calls it. */
  readonly name: string
  /** What parameters may call it. */
  readonly names: readonly string[]
  /** What the statement calls the joined result, quoted. */
  readonly joinAlias: string
  readonly isInner: boolean
  readonly isSpread: boolean
}

export interface PlanOptions {
  readonly maxRows: number | null
  readonly hasAggregates: boolean
  readonly limits: RequestLimits
}

/** Finds the tables that the select names and gives each the filters, order and range meant for it. */
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

/** Whether the rows of a plan are grouped: it adds them up, or what is spread in each of them. */
export function isGroupedPlan({ items, embeds }: ReadPlan): boolean {
  return (
    items.some((item) => item.type === 'field' && item.aggregate !== null) ||
    embeds.some((embed) => isSpreadOne(embed) && isGroupedPlan(embed))
  )
}

/** Its columns stand in the outer row as if they were that row's own, so what adds them up goes over the outer rows. */
export function isSpreadOne({ isSpread, relationship }: EmbedPlan): boolean {
  return isSpread && relationship.isToOne
}

interface Planning {
  readonly schema: Schema
  readonly options: PlanOptions
  readonly embedded: QueryParameters['embedded']
  /** For each table on the way here: the names it goes by. */
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
    range: withMost(parameters, planning.options.maxRows),
    mostBytes: planning.options.limits.answerBytes,
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

/** Its own name and its relation's, as far as no earlier one goes by them. */
function namesOf(siblings: readonly EmbedItem[], index: number): readonly string[] {
  const taken = new Set(siblings.slice(0, index).flatMap(({ alias, relation }) => [alias ?? relation, relation]))
  const { alias, relation } = siblings[index] as EmbedItem
  return [alias ?? relation, relation].filter((name) => !taken.has(name))
}

function withMost({ range }: TableParameters, maxRows: number | null): TableParameters['range'] {
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
