/*
 * The database port. Callers hand over a whole transaction (whose it is, and its statements) and get all results at
 * once. No session stays open across a network wait, and an adapter may retry or reconnect between transactions. Logic
 * that must read before it writes belongs in a database function.
 */

/** The roles known to row-level security; `system` is the server itself, which owns the tables. */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** Whom a request runs as. Row-level security reads it; no handler decides access. */
export interface Caller {
  readonly role: Role
  /** Claims of a verified JWT; null when none was sent. */
  readonly claims: Readonly<Record<string, unknown>> | null
  /** Lower-case names; policies read `x-demo-id` from here. */
  readonly headers: Readonly<Record<string, string>>
  readonly method: string
  readonly path: string
  /** Whether all of the caller's transactions refuse writes, as with a key that may only read. */
  readonly isReadOnly?: boolean
}

/** Whether a transaction refuses writes: because it is declared so, or because its caller may only read. */
export function refusesWrites(caller: Caller | 'system', { readOnly = false }: TransactionOptions): boolean {
  return readOnly || (caller !== 'system' && caller.isReadOnly === true)
}

export interface Statement {
  readonly text: string
  /** $1, $2, …: strings, numbers, booleans, null, Uint8Array or arrays of these; JSON as text. */
  readonly values?: readonly unknown[]
}

export interface QueryResult {
  /**
   * Booleans and numbers (including int8) as such, json and jsonb parsed, bytea as Uint8Array, arrays of these as
   * arrays; timestamps as ISO 8601 text in PostgreSQL's JSON format; anything else as PostgreSQL's text.
   */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Rows returned or affected. */
  readonly rowCount: number
}

export interface TransactionOptions {
  /** Refuses writes with SQLSTATE 25006. */
  readonly readOnly?: boolean
  /** Rolls back at the end, but returns the results. */
  readonly rollBack?: boolean
  /** PostgreSQL settings for this transaction, besides those that identify the caller. */
  readonly settings?: readonly Setting[]
  /** `read committed` by default. */
  readonly isolation?: Isolation
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export type Setting = readonly [name: string, value: string]

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs the statements in one transaction as the caller, or as the server for `'system'`. Resolves once its writes are
   * durable; rejects with DatabaseError, and then nothing was written.
   */
  transaction(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options?: TransactionOptions,
  ): Promise<readonly QueryResult[]>
  /** Runs a migration file in one transaction as the owner: several statements, no parameters. */
  runScript(sql: string): Promise<void>
  /**
   * Calls `handler` with the payload of every NOTIFY on the channel, from any process, and with null after a reconnect,
   * when some may have been missed. Resolves once listening, with the stop function.
   */
  listen(channel: string, handler: NotificationHandler): Promise<() => void>
  /** This process's current load on the database; doesn't query it. */
  load(): DatabaseLoad
  /** Finishes running transactions, then releases the data directory or connections. */
  close(): Promise<void>
}

export interface DatabaseLoad {
  /** Transactions waiting for their turn or a connection. */
  readonly waiting: number
  readonly running: number
  readonly runningMax: number
  /** Transactions refused since the start because too many were waiting. */
  readonly refused: number
  /** PGlite only; null for PostgreSQL. */
  readonly pglite: {
    /** Times its thread was replaced, by reason. */
    readonly replacements: Readonly<Record<WorkerReplacement, number>>
    /** Transactions cancelled for running too long. */
    readonly cancelled: number
    readonly writesSinceCheckpoint: number
  } | null
}

/**
 * Why PGlite's thread was replaced: a transaction couldn't be cancelled, PGlite crashed (truncated answer, stack
 * overflow), or its memory exceeded the mark.
 */
export type WorkerReplacement = 'deadline' | 'failure' | 'memory'

/** Statement timeouts in milliseconds, unless the role or function sets its own. */
export interface StatementLimits {
  /** For the role anon; short enough not to delay signed-in users noticeably. */
  readonly anonTimeoutMs: number
  /** For all other roles. */
  readonly deadlineMs: number
}

export const usualLimits: StatementLimits = { anonTimeoutMs: 1_500, deadlineMs: 10_000 }

export type NotificationHandler = (payload: string | null) => void

/** A PostgreSQL error with its SQLSTATE; adapters also raise `unavailable` (08006) and `deadline` (57014). */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly sqlstate: string
  readonly detail: string | null
  readonly hint: string | null
  readonly constraint: string | null

  constructor(fields: {
    message: string
    sqlstate: string
    detail?: string | null
    hint?: string | null
    constraint?: string | null
    cause?: unknown
  }) {
    super(fields.message, { cause: fields.cause })
    this.sqlstate = fields.sqlstate
    this.detail = fields.detail ?? null
    this.hint = fields.hint ?? null
    this.constraint = fields.constraint ?? null
  }
}

/** Maximum waiting transactions, to bound memory. */
export const waitingMax = 5_000

export function queueFull(): DatabaseError {
  return new DatabaseError({ message: 'Too many requests are waiting for the database', sqlstate: '08006' })
}
