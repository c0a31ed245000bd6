import type { Database } from '#server/database/database.ts'

import { readSchemas } from './read-schemas.ts'
import type { Relationship } from './relationships.ts'
import type { SchemaName } from './sql-text.ts'

export interface Column {
  readonly name: string
  /** As PostgreSQL writes it: `timestamp with time zone`, `uuid[]`. */
  readonly type: string
  /** SQL of the default, from the catalog. */
  readonly defaultSql: string | null
  readonly isNullable: boolean
  readonly comment: string | null
}

export interface Table extends SchemaName {
  readonly columns: ReadonlyMap<string, Column>
  /** Of a view: the columns that show the primary keys of its tables. */
  readonly primaryKey: readonly string[]
  readonly isView: boolean
  readonly comment: string | null
}

export interface FunctionArgument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface DatabaseFunction extends SchemaName {
  readonly args: readonly FunctionArgument[]
  readonly isVolatile: boolean
  readonly returnsSet: boolean
  /** `returns setof … rows 1`: a relationship by this function is to one. */
  readonly isOneRow: boolean
  readonly result: 'void' | 'scalar' | 'rows'
  readonly resultType: string
  /** The table whose rows it returns. */
  readonly resultTable: SchemaName | null
  /** The columns of `returns table (…)`; null when they are a table's, or not known before the call. */
  readonly columns: ReadonlyMap<string, Column> | null
  readonly comment: string | null
}

/** One exposed schema. */
export interface Schema {
  readonly name: string
  readonly comment: string | null
  readonly tables: ReadonlyMap<string, Table>
  /** Several by one name are overloads. */
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  /** By the name of the table they start at. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
}

/** What a request sees of the cache: the one schema it asks for. */
export interface SchemaView {
  readonly name: string
  current(): Promise<Schema>
  find<T>(find: (schema: Schema) => T | undefined): Promise<T | undefined>
}

/** What the exposed schemas hold. Only names found here ever stand in a statement. */
export class SchemaCache {
  readonly #database: Database
  readonly #schemaNames: readonly string[]
  readonly #now: () => number
  #loaded: Promise<ReadonlyMap<string, Schema>> | null = null
  #loadedAtMs = 0

  constructor(database: Database, schemaNames: readonly string[], now: () => number) {
    this.#database = database
    this.#schemaNames = schemaNames
    this.#now = now
  }

  /** `name` is one of the exposed schemas. */
  view(name: string): SchemaView {
    const current = () => this.#of(name, this.#loaded ?? this.#load())
    return {
      name,
      current,
      // Asks again when `find` comes back empty, since a migration may have run meanwhile; at most once a second, so
      // that wrong names are no way to keep the database busy.
      find: async (find) => {
        const found = find(await current())
        if (found !== undefined || this.#now() - this.#loadedAtMs < shortestReloadMs) {
          return found
        }
        return find(await this.#of(name, this.#load()))
      },
    }
  }

  /** The schema has changed: the next request reads it again. */
  forget(): void {
    this.#loaded = null
  }

  async #of(name: string, loading: Promise<ReadonlyMap<string, Schema>>): Promise<Schema> {
    return (await loading).get(name) ?? emptySchema(name)
  }

  #load(): Promise<ReadonlyMap<string, Schema>> {
    this.#loadedAtMs = this.#now()
    const loading = readSchemas(this.#database, this.#schemaNames)
    this.#loaded = loading
    loading.catch(() => {
      if (this.#loaded === loading) this.#loaded = null
    })
    return loading
  }
}

const shortestReloadMs = 1000

function emptySchema(name: string): Schema {
  return { name, comment: null, tables: new Map(), functions: new Map(), relationships: new Map() }
}
