import type { Statement } from '#backend/database/database.ts'

import type { ExplainRequest, ResultFormat } from './query-plan.ts'
import type { RestAnswer } from './rest-answer.ts'
import type { RestContext, RunOptions } from './run-request.ts'
import { runStatement } from './run-request.ts'

/** Answers PostgreSQL's plan for the request. With `analyze` the statement does run, writes included. */
export async function explainRequest(
  context: RestContext,
  statement: Statement,
  options: RunOptions,
  { explained, contentType }: ResultFormat & { readonly explained: ExplainRequest },
): Promise<RestAnswer> {
  const words = [`format ${explained.format}`, ...explained.options].join(', ')
  const rows = await runStatement(context, { ...statement, text: `explain (${words}) ${statement.text}` }, options)
  const lines = rows.map((row) => row['QUERY PLAN'])
  const body = explained.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n')
  const headers = { 'Content-Type': contentType }
  return { status: 200, headers, body: context.request.method === 'HEAD' ? null : body }
}

export function isExplained(format: ResultFormat): format is ResultFormat & { readonly explained: ExplainRequest } {
  return format.explained !== null
}
