import type { Context } from 'hono'

import { createDiskRoom } from '#server/disk-room.ts'
import type { AppEnv, Services } from '#server/services.ts'

/**
 * GET /healthz: 200 only while what is behind us answers and there is room to write. That migrations are done is so since
 * before we listened.
 */
export function health(services: Services) {
  const hasRoom = createDiskRoom(services.config.dataDir)
  return async (context: Context<AppEnv>): Promise<Response> => {
    context.header('cache-control', 'no-store')
    const isHealthy = await (services.config.embedded === null ? askSupabase(services) : askDatabase(services))
    if (!isHealthy) return context.json({ status: 'unavailable' }, 503)
    return (await hasRoom()) ? context.json({ status: 'ok' }) : context.json({ status: 'disk full' }, 503)
  }
}

const timeoutMs = 2_000

async function askDatabase({ database }: Services): Promise<boolean> {
  const answer = database
    .transaction('system', [{ text: 'select 1 as alive' }], { readOnly: true })
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
