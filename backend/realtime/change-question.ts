import type { Statement } from '#backend/database/database.ts'

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
  /** What a pair of the statement is about, in its order. */
  #viewerKeys: string[] = []
  #pairPlaces: number[] = []

  constructor(table: PublishedTable) {
    this.table = table
  }

  /**
   * How much longer that makes the database take, in pairs of a viewer and a row. To become a viewer takes it far longer
   * than to look for one more row as the same; tabs of one viewer cost nothing.
   */
  include(row: Row, viewers: Iterable<Viewer>): number {
    const key = this.#keyOf(row)
    const place = this.#places.get(key) ?? this.#places.size + 1
    this.#places.set(key, place)
    let cost = 0
    for (const viewer of viewers) {
      const known = this.#asked.get(viewer.key)
      if (known?.places.has(place) === true) continue
      cost += known === undefined ? viewerCost + 1 : 1
      if (known === undefined) this.#asked.set(viewer.key, { viewer, places: new Set([place]) })
      else known.places.add(place)
    }
    return cost
  }

  /** Guarded, a policy that fails for one viewer hides nothing from the others; it costs more. */
  statement(isGuarded: boolean): Statement {
    this.#viewerKeys = []
    this.#pairPlaces = []
    const groups: [role: string, headers: string, viewers: number][] = []
    const claims: string[] = []
    const from: number[] = []
    for (const { viewer, places } of [...this.#asked.values()].sort(byGroup)) {
      const group = groups.at(-1)
      if (group?.[0] === viewer.role && group[1] === viewer.headers) group[2] += 1
      else groups.push([viewer.role, viewer.headers, 1])
      claims.push(viewer.claims)
      from.push(this.#pairPlaces.length + 1)
      for (const place of places) {
        this.#viewerKeys.push(viewer.key)
        this.#pairPlaces.push(place)
      }
    }
    from.push(this.#pairPlaces.length + 1)
    return {
      text: `select realtime.see_${this.table.relation}($1, $2, $3, $4, $5, $6) as answer`,
      values: [
        `[${[...this.#places.keys()].join()}]`,
        JSON.stringify(groups),
        claims.join(betweenClaims),
        from,
        this.#pairPlaces,
        isGuarded,
      ],
    }
  }

  answer(value: unknown): void {
    const { rows, seen, columns } = value as Answer
    this.#rows = rows ?? []
    this.#hidden = columns
    for (const number of seen) {
      const place = this.#pairPlaces[number - 1]
      const viewerKey = this.#viewerKeys[number - 1]
      if (place === undefined || viewerKey === undefined) continue
      const known = this.#seen.get(place)
      if (known === undefined) this.#seen.set(place, new Set([viewerKey]))
      else known.add(viewerKey)
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

/** Measured on both databases, with the product's own policies. */
const viewerCost = 25

/** In JSON it is always escaped. */
const betweenClaims = '\u001f'

/** Those of one group beside each other: a statement is planned anew when the role changes. */
function byGroup({ viewer: a }: { readonly viewer: Viewer }, { viewer: b }: { readonly viewer: Viewer }): number {
  if (a.role !== b.role) return a.role < b.role ? -1 : 1
  return a.headers === b.headers ? 0 : a.headers < b.headers ? -1 : 1
}
