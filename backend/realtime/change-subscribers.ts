import type { Change, ChangeType } from './change-row.ts'
import type { EncodedFrame } from './phoenix-frame.ts'
import type { ExactValue, PreparedFilter } from './published-tables.ts'
import type { Viewer } from './realtime-access.ts'

export interface ChangeBinding {
  readonly id: number
  readonly event: ChangeType | '*'
  /** Columns to send besides the primary key; null for all. */
  readonly select: readonly string[] | null
  /** By relation; only these tables match. */
  readonly filters: ReadonlyMap<number, PreparedFilter>
}

/** A subscriber's listeners to a table that have equal filters. */
export interface Listening {
  /** The same object for equal filters of all subscribers. */
  readonly filter: PreparedFilter
  readonly bindings: readonly ChangeBinding[]
}

export interface ChangeSubscriber {
  /** Current permissions. */
  readonly viewer: Viewer
  readonly isOpen: boolean
  readonly bindings: readonly ChangeBinding[]
  /** `data` is JSON shared by all who may see the same; `frames` caches its encoded forms. */
  readonly receive: (ids: readonly number[], data: string, frames: Map<string, EncodedFrame>) => void
  /** Charges the evaluation of filters, in steps of 25 ns; false when the client has used too many. */
  readonly mayFilter: (steps: number) => boolean
  /** Ends the subscription because its filters take too long. */
  readonly refuseFilters: () => void
}

/**
 * Subscribers by table. A filter that names an id (`workspace_id=eq.…`) is indexed by it, so that a change only costs
 * work for matching subscribers.
 */
export class ChangeSubscribers {
  readonly #tables = new Map<number, TableSubscribers>()

  get isEmpty(): boolean {
    return this.#tables.size === 0
  }

  get relations(): readonly number[] {
    return [...this.#tables.keys()]
  }

  add(subscriber: ChangeSubscriber): void {
    for (const [relation, places] of placesOf(subscriber)) {
      const table = this.#tables.get(relation) ?? newTable()
      this.#tables.set(relation, table)
      const byFilter = new Map<PreparedFilter, ChangeBinding[]>()
      for (const { binding, filter } of places) {
        const shared = table.filters.get(filter.key) ?? { filter, users: 0 }
        shared.users += 1
        table.filters.set(filter.key, shared)
        const bindings = byFilter.get(shared.filter) ?? []
        bindings.push(binding)
        byFilter.set(shared.filter, bindings)
        setOf(table, filter.exact).add(subscriber)
      }
      table.listening.set(
        subscriber,
        [...byFilter].map(([filter, bindings]) => ({ filter, bindings })),
      )
    }
  }

  remove(subscriber: ChangeSubscriber): void {
    for (const [relation, places] of placesOf(subscriber)) {
      const table = this.#tables.get(relation)
      if (table?.listening.delete(subscriber) !== true) continue
      for (const { filter } of places) {
        const shared = table.filters.get(filter.key)
        if (shared !== undefined) shared.users -= 1
        if (shared?.users === 0) table.filters.delete(filter.key)
        if (filter.exact === null) table.others.delete(subscriber)
        else removeIndexed(table.byColumn, filter.exact, subscriber)
      }
      if (table.listening.size === 0) this.#tables.delete(relation)
    }
  }

  /** Subscribers that may want this change; their filters still have to be checked. */
  candidates({ relation, type, record, oldRecord }: Change): Iterable<ChangeSubscriber> {
    const table = this.#tables.get(relation)
    if (table === undefined) return []
    const row = record ?? oldRecord ?? {}
    const found = new Set(table.others)
    for (const [column, { isKey, byValue }] of table.byColumn) {
      // A deleted row is only known by its key.
      const isNamed = isKey || type !== 'DELETE'
      const sets = isNamed ? [byValue.get(JSON.stringify(row[column] ?? null)) ?? []] : byValue.values()
      for (const subscribers of sets) for (const subscriber of subscribers) found.add(subscriber)
    }
    return found
  }

  /** A subscriber's listeners to a table, by filter. */
  listening(subscriber: ChangeSubscriber, relation: number): readonly Listening[] {
    return this.#tables.get(relation)?.listening.get(subscriber) ?? []
  }
}

interface TableSubscribers {
  readonly others: Set<ChangeSubscriber>
  readonly byColumn: Map<string, IndexedColumn>
  readonly listening: Map<ChangeSubscriber, readonly Listening[]>
  readonly filters: Map<string, { readonly filter: PreparedFilter; users: number }>
}

interface IndexedColumn {
  readonly isKey: boolean
  readonly byValue: Map<string, Set<ChangeSubscriber>>
}

interface Place {
  readonly binding: ChangeBinding
  readonly filter: PreparedFilter
}

function newTable(): TableSubscribers {
  return { others: new Set(), byColumn: new Map(), listening: new Map(), filters: new Map() }
}

function placesOf({ bindings }: ChangeSubscriber): Map<number, Place[]> {
  const places = new Map<number, Place[]>()
  for (const binding of bindings) {
    for (const [relation, filter] of binding.filters) {
      const known = places.get(relation) ?? []
      known.push({ binding, filter })
      places.set(relation, known)
    }
  }
  return places
}

function setOf({ others, byColumn }: TableSubscribers, exact: ExactValue | null): Set<ChangeSubscriber> {
  if (exact === null) return others
  const { column, value, isKey } = exact
  const indexed = byColumn.get(column) ?? { isKey, byValue: new Map<string, Set<ChangeSubscriber>>() }
  byColumn.set(column, indexed)
  const subscribers = indexed.byValue.get(value) ?? new Set()
  indexed.byValue.set(value, subscribers)
  return subscribers
}

function removeIndexed(
  byColumn: TableSubscribers['byColumn'],
  { column, value }: ExactValue,
  subscriber: ChangeSubscriber,
): void {
  const byValue = byColumn.get(column)?.byValue
  const known = byValue?.get(value)
  known?.delete(subscriber)
  if (known?.size === 0) byValue?.delete(value)
  if (byValue?.size === 0) byColumn.delete(column)
}
