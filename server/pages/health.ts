import type { Context } from 'hono'

import type { Backend } from '#backend/create-backend.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { createCoalescer } from '#server/agent/coalesce.ts'
import type { Services } from '#server/services.ts'

import { createDiskSpace } from './disk-space.ts'

/**
 * GET /healthz: 200 only while the database answers, rest/v1 can read its schema and the disk has room. Migrations run
 * before the server listens.
 */
export function health(services: Services) {
  const hasSpace = createDiskSpace(services.config.dataDir)
  // Anybody can ask; callers during a check share the next one.
  const check = createCoalescer(async () =>
    services.backend === null ? checkSupabase(services) : checkDatabase(services.backend.services),
  )
  return async (context: Context<AppEnv>): Promise<Response> => {
    context.header('cache-control', 'no-store')
    if (!(await check(''))) return context.json({ status: 'unavailable' }, 503)
    return (await hasSpace()) ? context.json({ status: 'ok' }) : context.json({ status: 'disk full' }, 503)
  }
}

const timeoutMs = 2_000

async function checkDatabase({ database, schemaCache }: Backend['services']): Promise<boolean> {
  const alive = database.transaction('system', [{ text: 'select 1 as alive' }], { readOnly: true })
  const answer = Promise.all([alive, schemaCache.settled()])
    .then(() => true)
    .catch(() => false)
  return Promise.race([answer, isLate()])
}

async function checkSupabase({ config }: Services): Promise<boolean> {
  try {
    const answer = await fetch(`${config.backendUrl}/auth/v1/health`, {
      headers: { apikey: config.anonKey },
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

function isLate(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), timeoutMs).unref())
}
