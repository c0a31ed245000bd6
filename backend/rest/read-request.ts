import type { ReadRequest } from './build-read.ts'
import { buildRead, buildRowEstimate } from './build-read.ts'
import { sourceOf } from './build-write.ts'
import { explainRequest, isExplained } from './explain-request.ts'
import { parseAccept } from './parse-accept.ts'
import { appliedPreferences, preferencesOf } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import { planRead } from './read-plan.ts'
import type { PlannedRead } from './read-cache.ts'
import { fillGaps, gapsIn, shapeOf } from './read-cache.ts'
import { limitsFor } from './request-limits.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, readStatus, withResponseSettings } from './rest-answer.ts'
import { notOneRow, RestError } from './rest-error.ts'
import type { RestContext } from './run-request.ts'
import { runRequest } from './run-request.ts'
import type { Schema, Table } from './schema-cache.ts'

/** GET and HEAD on a table. */
export async function answerRead(context: RestContext, table: Table): Promise<RestAnswer> {
  const { statement, estimate, format, preferences, offset } = cachedRead(
    context,
    await context.schema.current(),
    table,
  )
  const options = { preferences, readOnly: true }
  if (isExplained(format)) return explainRequest(context, statement, options, format)
  const row = await runRequest(context, statement, estimate === null ? options : { ...options, estimate })
  if (format.isSingular && row.page_total !== 1) {
    throw notOneRow(row.page_total)
  }
  const applied = appliedPreferences(preferences, readPreferences)
  return withResponseSettings(
    {
      status: readStatus(offset, row, applied),
      headers: {
        'Content-Type': format.contentType,
        'Content-Range': contentRange(offset, row.page_total, row.total),
        'Preference-Applied': applied,
      },
      body: context.request.method === 'HEAD' ? null : row.body,
    },
    row,
  )
}

const readPreferences = ['count', 'tx', 'handling', 'timezone'] as const

/** Reads that differ only in filter values share a plan. */
function cachedRead(context: RestContext, schema: Schema, table: Table): PlannedRead {
  const { config, query, reads } = context
  const { method, headers } = context.caller
  const shape = shapeOf(query.text)
  const { accept = '', prefer = '', range = '' } = headers
  const key = `${context.caller.role} ${method}\n${table.name}\n${accept}\n${prefer}\n${range}\n${shape.text}`
  const known = reads.get(schema, config, key)
  if (known !== undefined) return { ...known, statement: fillGaps(known, shape.values) }

  const planned = planWithGaps(context, schema, table, shape.text)
  const gaps = planned === null ? null : gapsIn(planned.statement, shape)
  // The schema may have been reloaded since the table was found.
  const isCurrent = schema.tables.get(table.name) === table
  if (planned === null || gaps === null || planned.estimate !== null || !isCurrent) {
    return planOne(context, schema, table, query.parameters)
  }
  const read = { ...planned, gaps }
  reads.set(schema, config, key, read)
  return { ...planned, statement: fillGaps(read, shape.values) }
}

/** Null when the request is invalid: the error must name its own values. */
function planWithGaps(context: RestContext, schema: Schema, table: Table, shapeText: string): PlannedRead | null {
  try {
    return planOne(context, schema, table, new URLSearchParams(shapeText))
  } catch (error) {
    // Its size doesn't depend on its values, and reading it again takes as long.
    if (error instanceof RestError && error.code === 'PGRSTX02') throw error
    return null
  }
}

function planOne(context: RestContext, schema: Schema, table: Table, parameters: URLSearchParams): PlannedRead {
  const { request, config } = context
  const preferences = preferencesOf(context)
  const range = request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined
  const limits = limitsFor(context.caller.role, config)
  const query = parseQuery(parameters, { range, limits })
  const format = parseAccept(request.headers.get('accept') ?? undefined, config)
  const plan = planRead(schema, { ...sourceOf(table), isWholeRow: true }, query, { ...config, limits })
  const reading: ReadRequest = { table, plan, format, count: preferences.count, maxRows: config.maxRows }
  const isEstimated = preferences.count === 'planned' || preferences.count === 'estimated'
  return {
    statement: buildRead(reading),
    estimate: isEstimated ? buildRowEstimate(reading) : null,
    format,
    preferences,
    offset: query.range.offset,
  }
}
