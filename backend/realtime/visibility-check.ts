import type { Statement } from '#backend/database/database.ts'

import type { Row } from './change-row.ts'
import type { PublishedTable } from './published-tables.ts'
import type { Viewer } from './realtime-access.ts'

export interface RowAnswer {
  /** The current row; null when deleted. */
  readonly now: Row | null
  readonly isSeenBy: (viewer: Viewer) => boolean
}

/** Checks which viewers may see which rows of a table, in one statement. */
export class VisibilityCheck {
  readonly table: PublishedTable
  /** How many rows the statement looks up, counted for each viewer. */
  pairs = 0
  /** One-based, as in SQL arrays. */
  readonly #positions = new Map<string, number>()
  readonly #asked = new Map<string, { readonly viewer: Viewer; readonly positions: Set<number> }>()
  readonly #seen = new Map<number, Set<string>>()
  #rows: readonly (Row | null)[] = []
  #hidden: Readonly<Record<string, readonly string[]>> = {}
  /** The viewers of the statement, in order. */
  #viewerKeys: string[] = []
  #pairPositions: number[] = []

  constructor(table: PublishedTable) {
    this.table = table
  }

  /**
   * Adds viewers of a row; returns the added cost in viewer-row pairs. Switching to another viewer costs far more than
   * another row, and tabs of one viewer cost nothing.
   */
  include(row: Row, viewers: Iterable<Viewer>): number {
    const key = this.#keyOf(row)
    const position = this.#positions.get(key) ?? this.#positions.size + 1
    this.#positions.set(key, position)
    let cost = 0
    for (const viewer of viewers) {
      const known = this.#asked.get(viewer.key)
      if (known?.positions.has(position) === true) continue
      cost += known === undefined ? newViewerCost + 1 : 1
      this.pairs += 1
      if (known === undefined) this.#asked.set(viewer.key, { viewer, positions: new Set([position]) })
      else known.positions.add(position)
    }
    return cost
  }

  /** When guarded, a policy that fails for one viewer doesn't affect the others; costs more. */
  statement(isGuarded: boolean): Statement {
    this.#viewerKeys = []
    this.#pairPositions = []
    const groups: [role: string, headers: string, viewers: number][] = []
    const claims: string[] = []
    const from: number[] = []
    for (const { viewer, positions } of [...this.#asked.values()].sort(byGroup)) {
      const group = groups.at(-1)
      if (group?.[0] === viewer.role && group[1] === viewer.headers) group[2] += 1
      else groups.push([viewer.role, viewer.headers, 1])
      claims.push(viewer.claims)
      from.push(this.#pairPositions.length + 1)
      for (const position of positions) {
        this.#viewerKeys.push(viewer.key)
        this.#pairPositions.push(position)
      }
    }
    from.push(this.#pairPositions.length + 1)
    return {
      text: `select realtime.see_${this.table.relation}($1, $2, $3, $4, $5, $6) as answer`,
      values: [
        `[${[...this.#positions.keys()].join()}]`,
        JSON.stringify(groups),
        claims.join(betweenClaims),
        from,
        this.#pairPositions,
        isGuarded,
      ],
    }
  }

  answer(value: unknown): void {
    const { rows, seen, columns } = value as Answer
    this.#rows = rows ?? []
    this.#hidden = columns
    for (const number of seen) {
      const position = this.#pairPositions[number - 1]
      const viewerKey = this.#viewerKeys[number - 1]
      if (position === undefined || viewerKey === undefined) continue
      const known = this.#seen.get(position)
      if (known === undefined) this.#seen.set(position, new Set([viewerKey]))
      else known.add(viewerKey)
    }
  }

  answerFor(row: Row): RowAnswer {
    const position = this.#positions.get(this.#keyOf(row)) ?? 0
    const seenBy = this.#seen.get(position)
    return { now: this.#rows[position - 1] ?? null, isSeenBy: ({ key }) => seenBy?.has(key) === true }
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
const newViewerCost = 25

/** JSON always escapes this character. */
const betweenClaims = '\u001f'

/** Groups viewers by role, because a role change replans the statement. */
function byGroup({ viewer: a }: { readonly viewer: Viewer }, { viewer: b }: { readonly viewer: Viewer }): number {
  if (a.role !== b.role) return a.role < b.role ? -1 : 1
  return a.headers === b.headers ? 0 : a.headers < b.headers ? -1 : 1
}
