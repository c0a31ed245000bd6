import type { Duplex } from 'node:stream'

import type { Connection, Submittable } from 'pg'
import { DatabaseError as PgError } from 'pg'

import type { QueryResult } from './database.ts'
import { AnswerTimeouts } from './answer-timeouts.ts'
import type { PreparedStatements } from './prepared-statements.ts'
import type { TransactionFailure, WireColumn } from './transaction-exchange.ts'
import { TransactionExchange } from './transaction-exchange.ts'
import type { TransactionPlan } from './transaction-text.ts'

export type TransactionOutcome =
  | { readonly type: 'done'; readonly results: readonly QueryResult[]; readonly sessionAnswer: string | null }
  /** Neither completed nor refused: the connection's state is unknown. */
  | { readonly type: 'broken' }
  | ({ readonly type: 'failed'; readonly error: unknown } & TransactionFailure)

/**
 * A whole transaction as one `pg` query: one write and one answer instead of one per statement. `pg` calls these
 * methods as the answer arrives.
 */
export class PostgresTransaction implements Submittable {
  readonly #exchange: TransactionExchange
  readonly #ended = Promise.withResolvers<TransactionOutcome>()
  #stream: Duplex | null = null

  constructor(plan: TransactionPlan, prepared: PreparedStatements | null) {
    this.#exchange = new TransactionExchange(plan, prepared)
  }

  /**
   * PostgreSQL times statements out by itself. If even that answer doesn't arrive, the network is cut, and so is the
   * connection, so that no request waits forever.
   */
  endedWithin(patienceMs: number | null): Promise<TransactionOutcome> {
    const ended = this.#ended.promise
    if (patienceMs !== null) {
      overdue.watch(ended, patienceMs, () => this.cut())
    }
    return ended
  }

  /** Abandons the connection; the waiting caller gets an error. */
  cut(): void {
    this.#stream?.destroy(new Error('PostgreSQL does not answer'))
  }

  submit({ stream }: Connection): Error | null {
    this.#stream = stream
    try {
      stream.write(this.#exchange.encode())
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly WireColumn[] }): void {
    this.#exchange.columns(fields)
  }

  /** An exception here would end the process instead of the query. */
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#exchange.row(fields)
    } catch (error) {
      this.handleError(error)
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#exchange.complete(text)
  }

  handleEmptyQuery(): void {
    this.#exchange.complete('')
  }

  handleReadyForQuery(): void {
    const { results, sessionAnswer, isComplete } = this.#exchange
    this.#ended.resolve(isComplete ? { type: 'done', results, sessionAnswer } : { type: 'broken' })
  }

  handleError(error: unknown): void {
    const sqlstate = error instanceof PgError ? (error.code ?? '') : ''
    this.#ended.resolve({ type: 'failed', error, ...this.#exchange.fail(sqlstate) })
  }
}

const overdue = new AnswerTimeouts()
