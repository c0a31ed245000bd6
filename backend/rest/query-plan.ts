/* A parsed request to rest/v1. Plain data: no SQL, no schema. */

/** A column, or a place inside a JSON column: `data->address->>city`. */
export interface FieldPath {
  readonly column: string
  readonly path: readonly PathStep[]
}

export interface PathStep {
  /** `->` yields JSON, `->>` text. */
  readonly arrow: '->' | '->>'
  /** A number indexes an array. */
  readonly key: string | number
}

export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

export type SelectItem = { readonly type: 'all' } | FieldItem | EmbedItem

export interface FieldItem {
  readonly type: 'field'
  /** Null in `count()`, which counts rows. */
  readonly field: FieldPath | null
  readonly alias: string | null
  readonly cast: string | null
  readonly aggregate: { readonly name: Aggregate; readonly cast: string | null } | null
}

/** A related table, `alias:relation!hint!inner(select)`. */
export interface EmbedItem {
  readonly type: 'embed'
  readonly relation: string
  readonly alias: string | null
  readonly hint: string | null
  /** Drops outer rows without related rows. */
  readonly isInner: boolean
  /** `...relation(select)`: its columns join the outer row's. */
  readonly isSpread: boolean
  readonly select: readonly SelectItem[]
}

export type Condition =
  | { readonly type: 'filter'; readonly field: FieldPath; readonly isNegated: boolean; readonly test: FilterTest }
  | {
      readonly type: 'group'
      readonly logicalOperator: 'and' | 'or'
      readonly isNegated: boolean
      readonly parts: readonly Condition[]
    }

export type FilterTest =
  | {
      readonly type: 'compare'
      readonly operator: CompareOperator
      readonly quantifier: 'any' | 'all' | null
      readonly value: string
    }
  | { readonly type: 'in'; readonly values: readonly string[] }
  | { readonly type: 'is'; readonly value: IsValue }
  | {
      readonly type: 'search'
      readonly operator: SearchOperator
      readonly configuration: string | null
      readonly query: string
    }

export const compareOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const
export type CompareOperator = (typeof compareOperators)[number]

export const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type SearchOperator = (typeof searchOperators)[number]

export const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof isValues)[number]

export interface OrderTerm {
  readonly field: FieldPath
  /** The embedded table of the field: `order=author(name)`. */
  readonly relation: string | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

/** Zero-based; without `limit`, to the end. */
export interface RowRange {
  readonly offset: number
  readonly limit: number | null
}

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly missing: 'default' | 'null' | null
  readonly returned: 'minimal' | 'headers-only' | 'representation' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  /** Set only where the settings let the caller decide. */
  readonly tx: 'commit' | 'rollback' | null
  readonly handling: 'strict' | 'lenient' | null
  readonly timezone: string | null
  readonly maxAffected: number | null
}

export interface ResultFormat {
  readonly type: 'json' | 'csv'
  readonly isSingular: boolean
  readonly isNullStripped: boolean
  readonly contentType: string
  /** Answers the query plan instead of the result. */
  readonly explained: ExplainRequest | null
}

export interface ExplainRequest {
  readonly format: 'json' | 'text'
  readonly options: readonly ExplainOption[]
}

export const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export type ExplainOption = (typeof explainOptions)[number]

/** The parameters for one table: the requested one, or an embedded one. */
export interface TableParameters {
  readonly conditions: readonly Condition[]
  readonly order: readonly OrderTerm[]
  readonly range: RowRange
}

export interface QueryParameters extends TableParameters {
  readonly select: readonly SelectItem[]
  /** The parameters of embedded tables, by path. */
  readonly embedded: readonly EmbeddedParameters[]
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
}

export interface EmbeddedParameters extends TableParameters {
  readonly path: readonly string[]
}
