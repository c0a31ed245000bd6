import type { PreparedCondition } from './change-filter.ts'
import type { ChangeType, Row } from './change-row.ts'
import type { Viewer } from './realtime-access.ts'

export interface ChangeBinding {
  readonly id: number
  readonly event: ChangeType | '*'
  /** The columns that are told besides the primary key; null for all. */
  readonly select: readonly string[] | null
  /** By relation; a table that isn't here is not meant. */
  readonly conditions: ReadonlyMap<number, readonly PreparedCondition[]>
}

export interface ChangeSubscriber {
  /** As who it sees, at this moment. */
  readonly viewer: Viewer
  readonly isOpen: boolean
  readonly bindings: readonly ChangeBinding[]
  /**
   * `data` is JSON, written once for all who may see the same; `frames` is theirs together, to keep what they would
   * otherwise each make of it.
   */
  readonly receive: (ids: readonly number[], data: string, frames: Map<string, Buffer>) => void
}

/**
 * Who follows which tables. A filter that names a value (`workspace_id=eq.…`) puts its subscriber where only rows with
 * that value look, so that a change costs nothing for those it doesn't concern.
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
      else takeOut(table.byColumn, column, value, subscriber)
      if (table.others.size === 0 && table.byColumn.size === 0) this.#tables.delete(relation)
    }
  }

  /** Everybody who may have asked for a change of this row; their filters are still to be looked at. */
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
  /** As JSON, so that a text and a number of the same letters are two. */
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

function takeOut(
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
