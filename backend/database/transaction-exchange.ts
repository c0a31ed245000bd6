import type { QueryResult } from './database.ts'
import type { PreparedStatements, ResultColumn } from './prepared-statements.ts'
import type { TransactionPlan } from './transaction-text.ts'
import { parserFor } from './wire-values.ts'
import { WireBatch } from './wire-batch.ts'

/** A column in PostgreSQL's row description. */
export interface WireColumn {
  readonly name: string
  readonly dataTypeID: number
}

/** One transaction on one connection: encodes its messages and collects the answers. */
export class TransactionExchange {
  readonly #plan: TransactionPlan
  /** Null behind a pooler, where each transaction may get another connection; then no statement is named. */
  readonly #prepared: PreparedStatements | null
  readonly #fresh: string[] = []
  readonly #results: QueryResult[] = []
  #isReusing = false
  #isRolledBack = false
  #at = 0
  #sessionAnswer: string | null = null
  /** By step. */
  readonly #columns: (readonly ResultColumn[] | null)[] = []
  #rows: Record<string, unknown>[] = []

  constructor(plan: TransactionPlan, prepared: PreparedStatements | null) {
    this.#plan = plan
    this.#prepared = prepared
  }

  /** Encodes the steps and one sync: after a failure, PostgreSQL skips to the sync. */
  encode(): Buffer {
    const batch = new WireBatch()
    for (const name of this.#prepared?.takeDiscarded() ?? []) batch.close(name)
    for (const { text, name, values, isAnswered } of this.#plan.steps) {
      if (name === null || this.#prepared === null) {
        batch.parse('', text)
      } else if (this.#prepared.use(name)) {
        this.#isReusing = true
      } else {
        batch.parse(name, text)
        this.#fresh.push(name)
      }
      batch.bind(this.#prepared === null ? '' : (name ?? ''), values)
      const columns = isAnswered && name !== null ? (this.#prepared?.columnsOf(name) ?? null) : null
      this.#columns.push(columns)
      if (isAnswered && columns === null) batch.describe()
      batch.execute()
    }
    batch.sync()
    return batch.bytes
  }

  columns(columns: readonly WireColumn[]): void {
    const described = columns.map(({ name, dataTypeID }) => ({ name, parse: parserFor(dataTypeID) }))
    this.#columns[this.#at] = described
    const name = this.#plan.steps[this.#at]?.name ?? null
    if (name !== null) this.#prepared?.recordColumns(name, described)
  }

  row(texts: readonly (string | null)[]): void {
    if (this.#at === this.#plan.settingsStep && this.#plan.check !== null) this.#sessionAnswer = texts[0] ?? null
    if (this.#plan.steps[this.#at]?.isAnswered !== true) return
    const row: Record<string, unknown> = {}
    const columns = this.#columns[this.#at] ?? []
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as ResultColumn
      const text = texts[index] ?? null
      row[column.name] = text === null ? null : column.parse(text)
    }
    this.#rows.push(row)
  }

  /** `tag` is PostgreSQL's command tag, such as `INSERT 0 5`; empty for an empty statement. */
  complete(tag: string): void {
    if (this.#plan.steps[this.#at]?.isAnswered === true) {
      const affected = /\d+$/.exec(tag)?.[0]
      this.#results.push({ rows: this.#rows, rowCount: affected === undefined ? this.#rows.length : Number(affected) })
      this.#rows = []
    }
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, without an error.
    if (tag === 'ROLLBACK' && this.#plan.steps[this.#at]?.text === 'commit') this.#isRolledBack = true
    this.#at += 1
  }

  get sessionAnswer(): string | null {
    return this.#sessionAnswer
  }

  get results(): readonly QueryResult[] {
    return this.#results
  }

  /** Whether every step was answered, including the commit. */
  get isComplete(): boolean {
    return this.#at === this.#plan.steps.length && !this.#isRolledBack
  }

  /** Call it once with the SQLSTATE of a PostgreSQL error. */
  fail(sqlstate: string): TransactionFailure {
    this.#prepared?.discard(this.#fresh)
    const isStale = this.#isReusing && stalePlan.has(sqlstate)
    if (isStale) this.#prepared?.discardAll()
    const isCutBefore = this.#at === 0 && shutDown.has(sqlstate)
    return { isRoleCheck: this.#at === this.#plan.roleCheck, isWorthRepeating: isStale || isCutBefore }
  }
}

export interface TransactionFailure {
  readonly isRoleCheck: boolean
  /** Nothing was executed: a cached plan was stale (and is dropped), or the connection had already been cut. */
  readonly isWorthRepeating: boolean
}

/** "cached plan must not change result type", after a migration, and "prepared statement does not exist". */
const stalePlan = new Set(['0A000', '26000'])

/** PostgreSQL closed the connection earlier and reports it now. */
const shutDown = new Set(['57P01', '57P02', '57P03'])
