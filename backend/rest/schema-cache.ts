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
  /** As PostgreSQL writes it: `timestamp with time zone`, `uuid[]`. */
  readonly type: string
  /** SQL of the default, from the catalog. */
  readonly defaultSql: string | null
  readonly isNullable: boolean
  readonly comment: string | null
  readonly representation: Representation | null
}

/** Functions, by their quoted names, that stand between a column's domain and those who read and write it. */
export interface Representation {
  /** How it is shown. */
  readonly toJson?: string
  /** How it is sent in a body. */
  readonly fromJson?: string
  /** How it is asked for in a filter. */
  readonly fromText?: string
}

export interface Table extends SchemaName {
  readonly columns: ReadonlyMap<string, Column>
  /** Of a view: the columns that show the primary keys of its tables. */
  readonly primaryKey: readonly string[]
  readonly isView: boolean
  /** It has no rows of its own, so no system columns say which were added. */
  readonly isPartitioned: boolean
  readonly comment: string | null
}

export interface FunctionArgument {
  /** Empty when it has none; then it is the only one. */
  readonly name: string
  readonly type: string
  /** For casts: `character` alone would cut to one. */
  readonly sqlType: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface DatabaseFunction extends SchemaName {
  readonly args: readonly FunctionArgument[]
  readonly isVolatile: boolean
  readonly returnsSet: boolean
  /** `returns setof … rows 1`: a relationship by this function is to one. */
  readonly isOneRow: boolean
  /** What `create function … set` says, as `name=value`. */
  readonly settings: readonly string[]
  /** The columns of a `record` are only known after the call, so none of them can be named. */
  readonly result: 'void' | 'scalar' | 'record' | 'rows'
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

/** What the database's owner has settled: PostgREST's settings, over those of the environment, and those of roles. */
export interface SettledRest {
  readonly config: RestConfig
  /** By the role that a request is made as. */
  readonly transactions: ReadonlyMap<string, TransactionSettings>
}

interface LoadedRest extends SettledRest {
  readonly schemas: ReadonlyMap<string, Schema>
  /** Of the schemas, taken before they were read. */
  readonly fingerprint: string
}

export interface SchemaCacheOptions {
  readonly database: Database
  /** Of the environment. */
  readonly config: RestConfig
  readonly now: () => number
  readonly log: Logger
}

/** What the exposed schemas hold and what is set for roles. Only names found here ever stand in a statement. */
export class SchemaCache {
  readonly #options: SchemaCacheOptions
  #loaded: Promise<LoadedRest> | null = null
  #checkedAtMs = 0
  #settled: SettledRest | null = null

  constructor(options: SchemaCacheOptions) {
    this.#options = options
  }

  /** Throws when the settings in the database have never been such as could be meant. */
  settled(): Promise<SettledRest> {
    return this.#loaded ?? this.#load()
  }

  /** `name` is one of the exposed schemas. */
  view(name: string): SchemaView {
    const current = () => this.#of(name, this.#loaded ?? this.#load())
    return {
      name,
      current,
      // Asks again when `find` comes back empty, since a migration may have run meanwhile; at most once a second, so
      // that wrong names are no way to keep the database busy: it costs far less to see that nothing has changed.
      find: async (find) => {
        const found = find(await current())
        if (found !== undefined || !(await this.#hasChanged())) return found
        return find(await this.#of(name, this.#load()))
      },
    }
  }

  /** The schema or a setting has changed: the next request reads them again. */
  forget(): void {
    this.#loaded = null
  }

  async #of(name: string, loading: Promise<LoadedRest>): Promise<Schema> {
    return (await loading).schemas.get(name) ?? emptySchema(name)
  }

  async #hasChanged(): Promise<boolean> {
    const { database, now } = this.#options
    if (Math.abs(now() - this.#checkedAtMs) < shortestReloadMs) return false
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

  /** A mistake in the database leaves what held before, so that no check is lost by it. */
  #settle(roles: RoleSettings): SettledRest {
    const { config: base, log } = this.#options
    const { config, problems, unread } = overrideConfig(base, roles)
    if (unread.length > 0) {
      log.warn({ names: unread }, 'settings of the role authenticator are set, but nothing here reads them')
    }
    if (problems.length === 0) {
      return { config, transactions: roles.transactions }
    }
    const sentence = `The settings of the role authenticator in the database can't be used: ${problems.join(' ')}`
    if (this.#settled === null) {
      throw new Error(`${sentence} Correct them, or set PGRST_DB_CONFIG=false to go by the environment alone.`)
    }
    log.error(`${sentence} Those from before still hold.`)
    return this.#settled
  }
}

const shortestReloadMs = 1000

function emptySchema(name: string): Schema {
  return { name, comment: null, tables: new Map(), functions: new Map(), relationships: new Map() }
}
