import type { PreparedCondition } from './change-filter.ts'
import type { ChangeType, Row } from './change-row.ts'
import type { EncodedFrame } from './phoenix-frame.ts'
import type { Viewer } from './realtime-access.ts'

export interface ChangeBinding {
  readonly id: number
  readonly event: ChangeType | '*'
  /** Columns to send besides the primary key; null for all. */
  readonly select: readonly string[] | null
  /** By relation; only these tables match. */
  readonly conditions: ReadonlyMap<number, readonly PreparedCondition[]>
}

export interface ChangeSubscriber {
  /** Current permissions. */
  readonly viewer: Viewer
  readonly isOpen: boolean
  readonly bindings: readonly ChangeBinding[]
  /** `data` is JSON shared by all who may see the same; `frames` caches its encoded forms. */
  readonly receive: (ids: readonly number[], data: string, frames: Map<string, EncodedFrame>) => void
}

/**
 * Subscribers by table. A filter that names a value (`workspace_id=eq.…`) is indexed by it, so that a change only costs
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
    for (const { relation, column, value } of placesOf(subscriber)) {
      const table = this.#tables.get(relation) ?? { others: new Set(), byColumn: new Map() }
      this.#tables.set(relation, table)
      if (column === null) {
        table.others.add(subscriber)
        continue
      }
      const byValue = table.byColumn.get(column) ?? new Map<string, Set<ChangeSubscriber>>()
      table.byColumn.set(column, byValue)
      byValue.set(value, (byValue.get(value) ?? new Set()).add(subscriber))
    }
  }

  remove(subscriber: ChangeSubscriber): void {
    for (const { relation, column, value } of placesOf(subscriber)) {
      const table = this.#tables.get(relation)
      if (table === undefined) continue
      if (column === null) table.others.delete(subscriber)
      else removeIndexed(table.byColumn, column, value, subscriber)
      if (table.others.size === 0 && table.byColumn.size === 0) this.#tables.delete(relation)
    }
  }

  /** Subscribers that may want this row; their filters still have to be checked. */
  candidates(relation: number, row: Row): Iterable<ChangeSubscriber> {
    const table = this.#tables.get(relation)
    if (table === undefined) return []
    const found = new Set(table.others)
    for (const [column, byValue] of table.byColumn) {
      for (const subscriber of byValue.get(JSON.stringify(row[column] ?? null)) ?? []) found.add(subscriber)
    }
    return found
  }
}

interface TableSubscribers {
  readonly others: Set<ChangeSubscriber>
  readonly byColumn: Map<string, Map<string, Set<ChangeSubscriber>>>
}

interface Place {
  readonly relation: number
  readonly column: string | null
  /** As JSON, so that text and numbers stay distinct. */
  readonly value: string
}

function placesOf({ bindings }: ChangeSubscriber): Place[] {
  return bindings.flatMap(({ conditions }) =>
    [...conditions].map(([relation, own]) => {
      const exact = own.find(({ operator, isNegated }) => operator === 'eq' && !isNegated)
      return { relation, column: exact?.column ?? null, value: JSON.stringify(exact?.values[0] ?? null) }
    }),
  )
}

function removeIndexed(
  byColumn: TableSubscribers['byColumn'],
  column: string,
  value: string,
  subscriber: ChangeSubscriber,
): void {
  const byValue = byColumn.get(column)
  const known = byValue?.get(value)
  known?.delete(subscriber)
  if (known?.size === 0) byValue?.delete(value)
  if (byValue?.size === 0) byColumn.delete(column)
}
