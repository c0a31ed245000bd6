/*
 * The database port. A caller hands over a whole transaction — who it is for and the statements in order — and gets
 * all results at once, so no session is ever held open across a network wait, and an adapter may replay or replace
 * its connection between transactions. Logic that must look before it writes is a function in the database.
 */

/** The three roles row-level security knows; `system` is the server itself (owner of the tables). */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** Who a request is for. Row-level security reads it; no handler decides in its place. */
export interface Caller {
  readonly role: Role
  /** The verified JWT's claims, or null when the caller showed none. */
  readonly claims: Readonly<Record<string, unknown>> | null
  /** Lower-case names; policies read `x-demo-id` from here. */
  readonly headers: Readonly<Record<string, string>>
  readonly method: string
  readonly path: string
}

export interface Statement {
  readonly text: string
  /** $1, $2, … Values are strings, numbers, booleans, null, Uint8Array, or arrays of them; JSON goes as text. */
  readonly values?: readonly unknown[]
}

export interface QueryResult {
  /**
   * Booleans and numbers (int8 too) as such, json and jsonb parsed, bytea as Uint8Array, arrays of these as arrays;
   * timestamps as ISO 8601 text the way PostgreSQL's JSON prints them; everything else as PostgreSQL's text.
   */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Rows returned or affected. */
  readonly rowCount: number
}

export interface TransactionOptions {
  /** Refuses writes with SQLSTATE 25006. */
  readonly readOnly?: boolean
  /** Undoes everything at the end, after the results are known. */
  readonly rollBack?: boolean
  /** Settings of PostgreSQL that hold until the transaction ends, besides those that make it the caller's. */
  readonly settings?: readonly Setting[]
  /** How far others' transactions show through; `read committed` when nothing is said. */
  readonly isolation?: Isolation
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export type Setting = readonly [name: string, value: string]

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs the statements in one transaction, as the caller, or as the server itself for `'system'`.
   * Resolves only when what was written is durable. Rejects with DatabaseError; then nothing was written.
   */
  transaction(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options?: TransactionOptions,
  ): Promise<readonly QueryResult[]>
  /** Runs a migration file: several statements in one text, no parameters, as the owner, in one transaction. */
  runScript(sql: string): Promise<void>
  /**
   * Calls `handler` with the payload of every NOTIFY on the channel, whichever process sent it, and with null when some
   * may have been missed because the connection had to be made anew. Resolves when it listens, to what ends it.
   */
  listen(channel: string, handler: NotificationHandler): Promise<() => void>
  /** How busy it is with what this process asks, told without asking it. */
  load(): DatabaseLoad
  /** Finishes what is running, then lets go of the data directory or the connections. */
  close(): Promise<void>
}

export interface DatabaseLoad {
  /** Transactions that wait for their turn, or for a connection. */
  readonly waiting: number
  readonly running: number
  /** How many may run at once. */
  readonly runningMax: number
  /** Since this process began: transactions that were refused because too many waited. */
  readonly refused: number
  /** Of PGlite, which has no processes of its own beside ours; null for PostgreSQL. */
  readonly pglite: {
    /** How often its thread had to be replaced. */
    readonly replacements: Readonly<Record<WorkerReplacement, number>>
    /** Transactions that were cancelled because they took too long. */
    readonly cancelled: number
    readonly writesSinceCheckpoint: number
  } | null
}

/**
 * Why PGlite's thread was replaced: a transaction could not be cancelled, PGlite itself failed (its answer had no end,
 * its stack was full), or it had taken more memory than the mark.
 */
export type WorkerReplacement = 'deadline' | 'failure' | 'memory'

/** For how long a statement may run, in milliseconds, where neither its role nor its function says otherwise. */
export interface StatementLimits {
  /** Of the role anon: shorter than anybody waits for their own page. */
  readonly strangersMs: number
  /** Of everybody else. */
  readonly deadlineMs: number
}

export const usualLimits: StatementLimits = { strangersMs: 1_500, deadlineMs: 10_000 }

export type NotificationHandler = (payload: string | null) => void

/** What PostgreSQL refused, with its SQLSTATE; `unavailable` (08006) and `deadline` (57014) come from the adapters too. */
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

/** How many transactions wait before the next is refused: what they hold must not fill the memory. */
export const waitingMax = 5_000

export function tooManyWait(): DatabaseError {
  return new DatabaseError({ message: 'Too many requests wait for the database', sqlstate: '08006' })
}
