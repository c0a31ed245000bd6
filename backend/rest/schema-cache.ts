import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'

import { readFingerprint, readSchemas } from './read-schemas.ts'
import type { Relationship } from './relationships.ts'
import type { RestConfig } from './rest-config.ts'
import type { RoleSettings, TransactionSettings } from './role-settings.ts'
import { noRoleSettings, overrideConfig, readRoleSettings } from './role-settings.ts'
import type { SchemaName } from './sql-text.ts'

export interface Column {
  readonly name: string
  /** In PostgreSQL's spelling: `timestamp with time zone`, `uuid[]`. */
  readonly type: string
  /** SQL of the default, from the catalog. */
  readonly defaultSql: string | null
  readonly isNullable: boolean
  readonly comment: string | null
  readonly representation: Representation | null
}

/** A domain's casts: quoted names of functions between the stored and the displayed value. */
export interface Representation {
  /** Formats it for a response. */
  readonly toJson?: string
  /** Parses it from a body. */
  readonly fromJson?: string
  /** Parses it from a filter. */
  readonly fromText?: string
}

export interface Table extends SchemaName {
  readonly columns: ReadonlyMap<string, Column>
  /** For a view: the columns that show its tables' primary keys. */
  readonly primaryKey: readonly string[]
  readonly isView: boolean
  /** Stores no rows itself, so no system columns distinguish inserted rows. */
  readonly isPartitioned: boolean
  readonly comment: string | null
}

export interface FunctionArgument {
  /** Empty for an unnamed argument, which must be the only one. */
  readonly name: string
  readonly type: string
  /** For casts: plain `character` would truncate to one letter. */
  readonly sqlType: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface DatabaseFunction extends SchemaName {
  readonly args: readonly FunctionArgument[]
  readonly isVolatile: boolean
  readonly returnsSet: boolean
  /** `returns setof … rows 1`: makes the relationship to-one. */
  readonly isOneRow: boolean
  /** From `create function … set`, as `name=value`. */
  readonly settings: readonly string[]
  /** The columns of a `record` are known only after the call, so none can be named. */
  readonly result: 'void' | 'scalar' | 'record' | 'rows'
  readonly resultType: string
  readonly resultTable: SchemaName | null
  /** The columns of `returns table (…)`; null when they are a table's, or known only after the call. */
  readonly columns: ReadonlyMap<string, Column> | null
  readonly comment: string | null
}

export interface Schema {
  readonly name: string
  readonly comment: string | null
  readonly tables: ReadonlyMap<string, Table>
  /** Functions of one name are overloads. */
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  /** By source table. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
}

/** The cache limited to a request's schema. */
export interface SchemaView {
  readonly name: string
  current(): Promise<Schema>
  find<T>(find: (schema: Schema) => T | undefined): Promise<T | undefined>
}

/** PostgREST's settings with the database's overrides, and the roles' settings. */
export interface SettledRest {
  readonly config: RestConfig
  /** By the request's role. */
  readonly transactions: ReadonlyMap<string, TransactionSettings>
}

interface LoadedRest extends SettledRest {
  readonly schemas: ReadonlyMap<string, Schema>
  /** Taken before the schemas were read. */
  readonly fingerprint: string
}

export interface SchemaCacheOptions {
  readonly database: Database
  /** From the environment. */
  readonly config: RestConfig
  readonly now: () => number
  readonly log: Logger
}

/** Caches the exposed schemas and role settings. SQL only ever contains names found here. */
export class SchemaCache {
  readonly #options: SchemaCacheOptions
  #loaded: Promise<LoadedRest> | null = null
  #checkedAtMs = 0
  #settled: SettledRest | null = null

  constructor(options: SchemaCacheOptions) {
    this.#options = options
  }

  /** Throws when the database's settings were never valid. */
  settled(): Promise<SettledRest> {
    return this.#loaded ?? this.#load()
  }

  /** `name` must be an exposed schema. */
  view(name: string): SchemaView {
    const current = () => this.#of(name, this.#loaded ?? this.#load())
    return {
      name,
      current,
      // When `find` returns nothing, checks for a migration and retries. Comparing fingerprints is cheap and limited to
      // once a second, so wrong names can't keep the database busy.
      find: async (find) => {
        const found = find(await current())
        if (found !== undefined || !(await this.#hasChanged())) return found
        return find(await this.#of(name, this.#load()))
      },
    }
  }

  /** Invalidates the cache; the next request reloads it. */
  invalidate(): void {
    this.#loaded = null
  }

  async #of(name: string, loading: Promise<LoadedRest>): Promise<Schema> {
    return (await loading).schemas.get(name) ?? emptySchema(name)
  }

  async #hasChanged(): Promise<boolean> {
    const { database, now } = this.#options
    if (Math.abs(now() - this.#checkedAtMs) < minReloadMs) return false
    this.#checkedAtMs = now()
    const { config, fingerprint } = await (this.#loaded ?? this.#load())
    return fingerprint !== (await readFingerprint(database, config.schemas))
  }

  #load(): Promise<LoadedRest> {
    this.#checkedAtMs = this.#options.now()
    const loading = this.#read()
    this.#loaded = loading
    loading.catch(() => {
      if (this.#loaded === loading) this.#loaded = null
    })
    return loading
  }

  async #read(): Promise<LoadedRest> {
    const { database, config, log } = this.#options
    const roles = config.isDatabaseRead ? await readRoleSettings(database) : noRoleSettings
    const settled = this.#settle(roles)
    this.#settled = settled
    const fingerprint = await readFingerprint(database, settled.config.schemas)
    return { ...settled, fingerprint, schemas: await readSchemas(database, settled.config.schemas, log) }
  }

  /** Invalid settings leave the previous ones in force, so no check is lost. */
  #settle(roles: RoleSettings): SettledRest {
    const { config: base, log } = this.#options
    const { config, problems, unread } = overrideConfig(base, roles)
    if (unread.length > 0) {
      log.warn({ names: unread }, 'unknown settings of the role authenticator are ignored')
    }
    if (problems.length === 0) {
      return { config, transactions: roles.transactions }
    }
    const sentence = `The settings of the role authenticator in the database can't be used: ${problems.join(' ')}`
    if (this.#settled === null) {
      throw new Error(`${sentence} Correct them, or set PGRST_DB_CONFIG=false to use the environment only.`)
    }
    log.error(`${sentence} The previous settings stay in force.`)
    return this.#settled
  }
}

const minReloadMs = 1000

function emptySchema(name: string): Schema {
  return { name, comment: null, tables: new Map(), functions: new Map(), relationships: new Map() }
}
