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

/** A planned table read. */
export interface PlannedRead {
  readonly statement: Statement
  /** Asks the planner for the row count, if requested. */
  readonly estimate: Statement | null
  readonly format: ResultFormat
  readonly preferences: Preferences
  readonly offset: number
}

/** A read reusable for every request of its shape. */
export interface KnownRead extends PlannedRead {
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

/** Fills a statement's gaps with these values. */
export function filled(
  { statement, gaps }: Pick<KnownRead, 'statement' | 'gaps'>,
  values: readonly string[],
): Statement {
  const { text, values: same = [] } = statement
  return { text, values: gaps.map((index, at) => (index === null ? same[at] : values[index])) }
}

/** Caches recent plans until the schema or settings change. */
export class KnownReads {
  readonly #bySchema = new WeakMap<Schema, { readonly config: RestConfig; readonly reads: LatelyPlanned }>()

  of(schema: Schema, config: RestConfig, key: string): KnownRead | undefined {
    return this.#readsOf(schema, config).of(key)
  }

  keep(schema: Schema, config: RestConfig, key: string, read: KnownRead): void {
    if (key.length > longestKey || read.statement.text.length > longestText) return
    this.#readsOf(schema, config).keep(key, read)
  }

  #readsOf(schema: Schema, config: RestConfig): LatelyPlanned {
    const known = this.#bySchema.get(schema)
    if (known?.config === config) return known.reads
    const reads = new LatelyPlanned()
    this.#bySchema.set(schema, { config, reads })
    return reads
  }
}

/** Two generations: when the new one fills up, the old one is dropped. */
class LatelyPlanned {
  #new = new Map<string, KnownRead>()
  #old = new Map<string, KnownRead>()

  of(key: string): KnownRead | undefined {
    const known = this.#new.get(key)
    if (known !== undefined) return known
    const old = this.#old.get(key)
    if (old !== undefined) this.keep(key, old)
    return old
  }

  keep(key: string, read: KnownRead): void {
    if (this.#new.size >= mostNew) {
      this.#old = this.#new
      this.#new = new Map()
    }
    this.#new.set(key, read)
  }
}

/** The old generation is as large; within the length limits, a few megabytes in total. */
const mostNew = 250
const longestKey = 2000
const longestText = 20_000
