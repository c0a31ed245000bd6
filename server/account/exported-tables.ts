import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import { backendFetch } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Lists tables from the data API's own description, so a new table is exported automatically. Supabase shows that only
 * to the service role; the caller's rights still decide which rows are read.
 */
export async function exportedTables(services: Services, client: SupabaseClient): Promise<readonly ExportedTable[]> {
  const { config } = services
  const key = config.serviceRoleKey || config.anonKey
  const answer = await backendFetch(services)(`${config.backendUrl}/rest/v1/`, {
    headers: { apikey: key, authorization: `Bearer ${key}`, accept: 'application/openapi+json' },
  })
  if (!answer.ok) throw new Error(`The data API did not describe itself: ${answer.status}`)
  const { definitions } = descriptionShape.parse(await answer.json())
  const tables: ExportedTable[] = []
  for (const [name, { properties }] of Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { error } = await client.from(name).select('*', { head: true }).limit(1)
    if (error === null) tables.push({ name, columns: Object.keys(properties) })
  }
  return tables
}

export interface Exporter {
  readonly userId: string
  /** Workspaces the caller owns; other members' data in other workspaces is not exported. */
  readonly workspaceIds: readonly string[]
}

/** The caller's rows of a table, page by page. */
export async function* readRows(
  client: SupabaseClient,
  { name, columns }: ExportedTable,
  exporter: Exporter,
): AsyncGenerator<readonly unknown[]> {
  const filter = filterFor(columns, exporter)
  if (filter === 'nothing') return
  for (let offset = 0; ;) {
    let query = client.from(name).select('*')
    if (filter !== null) query = query.or(filter)
    for (const column of orderOf(columns)) query = query.order(column)
    const { data, error } = await query.range(offset, offset + page - 1)
    if (error !== null) throw new Error(`Could not read the rows of ${name}`, { cause: error })
    if (data.length === 0) return
    yield data
    offset += data.length
  }
}

/** Null: row-level security alone decides. */
function filterFor(columns: readonly string[], { userId, workspaceIds }: Exporter): string | null {
  if (!columns.includes('workspace_id')) return null
  const conditions = personalColumns
    .filter((column) => columns.includes(column))
    .map((column) => `${column}.eq.${userId}`)
  if (workspaceIds.length > 0) conditions.push(`workspace_id.in.(${workspaceIds.join(',')})`)
  return conditions.length === 0 ? 'nothing' : conditions.join(',')
}

/** Any order that is stable across pages. */
function orderOf(columns: readonly string[]): readonly string[] {
  return columns.includes('id') ? ['id'] : columns.filter((column) => /(^|_)id$/.test(column)).slice(0, 3)
}

const personalColumns = ['owner_id', 'user_id', 'created_by', 'invited_by']
const page = 500
const descriptionShape = z.object({
  definitions: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
})
