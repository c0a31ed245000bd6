import type { DatabaseFunction, Table } from './schema-cache.ts'
import type { SchemaName } from './sql-text.ts'

/** A pair of columns that must be equal. */
export type ColumnPair = readonly [from: string, to: string]

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

interface Ends {
  readonly from: SchemaName
  readonly to: SchemaName
  readonly isToOne: boolean
}

/** A foreign key of either table. */
export interface KeyRelationship extends Ends {
  readonly type: 'key'
  readonly cardinality: 'one-to-many' | 'many-to-one' | 'one-to-one'
  readonly constraint: string
  readonly pairs: readonly ColumnPair[]
  readonly isSelf: boolean
  readonly isToView: boolean
}

/** Many to many, through a junction table whose primary key holds both foreign keys. */
export interface JunctionRelationship extends Ends {
  readonly type: 'junction'
  readonly junction: SchemaName
  readonly constraints: readonly [from: string, to: string]
  readonly fromPairs: readonly ColumnPair[]
  /** The junction's column first. */
  readonly toPairs: readonly ColumnPair[]
  readonly isSelf: boolean
}

/** A function from a row of one table to rows of the other. */
export interface ComputedRelationship extends Ends {
  readonly type: 'computed'
  readonly called: SchemaName
}

export interface ForeignKey {
  readonly name: string
  readonly from: SchemaName
  readonly to: SchemaName
  readonly from_id: number
  readonly to_id: number
  readonly pairs: readonly ColumnPair[]
  /** The key is unique in `from`, so the inverse is to-one. */
  readonly is_unique: boolean
  readonly is_in_primary_key: boolean
}

export interface ViewColumn {
  readonly view: SchemaName
  readonly column: string
  readonly tableId: number
  readonly tableColumn: string
}

export interface RelationshipSources {
  readonly tables: readonly Table[]
  readonly functions: readonly (DatabaseFunction & { readonly argumentTable: SchemaName | null })[]
  readonly keys: readonly ForeignKey[]
  readonly viewColumns: readonly ViewColumn[]
}

/** All relationships in both directions; views inherit those of the tables they show. */
export function relationshipsOf(sources: RelationshipSources): readonly Relationship[] {
  const keys = sources.keys.flatMap((key) => shownKeys(key, sources.viewColumns))
  const byKey = keys.flatMap(bothDirections)
  const throughJunctions = junctionsOf(keys)
  const computed = sources.functions.flatMap(computedBy)
  const isHidden = (found: Relationship) =>
    computed.some(
      (other) =>
        sameName(other.from, found.from) &&
        other.called.name === found.to.name &&
        other.called.schema === found.from.schema,
    )
  return [...[...byKey, ...throughJunctions].filter((found) => !isHidden(found)), ...computed]
}

function sameName(one: SchemaName, other: SchemaName): boolean {
  return one.schema === other.schema && one.name === other.name
}

interface ShownKey extends ForeignKey {
  readonly isFromView: boolean
  readonly isToView: boolean
}

/** The key, plus a copy for every view that shows all its columns on either side. */
function shownKeys(key: ForeignKey, viewColumns: readonly ViewColumn[]): readonly ShownKey[] {
  const fromSides = [...sidesOf(key.from_id, 0), null]
  const toSides = [...sidesOf(key.to_id, 1), null]
  return fromSides.flatMap((from) =>
    toSides.map((to) => ({
      ...key,
      from: from?.view ?? key.from,
      to: to?.view ?? key.to,
      isFromView: from !== null,
      isToView: to !== null,
      pairs: key.pairs.map(([fromColumn, toColumn], index): ColumnPair => [
        from?.columns[index] ?? fromColumn,
        to?.columns[index] ?? toColumn,
      ]),
    })),
  )

  function sidesOf(tableId: number, side: 0 | 1): { view: SchemaName; columns: readonly string[] }[] {
    const shown = viewColumns.filter((each) => each.tableId === tableId)
    const views = Map.groupBy(shown, ({ view }) => `${view.schema}\0${view.name}`)
    return [...views.values()].flatMap((columns) => {
      const names = key.pairs.map((pair) => columns.find(({ tableColumn }) => tableColumn === pair[side])?.column)
      const present = names.filter((name) => name !== undefined)
      const view = columns[0]?.view
      return view === undefined || present.length < names.length ? [] : [{ view, columns: present }]
    })
  }
}

function bothDirections(key: ShownKey): readonly KeyRelationship[] {
  const base = { type: 'key', constraint: key.name, isSelf: sameName(key.from, key.to) } as const
  const there: KeyRelationship = {
    ...base,
    from: key.from,
    to: key.to,
    isToView: key.isToView,
    cardinality: key.is_unique ? 'one-to-one' : 'many-to-one',
    isToOne: true,
    pairs: key.pairs,
  }
  const back: KeyRelationship = {
    ...base,
    from: key.to,
    to: key.from,
    isToView: key.isFromView,
    cardinality: key.is_unique ? 'one-to-one' : 'one-to-many',
    isToOne: key.is_unique,
    pairs: key.pairs.map(inverted),
  }
  return [there, back]
}

function junctionsOf(keys: readonly ShownKey[]): readonly JunctionRelationship[] {
  const candidates = Map.groupBy(
    keys.filter((key) => key.is_in_primary_key),
    ({ from }) => `${from.schema}\0${from.name}`,
  )
  return [...candidates.values()].flatMap((found) =>
    found.flatMap((one) =>
      found
        .filter((other) => other.name !== one.name)
        .map((other): JunctionRelationship => ({
          type: 'junction',
          from: one.to,
          to: other.to,
          isToOne: false,
          junction: one.from,
          constraints: [one.name, other.name],
          fromPairs: one.pairs.map(inverted),
          toPairs: other.pairs,
          isSelf: sameName(one.to, other.to),
        })),
    ),
  )
}

function computedBy(
  called: DatabaseFunction & { readonly argumentTable: SchemaName | null },
): readonly ComputedRelationship[] {
  const { argumentTable, resultTable, returnsSet, isOneRow } = called
  return argumentTable === null || resultTable === null
    ? []
    : [{ type: 'computed', from: argumentTable, to: resultTable, isToOne: !returnsSet || isOneRow, called }]
}

function inverted([from, to]: ColumnPair): ColumnPair {
  return [to, from]
}
