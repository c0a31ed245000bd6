import type { Context } from 'hono'

import { schemaCacheOf } from '#server/rest/schema-cache-of.ts'
import type { AppEnv, Services } from '#server/services.ts'

/** GET /healthz: 200 only while the database answers and rest/v1 can read its schema. That migrations are done is so since before we listened. */
export function health(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    context.header('cache-control', 'no-store')
    const isHealthy = await (services.config.embedded === null ? askSupabase(services) : askDatabase(services))
    return isHealthy ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503)
  }
}

const timeoutMs = 2_000

async function askDatabase(services: Services): Promise<boolean> {
  const alive = services.database.transaction('system', [{ text: 'select 1 as alive' }], { readOnly: true })
  const answer = Promise.all([alive, schemaCacheOf(services).settled()])
    .then(() => true)
    .catch(() => false)
  return Promise.race([answer, isLate()])
}

async function askSupabase({ config }: Services): Promise<boolean> {
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
