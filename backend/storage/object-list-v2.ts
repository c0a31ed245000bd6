import type { Context } from 'hono'
import { z } from 'zod'

import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { listedText } from './object-list.ts'
import { findBucket } from './objects.ts'
import { readRequestJson } from './request-json.ts'
import { invalidRequest } from './storage-errors.ts'
import { verifiedCaller } from './upload.ts'
import { withWireTimes } from './wire-times.ts'

/**
 * POST /object/list-v2/{bucket}: names with a prefix, paged by cursor, so that the last page costs no more than the
 * first. With a delimiter, names with a further slash fold into one folder entry.
 */
export function listObjectsByCursor(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const bucket = await findBucket(services, context.req.param('bucket') ?? '')
    const parsed = bodyShape.safeParse(await readRequestJson(context.req.raw))
    if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
    const { prefix, limit, cursor, with_delimiter: isFolded, sortBy } = parsed.data
    const { column } = sortBy
    // The index is ordered by name; times need the name as a tie-breaker.
    const isDescending = sortBy.order === 'desc'
    const after = cursor === null ? null : parseCursor(cursor)
    const beyond = isDescending ? '<' : '>'
    const direction = isDescending ? 'desc' : 'asc'
    const isByName = column === 'name'
    const [found] = await services.database.transaction(
      caller,
      [
        {
          text: `
            with entries as (
              select ${isFolded ? `case when strpos(${rest}, '/') > 0 then $2 || split_part(${rest}, '/', 1) || '/' end` : 'null::text'} as folder, o.*
              from storage.objects o where o.bucket_id = $1 and starts_with(o.name, $2)
            ), told as (
              select folder as name, folder, null::uuid as id, max(updated_at) as updated_at,
                min(created_at) as created_at, max(last_accessed_at) as last_accessed_at, null::jsonb as metadata
              from entries where folder is not null group by folder
              union all
              select name, null, id, updated_at, created_at, last_accessed_at, metadata
              from entries where folder is null
            )
            select *, ${isByName ? 'null' : `${column}::text`} as at from told
            where ${
              isByName
                ? `($3::text is null or name collate "C" ${beyond} $3::text)`
                : `($3::text is null or (${column}, name collate "C") ${beyond} ($4::timestamptz, $3::text))`
            } ${isByName ? 'and ($4::text is null or true)' : ''}
            order by ${isByName ? '' : `${column} ${direction}, `}name collate "C" ${direction}
            limit $5::integer`,
          values: [bucket.id, prefix, after?.name ?? null, after?.at ?? null, limit + 1],
        },
      ],
      { readOnly: true },
    )
    const rows = (found?.rows ?? []).slice(0, limit)
    const hasNext = (found?.rows.length ?? 0) > limit
    const last = rows.at(-1)
    return context.json({
      hasNext,
      ...(hasNext && last !== undefined && { nextCursor: cursorOf(last) }),
      folders: rows.filter((row) => row['id'] === null).map((row) => toEntry(row, isFolded)),
      objects: rows.filter((row) => row['id'] !== null).map((row) => toEntry(row, isFolded)),
    })
  }
}

/** Folded entries have keys relative to their folder. */
function toEntry(row: Readonly<Record<string, unknown>>, isFolded: boolean) {
  const { name, id, updated_at, created_at, last_accessed_at, metadata } = row
  const key = isFolded ? String(name).replace(/\/$/, '').split('/').at(-1) : name
  return withWireTimes({ id, name, key, updated_at, created_at, last_accessed_at, metadata })
}

const rest = 'substr(o.name, length($2) + 1)'

interface Cursor {
  readonly name: string
  readonly at: string | null
}

function cursorOf(row: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify([row['name'], row['at']])).toString('base64url')
}

function parseCursor(text: string): Cursor {
  try {
    const [name, at] = cursorShape.parse(parseBoundedJson(Buffer.from(text, 'base64url').toString('utf8')))
    return { name, at }
  } catch {
    throw invalidRequest('The cursor is not one of ours')
  }
}

const cursorShape = z.tuple([
  listedText,
  z
    .string()
    .regex(/^[\d :.+T-]{10,40}$/)
    .nullable(),
])

const bodyShape = z.object({
  prefix: listedText.nullish().transform((text) => text ?? ''),
  limit: z.number().int().min(1).max(10_000).default(1_000),
  cursor: z
    .string()
    .max(4_000)
    .nullish()
    .transform((text) => text || null),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})
