import { randomUUID } from 'node:crypto'

import type { Statement } from '#backend/database/database.ts'

import type { Preferences, ResultFormat } from './query-plan.ts'
import type { RestConfig } from './rest-config.ts'
import type { Schema } from './schema-cache.ts'

/** A query string with its plain filter values taken out. */
export interface AddressShape {
  readonly text: string
  readonly values: readonly string[]
}

/** `id=eq.7&select=*` → `id=eq.` and a gap, `select=*`; and 7. Encoded values stay in place. */
export function shapeOf(search: string): AddressShape {
  const values: string[] = []
  const text = search.replace(plainComparison, (_whole, before: string, value: string) => {
    values.push(value)
    return before + gapOf(values.length - 1)
  })
  return { text, values }
}

const plainComparison = /((?:^|&)[^=&]*=(?:eq|neq|gte?|lte?)\.)([\w.:-]+)(?=&|$)/g

/** Unguessable, so no request's value is mistaken for a gap. */
const gap = randomUUID()

function gapOf(index: number): string {
  return `${gap}.${index}`
}

export interface PlannedRead {
  readonly statement: Statement
  /** Asks the planner for the row count, if requested. */
  readonly estimate: Statement | null
  readonly format: ResultFormat
  readonly preferences: Preferences
  readonly offset: number
}

/** A read reusable for every request of its shape. */
export interface CachedRead extends PlannedRead {
  /** The shape's value behind each statement parameter; null where it is constant. */
  readonly gaps: Gaps
}

export type Gaps = readonly (number | null)[]

/** Maps a shape's values to statement parameters; null unless each maps to exactly one. */
export function gapsIn({ text, values = [] }: Statement, shape: AddressShape): Gaps | null {
  const numbers = new Map<unknown, number>(shape.values.map((_, index) => [gapOf(index), index]))
  const gaps = values.map((value) => numbers.get(value) ?? null)
  const isWhole = shape.values.every((_, index) => gaps.includes(index))
  const isElsewhere = text.includes(gap) || values.some((value) => Array.isArray(value) && value.join().includes(gap))
  return isWhole && !isElsewhere ? gaps : null
}

export function fillGaps(
  { statement, gaps }: Pick<CachedRead, 'statement' | 'gaps'>,
  values: readonly string[],
): Statement {
  const { text, values: same = [] } = statement
  return { text, values: gaps.map((index, at) => (index === null ? same[at] : values[index])) }
}

/** Caches recent plans until the schema or settings change. */
export class ReadCache {
  readonly #bySchema = new WeakMap<Schema, { readonly config: RestConfig; readonly reads: RecentReads }>()

  get(schema: Schema, config: RestConfig, key: string): CachedRead | undefined {
    return this.#readsOf(schema, config).get(key)
  }

  set(schema: Schema, config: RestConfig, key: string, read: CachedRead): void {
    if (key.length > maxKeyLength || read.statement.text.length > maxTextLength) return
    this.#readsOf(schema, config).set(key, read)
  }

  #readsOf(schema: Schema, config: RestConfig): RecentReads {
    const known = this.#bySchema.get(schema)
    if (known?.config === config) return known.reads
    const reads = new RecentReads()
    this.#bySchema.set(schema, { config, reads })
    return reads
  }
}

/** Two generations: when the new one fills up, the old one is dropped. */
class RecentReads {
  #new = new Map<string, CachedRead>()
  #old = new Map<string, CachedRead>()

  get(key: string): CachedRead | undefined {
    const known = this.#new.get(key)
    if (known !== undefined) return known
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, read: CachedRead): void {
    if (this.#new.size >= maxNew) {
      this.#old = this.#new
      this.#new = new Map()
    }
    this.#new.set(key, read)
  }
}

/** The old generation is as large; within the length limits, a few megabytes in total. */
const maxNew = 250
const maxKeyLength = 2000
const maxTextLength = 20_000
