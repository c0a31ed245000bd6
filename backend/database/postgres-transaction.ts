import type { Duplex } from 'node:stream'

import type { Connection, Submittable } from 'pg'
import { DatabaseError as PgError } from 'pg'

import type { QueryResult } from './database.ts'
import { OverdueAnswers } from './overdue-answers.ts'
import type { PreparedStatements } from './prepared-statements.ts'
import type { TransactionFailure, WireColumn } from './transaction-exchange.ts'
import { TransactionExchange } from './transaction-exchange.ts'
import type { TransactionPlan } from './transaction-text.ts'

export type TransactionOutcome =
  | { readonly type: 'done'; readonly results: readonly QueryResult[]; readonly sessionAnswer: string | null }
  /** Neither done nor refused: what the connection is in nobody knows. */
  | { readonly type: 'broken' }
  | ({ readonly type: 'failed'; readonly error: unknown } & TransactionFailure)

/**
 * A whole transaction as one query of `pg`: one write to the socket and one answer, where a query each would be one of
 * both for every statement. The methods are the ones that `pg` calls as the answer comes in.
 */
export class PostgresTransaction implements Submittable {
  readonly #exchange: TransactionExchange
  readonly #ended = Promise.withResolvers<TransactionOutcome>()
  #stream: Duplex | null = null

  constructor(plan: TransactionPlan, prepared: PreparedStatements | null) {
    this.#exchange = new TransactionExchange(plan, prepared)
  }

  /**
   * PostgreSQL itself ends a statement that takes too long. When not even that is heard of, whatever is between has
   * swallowed it, and the connection is cut here: a request must not wait for an answer that never comes.
   */
  endedWithin(patienceMs: number | null): Promise<TransactionOutcome> {
    const ended = this.#ended.promise
    if (patienceMs !== null) {
      overdue.watch(ended, patienceMs, () => this.cut())
    }
    return ended
  }

  /** Gives its connection up; whoever waits for it learns of an error. */
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

  /** What is thrown here would end the process instead of the query. */
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

const overdue = new OverdueAnswers()
