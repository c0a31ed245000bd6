import { randomUUID } from 'node:crypto'

import type { Statement } from '#backend/database/database.ts'

import type { Preferences, ResultFormat } from './query-plan.ts'
import type { RestConfig } from './rest-config.ts'
import type { Schema } from './schema-cache.ts'

/** The part of an address behind its question mark, with the plain values that columns are compared with taken out. */
export interface AddressShape {
  readonly text: string
  readonly values: readonly string[]
}

/** `id=eq.7&select=*` → `id=eq.` and a gap, `select=*`; and 7. What would have to be decoded stays where it is. */
export function shapeOf(search: string): AddressShape {
  const values: string[] = []
  const text = search.replace(plainComparison, (_whole, before: string, value: string) => {
    values.push(value)
    return before + gapOf(values.length - 1)
  })
  return { text, values }
}

const plainComparison = /((?:^|&)[^=&]*=(?:eq|neq|gte?|lte?)\.)([\w.:-]+)(?=&|$)/g

/** Nobody can guess it, so that no value of a request is ever taken for a gap. */
const gap = randomUUID()

function gapOf(index: number): string {
  return `${gap}.${index}`
}

/** What reading a table comes down to, once its address and headers are read. */
export interface PlannedRead {
  readonly statement: Statement
  /** Asks the planner for the number of rows, when that is wanted. */
  readonly estimate: Statement | null
  readonly format: ResultFormat
  readonly preferences: Preferences
  readonly offset: number
}

/** A read for every request of its shape. */
export interface KnownRead extends PlannedRead {
  /** For each value of the statement which one of the shape it is; null where it is the same for all. */
  readonly gaps: Gaps
}

export type Gaps = readonly (number | null)[]

/** Where the values of a shape stand in the statement made of it; null unless each has such a place and no other. */
export function gapsIn({ text, values = [] }: Statement, shape: AddressShape): Gaps | null {
  const numbers = new Map<unknown, number>(shape.values.map((_, index) => [gapOf(index), index]))
  const gaps = values.map((value) => numbers.get(value) ?? null)
  const isWhole = shape.values.every((_, index) => gaps.includes(index))
  const isElsewhere = text.includes(gap) || values.some((value) => Array.isArray(value) && value.join().includes(gap))
  return isWhole && !isElsewhere ? gaps : null
}

/** The statement with these values in its gaps. */
export function filled(
  { statement, gaps }: Pick<KnownRead, 'statement' | 'gaps'>,
  values: readonly string[],
): Statement {
  const { text, values: same = [] } = statement
  return { text, values: gaps.map((index, at) => (index === null ? same[at] : values[index])) }
}

/** What was planned lately, as long as neither the schema nor the settings have changed since. */
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

/** When there are many new ones, those that were not asked for since there last were many are forgotten. */
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

/** As many old ones are kept; with the two lengths, some megabytes in all. */
const mostNew = 250
const longestKey = 2000
const longestText = 20_000
