import type { PoolClient } from 'pg'
import { Client, DatabaseError as PgError, Pool } from 'pg'
import type { Logger } from 'pino'

import type {
  Caller,
  Database,
  DatabaseLoad,
  NotificationHandler,
  QueryResult,
  Setting,
  Statement,
  TransactionOptions,
} from './database.ts'
import { claimText, refuseOtherSecret } from './claim-secret.ts'
import { DatabaseError, queueFull, usualLimits, waitingMax as usualWaitingMax } from './database.ts'
import { LiveSessions } from './live-sessions.ts'
import { AccountShares, type AccountShare } from './account-shares.ts'
import { NetworkWatch, type Flight } from './network-watch.ts'
import { PostgresListener } from './postgres-listener.ts'
import { PostgresTransaction } from './postgres-transaction.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { statementTimeoutMs } from './statement-timeout.ts'
import { explainRoleCheck, planTransaction } from './transaction-text.ts'

export interface PostgresOptions {
  readonly databaseUrl: string
  /** For LISTEN and locks, when `databaseUrl` is a transaction pooler. */
  readonly listenUrl?: string
  /** False behind a transaction pooler, whose connections don't keep named statements. */
  readonly hasNamedStatements?: boolean
  /** Claimed while this process is connected; omitted for none. */
  readonly secret?: string
  readonly log: Logger
  readonly maxConnections?: number
  /** Statement timeout; ends with SQLSTATE 57014. */
  readonly deadlineMs?: number
  readonly anonTimeoutMs?: number
  /**
   * How long to wait for an answer beyond the statement timeout, or twice that for several statements, before the
   * connection counts as cut.
   */
  readonly graceMs?: number
  readonly waitingMax?: number
}

/** PostgreSQL 15 or later. The connecting user owns the tables and may assume the three client roles. */
export class PostgresDatabase implements Database {
  readonly kind = 'postgres'
  #pool: Pool
  readonly #makePool: () => Pool
  readonly #network: NetworkWatch
  readonly #listener: PostgresListener
  readonly #settings: readonly Setting[]
  readonly #anonSettings: readonly Setting[]
  /** Null behind a pooler without named statements. */
  readonly #prepared: WeakMap<PoolClient, PreparedStatements> | null
  readonly #listenUrl: string
  readonly #secret: string | null
  readonly #graceMs: number
  readonly #waitingMax: number
  readonly #sessions = new LiveSessions()
  readonly #shares: AccountShares
  #isClosing = false
  #busyCount = 0
  #refused = 0
  #onIdle: (() => void) | null = null

