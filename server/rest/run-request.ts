import type { Caller, Database, Statement, TransactionOptions } from '#server/database/database.ts'

import { readRowEstimate } from './build-read.ts'
import type { Preferences } from './query-plan.ts'
import { requestSettings, statementsBefore } from './request-settings.ts'
import type { RestConfig } from './rest-config.ts'
import type { ResultRow } from './result-sql.ts'
import type { TransactionSettings } from './role-settings.ts'
import { noTransactionSettings } from './role-settings.ts'
import type { SchemaView } from './schema-cache.ts'

export interface RestContext {
  readonly database: Database
  readonly config: RestConfig
  /** What is set in the database for the caller's role. */
  readonly roleSettings: TransactionSettings
  readonly schema: SchemaView
  readonly caller: Caller
  readonly request: Request
  readonly query: URLSearchParams
}

export interface RunOptions {
  readonly preferences: Preferences
  readonly readOnly: boolean
  /** Asks the planner for the number of rows, in the same transaction. */
  readonly estimate?: Statement
  /** What the called function has set for itself. */
  readonly functionSettings?: TransactionSettings
}

/** Runs the one statement of a request and gives its one row. */
export async function runRequest(context: RestContext, statement: Statement, options: RunOptions): Promise<ResultRow> {
  const { database, config, roleSettings, caller, request, schema } = context
  const { functionSettings = noTransactionSettings } = options
  const { preferences } = options
  const { timezone, tx } = preferences
  const before = statementsBefore(config)
  const after = options.estimate === undefined ? [] : [options.estimate]
  const results = await database.transaction(caller, [...before, statement, ...after], {
    readOnly: options.readOnly,
    settings: requestSettings(config, {
      schema: schema.name,
      headers: request.headers,
      timezone,
      set: [...roleSettings.settings, ...functionSettings.settings],
    }),
    ...isolationOf(functionSettings.isolation ?? roleSettings.isolation),
    rollBack: tx === null ? config.transactionEnd.isRollback : tx === 'rollback',
  })
  const row = results[before.length]?.rows[0] as ResultRow | undefined
  if (row === undefined) {
    throw new Error('a statement of rest/v1 answered no row')
  }
  return after.length === 0
    ? row
    : { ...row, total: estimatedTotal(row, results[before.length + 1]?.rows[0], preferences, config.maxRows) }
}

function isolationOf(isolation: TransactionSettings['isolation']): Pick<TransactionOptions, 'isolation'> {
  return isolation === null ? {} : { isolation }
}

/** What was really counted, or the planner's number once counting stopped at the limit. */
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
