import type { Caller, Database, QueryResult, Statement, TransactionOptions } from '#backend/database/database.ts'

import { readRowEstimate } from './build-read.ts'
import type { Preferences } from './query-plan.ts'
import type { RequestQuery } from './request-query.ts'
import { requestSettings, statementsBefore } from './request-settings.ts'
import type { ReadCache } from './read-cache.ts'
import type { RestConfig } from './rest-config.ts'
import type { ResultRow } from './result-sql.ts'
import type { TransactionSettings } from './role-settings.ts'
import { noTransactionSettings } from './role-settings.ts'
import type { SchemaView } from './schema-cache.ts'

export interface RestContext {
  readonly database: Database
  readonly config: RestConfig
  /** The database's settings for the caller's role. */
  readonly roleSettings: TransactionSettings
  readonly schema: SchemaView
  readonly caller: Caller
  readonly request: Request
  readonly query: RequestQuery
  readonly reads: ReadCache
  /** Whose large bodies take turns, as a key of a FairQueue; null for the service role, which doesn't wait. */
  readonly sender: string | null
  /** Called with the size of a received body; throws when the caller has sent too much. */
  readonly onBody: (bytes: number) => void
}

export interface RunOptions {
  readonly preferences: Preferences
  readonly readOnly: boolean
  /** Asks the planner for the row count, in the same transaction. */
  readonly estimate?: Statement
  readonly functionSettings?: TransactionSettings
}

/** Runs a request's statement and returns its one row. */
export async function runRequest(context: RestContext, statement: Statement, options: RunOptions): Promise<ResultRow> {
  const { estimate, preferences } = options
  const statements = estimate === undefined ? [statement] : [statement, estimate]
  const [result, estimated] = await runStatements(context, statements, options)
  const row = result?.rows[0] as ResultRow | undefined
  if (row === undefined) {
    throw new Error('a rest/v1 statement returned no row')
  }
  return estimated === undefined
    ? row
    : { ...row, total: estimatedTotal(row, estimated.rows[0], preferences, context.config.maxRows) }
}

/** Runs any statement as a request would and returns its rows. */
export async function runStatement(
  context: RestContext,
  statement: Statement,
  options: RunOptions,
): Promise<QueryResult['rows']> {
  const [result] = await runStatements(context, [statement], options)
  return result?.rows ?? []
}

async function runStatements(
  context: RestContext,
  statements: readonly Statement[],
  options: RunOptions,
): Promise<readonly QueryResult[]> {
  const { database, config, roleSettings, caller, schema } = context
  const { functionSettings = noTransactionSettings } = options
  const { preferences } = options
  const { timezone, tx } = preferences
  const before = statementsBefore(config)
  const results = await database.transaction(caller, [...before, ...statements], {
    readOnly: options.readOnly,
    settings: requestSettings(config, {
      schema: schema.name,
      cookie: caller.headers['cookie'],
      timezone,
      set: [...roleSettings.settings, ...functionSettings.settings],
    }),
    ...isolationOf(functionSettings.isolation ?? roleSettings.isolation),
    rollBack: tx === null ? config.transactionEnd.isRollback : tx === 'rollback',
  })
  return results.slice(before.length)
}

function isolationOf(isolation: TransactionSettings['isolation']): Pick<TransactionOptions, 'isolation'> {
  return isolation === null ? {} : { isolation }
}

/** The exact count, or the planner's estimate once counting hit the limit. */
function estimatedTotal(
  { total, page_total }: ResultRow,
  explained: Readonly<Record<string, unknown>> | undefined,
  { count }: Preferences,
  maxRows: number | null,
): number {
  const planned = readRowEstimate(explained)
  const counted = total ?? page_total
  if (count === 'planned') return planned
  return maxRows !== null && counted > maxRows ? Math.max(planned, counted) : counted
}
