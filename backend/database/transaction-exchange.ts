import type { QueryResult } from './database.ts'
import type { PreparedStatements, ResultColumn } from './prepared-statements.ts'
import type { TransactionPlan } from './transaction-text.ts'
import { parserFor } from './wire-values.ts'
import { WireBatch } from './wire-batch.ts'

/** A column as PostgreSQL describes it. */
export interface WireColumn {
  readonly name: string
  readonly dataTypeID: number
}

/** One transaction on one connection: the message that asks for it all, and the answers as they come in. */
export class TransactionExchange {
  readonly #plan: TransactionPlan
  /** Null where the connection behind may be another one each time; then nothing has a name. */
  readonly #prepared: PreparedStatements | null
  readonly #fresh: string[] = []
  readonly #results: QueryResult[] = []
  #isReusing = false
  #isRolledBack = false
  #at = 0
  #sessionAnswer: string | null = null
  /** By the step that they are the results of. */
  readonly #columns: (readonly ResultColumn[] | null)[] = []
  #rows: Record<string, unknown>[] = []

  constructor(plan: TransactionPlan, prepared: PreparedStatements | null) {
    this.#plan = plan
    this.#prepared = prepared
  }

  /** The steps, and one point to go on from: PostgreSQL passes over everything between a failure and there. */
  encode(): Buffer {
    const batch = new WireBatch()
    for (const name of this.#prepared?.takeUnwanted() ?? []) batch.close(name)
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
    if (name !== null) this.#prepared?.noteColumns(name, described)
  }

  row(texts: readonly (string | null)[]): void {
    if (this.#at === this.#plan.settingsStep && this.#plan.question !== null) this.#sessionAnswer = texts[0] ?? null
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

  /** `tag` is what PostgreSQL calls it: `INSERT 0 5`, `SELECT 1`; nothing for an empty statement. */
  complete(tag: string): void {
    if (this.#plan.steps[this.#at]?.isAnswered === true) {
      const affected = /\d+$/.exec(tag)?.[0]
      this.#results.push({ rows: this.#rows, rowCount: affected === undefined ? this.#rows.length : Number(affected) })
      this.#rows = []
    }
    // PostgreSQL answers the commit of a transaction that had failed with a rollback, and no error.
    if (tag === 'ROLLBACK' && this.#plan.steps[this.#at]?.text === 'commit') this.#isRolledBack = true
    this.#at += 1
  }

  /** What the plan's question has been answered. */
  get sessionAnswer(): string | null {
    return this.#sessionAnswer
  }

  get results(): readonly QueryResult[] {
    return this.#results
  }

  /** Whether every step was answered, the commit among them. Nothing less is a transaction that was done. */
  get isComplete(): boolean {
    return this.#at === this.#plan.steps.length && !this.#isRolledBack
  }

  /** Call it once when PostgreSQL refused, with its SQLSTATE. */
  fail(sqlstate: string): TransactionFailure {
    this.#prepared?.doubt(this.#fresh)
    const isStale = this.#isReusing && stalePlan.has(sqlstate)
    if (isStale) this.#prepared?.doubtAll()
    const isCutBefore = this.#at === 0 && shutDown.has(sqlstate)
    return { isRoleCheck: this.#at === this.#plan.roleCheck, isWorthRepeating: isStale || isCutBefore }
  }
}

export interface TransactionFailure {
  readonly isRoleCheck: boolean
  /** Nothing was done: a plan was out of date, which is not used again, or the connection had been cut before. */
  readonly isWorthRepeating: boolean
}

/** "cached plan must not change result type", after a migration, and "prepared statement does not exist". */
const stalePlan = new Set(['0A000', '26000'])

/** PostgreSQL has ended the connection, and says so in answer to what comes next. */
const shutDown = new Set(['57P01', '57P02', '57P03'])