  constructor({
    databaseUrl,
    listenUrl = databaseUrl,
    hasNamedStatements = true,
    secret,
    log,
    maxConnections = 10,
    deadlineMs = usualLimits.deadlineMs,
    anonTimeoutMs = usualLimits.anonTimeoutMs,
    graceMs = 5_000,
    waitingMax = usualWaitingMax,
  }: PostgresOptions) {
    this.#makePool = () => {
      const pool = new Pool({
        connectionString: databaseUrl,
        max: maxConnections,
        idleTimeoutMillis: 60_000,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        application_name: 'understudy',
      })
      pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
      return pool
    }
    this.#pool = this.#makePool()
    this.#network = new NetworkWatch({
      probe: () => tryConnection(databaseUrl),
      onCut: () => {
        log.error('PostgreSQL does not respond or accept connections; refusing requests until it does')
        // All its connections are unusable.
        void this.#pool.end().catch(() => undefined)
        this.#pool = this.#makePool()
        this.#listener.drop()
      },
    })
    this.#listener = new PostgresListener(listenUrl, log, secret === undefined ? [] : [claimText(secret)])
    this.#secret = secret ?? null
    // One account, or one network's visitors, leave half of the connections to others. All accounts of a network leave
    // two, and half once they have used up their common share.
    const concurrent = Math.max(1, Math.floor(maxConnections / 2))
    const concurrentSpent = Math.min(2, concurrent)
    this.#shares = new AccountShares({
      concurrent,
      concurrentInNetwork: Math.max(concurrent, maxConnections - 2),
      concurrentAnonymous: concurrent,
      concurrentSpent,
    })
    this.#listenUrl = listenUrl
    this.#graceMs = graceMs
    this.#waitingMax = waitingMax
    this.#prepared = hasNamedStatements ? new WeakMap() : null
    this.#settings = settingsFor(deadlineMs)
    this.#anonSettings = settingsFor(Math.min(anonTimeoutMs, deadlineMs))
  }

  transaction(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options: TransactionOptions = {},
  ): Promise<readonly QueryResult[]> {
    return this.#shares.run(caller, (share) => this.#transact(caller, statements, options, share))
  }

  async #transact(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options: TransactionOptions,
    share: AccountShare | null,
  ): Promise<readonly QueryResult[]> {
    const sessions = this.#sessions
    const isAnonymous = caller !== 'system' && caller.role === 'anon'
    // An account that has used up its share gets as little time as anonymous callers, while others wait.
    const isLast = share?.own.isLast() === true && this.#pool.waitingCount > 0
    const always = isAnonymous || isLast ? this.#anonSettings : this.#settings
    const plan = planTransaction(caller, statements, options, { sessions, always })
    const statementMs = statementTimeoutMs([...always, ...(options.settings ?? [])])
    // System jobs may use every statement's timeout; a request gets at most two.
    const statementCount = caller === 'system' ? statements.length : Math.min(2, statements.length)
    const patienceMs = statementMs === null ? null : statementMs * statementCount + this.#graceMs
    // Any pooled connection may have been cut while idle.
    for (let tries = this.#pool.options.max; ; tries -= 1) {
      const outcome = await this.#watched(async (client, discard, flight) => {
        const transaction = new PostgresTransaction(plan, this.#preparedOf(client))
        flight.cut = () => transaction.cut()
        const sinceMs = performance.now()
        client.query(transaction)
        const ended = await transaction.endedWithin(patienceMs)
        share?.spend(performance.now() - sinceMs)
        if (ended.type === 'broken' || (ended.type === 'failed' && !(await rollBack(client)))) discard()
        return ended
      })
      if (outcome.type === 'done') {
        sessions.record(plan.check, outcome.sessionAnswer)
        return outcome.results
      }
      if (outcome.type === 'broken') {
        throw new DatabaseError({ message: 'The database sent a truncated answer', sqlstate: '08P01' })
      }
      if (tries === 0 || !outcome.isWorthRepeating) {
        const error = toDatabaseError(outcome.error)
        throw outcome.isRoleCheck ? explainRoleCheck(error) : error
      }
    }
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

  load(): DatabaseLoad {
    const { waitingCount, totalCount, idleCount, options } = this.#pool
    return {
      waiting: waitingCount,
      running: totalCount - idleCount,
      runningMax: options.max,
      refused: this.#refused,
      pglite: null,
    }
  }

  /** Runs `run` under a lock shared by all server processes on this database. */
  async withExclusiveLock(run: () => Promise<void>): Promise<void> {
    const client = new Client({
      connectionString: this.#listenUrl,
      connectionTimeoutMillis: 10_000,
      application_name: 'understudy migrations',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`select pg_advisory_lock(${migrationLock})`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw toDatabaseError(error)
    }
    try {
      if (this.#secret !== null) {
        await refuseOtherSecret(client, this.#secret)
        await this.#listener.open()
      }
      await run()
    } finally {
      // The lock ends with its connection.
      await client.end().catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    // Ending the pool would drop callers waiting for a connection.
    if (this.#busyCount > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.#network.close()
    await Promise.all([this.#pool.end(), this.#listener.close()])
  }

  /** Runs with the network watch; fails when the network is cut. */
  async #watched<T>(run: (client: PoolClient, discard: () => void, flight: Flight) => Promise<T>): Promise<T> {
    const flight = this.#network.begin()
    let isAnswered = false
    try {
      const result = await this.#withClient((client, discard) => run(client, discard, flight), flight)
      isAnswered = !this.#network.isCut
      return result
    } finally {
      this.#network.end(flight, isAnswered)
    }
  }

  async #withClient<T>(
    run: (client: PoolClient, discard: () => void) => Promise<T>,
    flight: Flight | null = null,
  ): Promise<T> {
    if (this.#isClosing) throw new DatabaseError({ message: 'The database is closed', sqlstate: '08006' })
    this.#busyCount += 1
    try {
      return await this.#runWith(await this.#connect(flight), run)
    } finally {
      this.#busyCount -= 1
      if (this.#busyCount === 0) this.#onIdle?.()
    }
  }

  async #runWith<T>(client: PoolClient, run: (client: PoolClient, discard: () => void) => Promise<T>): Promise<T> {
    let isBroken = false
    // A cut connection also emits 'error'; without a listener that would end the process.
    const onLoss = () => {
      isBroken = true
    }
    client.on('error', onLoss)
    try {
      return await run(client, onLoss)
    } catch (error) {
      isBroken ||= !(await rollBack(client))
      throw toDatabaseError(error)
    } finally {
      client.off('error', onLoss)
      client.release(isBroken)
    }
  }

  async #connect(flight: Flight | null): Promise<PoolClient> {
    if (this.#network.isCut) throw toDatabaseError(new Error('it does not answer'))
    if (this.#pool.waitingCount >= this.#waitingMax) {
      this.#refused += 1
      throw queueFull()
    }
    try {
      const connecting = this.#pool.connect()
      if (flight === null) return await connecting
      const cut = Promise.withResolvers<never>()
      flight.cut = () => {
        cut.reject(new Error('it does not answer'))
        connecting.then(
          (client) => client.release(true),
          () => undefined,
        )
      }
      return await Promise.race([connecting, cut.promise])
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  #preparedOf(client: PoolClient): PreparedStatements | null {
    if (this.#prepared === null) return null
    const known = this.#prepared.get(client)
    if (known !== undefined) return known
    const prepared = new PreparedStatements()
    this.#prepared.set(client, prepared)
    return prepared
  }
}

function settingsFor(statementMs: number): readonly Setting[] {
  return [
    ['statement_timeout', String(statementMs)],
    ['TimeZone', 'UTC'],
  ]
}

/** Any number not used elsewhere for pg_advisory_lock on this database. */
export const migrationLock = 7_830_211_905

/** A refusal proves the network works too. */
async function tryConnection(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'understudy probe' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof PgError)) throw error
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** Anything but a PostgreSQL error is a failed connection. */
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
