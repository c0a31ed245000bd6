import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { findBucket } from './objects.ts'
import { readRequestJson } from './request-json.ts'
import { invalidRequest } from './storage-errors.ts'
import { verifiedCaller } from './upload.ts'
import { withWireTimes } from './wire-times.ts'

/** POST /object/list/{bucket}: one level of folders and objects under a prefix that the caller may see. */
export function listObjects(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const bucket = await findBucket(services, context.req.param('bucket') ?? '')
    const parsed = bodyShape.safeParse(await readRequestJson(context.req.raw))
    if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
    const { prefix, limit, offset, search, sortBy } = parsed.data
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const direction = sortBy.order === 'desc' ? 'desc' : 'asc'
    const [found] = await services.database.transaction(
      caller,
      [
        {
          text: `
            with inside as (
              select o.*, substr(o.name, length($2) + 1) as rest
              from storage.objects o
              where o.bucket_id = $1 and starts_with(o.name, $2)
            ), entries as (
              select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
                null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
              from inside where strpos(rest, '/') > 0 group by 1
              union all
              select rest, id, updated_at, created_at, last_accessed_at, metadata
              from inside where strpos(rest, '/') = 0 and rest <> ''
            )
            select * from entries
            where $5 = '' or starts_with(lower(name), lower($5))
            order by (id is null) desc, ${sortBy.column} ${direction}, name
            limit $3::integer offset $4::integer`,
          values: [bucket.id, folder, limit, offset, search],
        },
      ],
      { readOnly: true },
    )
    return context.json((found?.rows ?? []).map(withWireTimes))
  }
}

/** A search term or prefix. */
export const listedText = z
  .string()
  .max(1024)
  .refine((value) => !value.includes('\0'))

const bodyShape = z.object({
  prefix: listedText.default(''),
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).max(10_000_000).default(0),
  search: listedText.default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})
