import { createHash } from 'node:crypto'

import type { Client, PoolClient, QueryConfig } from 'pg'
import { DatabaseError as PgError, Pool } from 'pg'
import type { Logger } from 'pino'

import type { Caller, Database, NotificationHandler, QueryResult, Statement, TransactionOptions } from './database.ts'
import { DatabaseError } from './database.ts'
import { PostgresListener } from './postgres-listener.ts'
import type { Setting } from './transaction-text.ts'
import { beginText, commitText, explainCommitError } from './transaction-text.ts'
import { parserFor, toParameter } from './wire-values.ts'

export interface PostgresOptions {
  readonly databaseUrl: string
  /** For notifications, where `databaseUrl` leads through a pooler of transactions. */
  readonly listenUrl?: string
  readonly log: Logger
  readonly maxConnections?: number
  /** A statement that runs longer is ended with SQLSTATE 57014. */
  readonly deadlineMs?: number
}

/** Any PostgreSQL from version 15. The user of the address owns the tables and may take on the three client roles. */
export class PostgresDatabase implements Database {
  readonly kind = 'postgres'
  readonly #pool: Pool
  readonly #listener: PostgresListener
  readonly #settings: readonly Setting[]
  readonly #names = new Map<string, string>()

  constructor({
    databaseUrl,
    listenUrl = databaseUrl,
    log,
    maxConnections = 10,
    deadlineMs = 10_000,
  }: PostgresOptions) {
    this.#pool = new Pool({
      connectionString: databaseUrl,
      max: maxConnections,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'understudy',
      pipeline: true,
    })
    this.#listener = new PostgresListener(listenUrl, log)
    this.#pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    this.#settings = [
      ['statement_timeout', String(deadlineMs)],
      ['TimeZone', 'UTC'],
    ]
  }

  async transaction(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options: TransactionOptions = {},
  ): Promise<readonly QueryResult[]> {
    const begin = beginText(caller, options.readOnly ?? false, this.#settings)
    const queries = this.#toQueries(statements, caller === 'system' ? caller : caller.role)
    return this.#withClient(async (client) => {
      // Awaited alone: were it sent with the rest and refused, the rest would run outside a transaction as the owner.
      await client.query(begin)
      const answers = queries.map((query) => client.query<Record<string, unknown>>(query))
      const commit = client.query(options.rollBack === true ? 'rollback' : commitText(caller))
      const outcomes = await Promise.allSettled([...answers, commit])
      const failed = outcomes.findIndex((outcome) => outcome.status === 'rejected')
      const outcome = outcomes[failed]
      if (outcome?.status === 'rejected') {
        const error = toDatabaseError(outcome.reason)
        throw failed === queries.length ? explainCommitError(error) : error
      }
      const results = await Promise.all(answers)
      return results.map(({ rows, rowCount }) => ({ rows, rowCount: rowCount ?? rows.length }))
    })
  }

  async runScript(sql: string): Promise<void> {
    await this.#withClient(async (client) => {
      await client.query('begin')
      await client.query(sql)
      await client.query('commit')
    })
  }

  listen(channel: string, handler: NotificationHandler): Promise<() => void> {
    return this.#listener.listen(channel, handler)
  }

  /** Holds a lock that the other server processes on this database wait for, while `run` goes on. */
  async withExclusiveLock(run: () => Promise<void>): Promise<void> {
    const client = await this.#connect()
    try {
      await client.query(`select pg_advisory_lock(${migrationLock})`)
      await run()
    } finally {
      // The lock ends with its connection.
      client.release(true)
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) {
      await Promise.all([this.#pool.end(), this.#listener.close()])
    }
  }

  async #withClient<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let isBroken = false
    // A connection that is cut raises its error here as well as in the query; without a listener it ends the process.
    const noteLoss = () => {
      isBroken = true
    }
    client.on('error', noteLoss)
    try {
      return await run(client)
    } catch (error) {
      isBroken ||= !(await rollBack(client))
      throw toDatabaseError(error)
    } finally {
      client.off('error', noteLoss)
      client.release(isBroken)
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  #toQueries(statements: readonly Statement[], role: string): QueryConfig[] {
    const used = new Set<string>()
    return statements.map(({ text, values }) => {
      const name = used.has(text) ? undefined : this.#nameOf(text, role)
      // The second of two equal statements is sent before the first is known to be prepared, so it goes unnamed.
      used.add(text)
      return {
        text,
        values: (values ?? []).map(toParameter),
        queryMode: 'extended',
        types: textParsers,
        ...(name === undefined ? {} : { name }),
      }
    })
  }

  /**
   * PostgreSQL plans a named statement once per connection. Texts are few, but a stranger's filters make new ones. Each
   * role has its own: a function that was inlined into the plan isn't asked again whether another role may call it.
   */
  #nameOf(text: string, role: string): string | undefined {
    const key = `${role}\0${text}`
    const known = this.#names.get(key)
    if (known !== undefined || this.#names.size >= mostNamedStatements) {
      return known
    }
    const name = createHash('sha256').update(key).digest('base64url').slice(0, 32)
    this.#names.set(key, name)
    return name
  }
}

const mostNamedStatements = 200
/** Any number that nobody else uses for pg_advisory_lock on the same database. */
const migrationLock = 7_830_211_905

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

const textParsers = {
  getTypeParser: (oid: number) => parserFor(oid),
} as unknown as NonNullable<ConstructorParameters<typeof Client>[0] & object>['types']

/** Whatever isn't PostgreSQL's own refusal is a connection that couldn't be made or didn't last. */
function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) {
    return error
  }
  if (error instanceof PgError && error.code !== undefined) {
    return new DatabaseError({
      message: error.message,
      sqlstate: error.code,
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      constraint: error.constraint ?? null,
      cause: error,
    })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new DatabaseError({ message: `The database can not be reached: ${message}`, sqlstate: '08006', cause: error })
}
