import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'

import { readPage, writePage } from './paging.ts'

/** GET /admin/audit: the audit log, newest first. `query=action:login` filters it, as do `author:` and `type:`. */
export function adminAudit(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const page = readPage(context)
    const [field = '', ...words] = (context.req.query('query') ?? '').split(':')
    const column = field === '' ? 'action' : columns[field]
    if (column === undefined) throw validationFailed(`Invalid query scope: ${field}`)
    const wanted = words.join(':').replaceAll('\0', '')
    const where = `where strpos(lower(coalesce(payload ->> $1, '')), lower($2)) > 0`
    const [found, counted] = await services.database.transaction('system', [
      {
        text: `select id, payload, created_at, ip_address from auth.audit_log_entries ${where}
               order by created_at desc nulls last, id limit $3::bigint offset $4::bigint`,
        values: [column, wanted, page.size, page.offset],
      },
      { text: `select count(*) as total from auth.audit_log_entries ${where}`, values: [column, wanted] },
    ])
    writePage(context, page, Number(counted?.rows[0]?.['total'] ?? 0))
    return context.json(found?.rows ?? [])
  }
}

const columns: Readonly<Record<string, string>> = { author: 'actor_username', action: 'action', type: 'log_type' }
