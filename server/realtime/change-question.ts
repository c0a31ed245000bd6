import type { Statement } from '#server/database/database.ts'

import type { Row } from './change-row.ts'
import type { PublishedTable } from './published-tables.ts'
import type { Viewer } from './realtime-access.ts'

/** One row that was asked about. */
export interface RowAnswer {
  /** The row as it is now; null when it is gone. */
  readonly now: Row | null
  readonly isSeenBy: (viewer: Viewer) => boolean
}

/** Who of several viewers may see which rows of one table: one question to the database for all of them. */
export class ChangeQuestion {
  readonly table: PublishedTable
  /** Places count from one, as arrays of SQL do. */
  readonly #places = new Map<string, number>()
  readonly #asked = new Map<string, { readonly viewer: Viewer; readonly places: Set<number> }>()
  readonly #seen = new Map<number, Set<string>>()
  #rows: readonly (Row | null)[] = []
  #hidden: Readonly<Record<string, readonly string[]>> = {}
  #order: { readonly viewerKey: string; readonly place: number }[] = []

  constructor(table: PublishedTable) {
    this.table = table
  }

  include(row: Row, viewers: Iterable<Viewer>): void {
    const key = this.#keyOf(row)
    const place = this.#places.get(key) ?? this.#places.size + 1
    this.#places.set(key, place)
    for (const viewer of viewers) {
      const known = this.#asked.get(viewer.key)
      if (known === undefined) this.#asked.set(viewer.key, { viewer, places: new Set([place]) })
      else known.places.add(place)
    }
  }

  /** Guarded, a policy that fails for one viewer hides nothing from the others; it costs more. */
  statement(isGuarded: boolean): Statement {
    // By role, because a statement is planned anew when the role changes.
    const asked = [...this.#asked.values()].sort((a, b) => a.viewer.role.localeCompare(b.viewer.role))
    const from: number[] = []
    this.#order = []
    for (const { viewer, places } of asked) {
      from.push(this.#order.length + 1)
      for (const place of places) this.#order.push({ viewerKey: viewer.key, place })
    }
    from.push(this.#order.length + 1)
    const viewers = asked.map(({ viewer: { role, claims, headers } }) => [role, claims, headers])
    return {
      text: `select realtime.see_${this.table.relation}($1, $2, $3, $4, $5) as answer`,
      values: [
        `[${[...this.#places.keys()].join()}]`,
        JSON.stringify(viewers),
        from,
        this.#order.map(({ place }) => place),
        isGuarded,
      ],
    }
  }

  answer(value: unknown): void {
    const { rows, seen, columns } = value as Answer
    this.#rows = rows ?? []
    this.#hidden = columns
    for (const number of seen) {
      const pair = this.#order[number - 1]
      if (pair === undefined) continue
      const known = this.#seen.get(pair.place)
      if (known === undefined) this.#seen.set(pair.place, new Set([pair.viewerKey]))
      else known.add(pair.viewerKey)
    }
  }

  answerFor(row: Row): RowAnswer {
    const place = this.#places.get(this.#keyOf(row)) ?? 0
    const seenBy = this.#seen.get(place)
    return { now: this.#rows[place - 1] ?? null, isSeenBy: ({ key }) => seenBy?.has(key) === true }
  }

  isHidden(role: string, column: string): boolean {
    return this.#hidden[role]?.includes(column) === true
  }

  #keyOf(row: Row): string {
    return JSON.stringify(Object.fromEntries(this.table.keys.map((key) => [key, row[key]])))
  }
}

interface Answer {
  readonly rows: readonly (Row | null)[] | null
  readonly seen: readonly number[]
  readonly columns: Readonly<Record<string, readonly string[]>>
}
