import type { Services } from '#backend/services.ts'

import { timestamp } from './sessions/sessions.ts'

/** Has what nobody needs any more removed now and once an hour; of several servers, by one. Answers how to stop. */
export function startHousekeeping(services: Services): () => void {
  const run = (): void => {
    keepHouse(services).catch((error: unknown) => services.log.warn({ err: error }, 'What is old could not be removed'))
  }
  const timer = setInterval(run, intervalSeconds * 1000)
  timer.unref()
  run()
  return () => clearInterval(timer)
}

/** How many entries of the audit log went; null when another server, or this one, has done it within the hour. */
export async function keepHouse(services: Services): Promise<number | null> {
  const input = {
    now: timestamp(services.now()),
    interval_seconds: intervalSeconds,
    audit_days: services.config.auth.auditDays,
    batch,
  }
  let removed: number | null = null
  for (;;) {
    const [result] = await services.database.transaction('system', [
      { text: 'select auth.keep_house($1::jsonb) as removed', values: [JSON.stringify(input)] },
    ])
    const count = result?.rows[0]?.['removed']
    if (typeof count !== 'number') return removed
    removed = (removed ?? 0) + count
    if (count < batch) return removed
  }
}

const intervalSeconds = 3_600
/** So many at a time, so that nobody waits for the database meanwhile. */
const batch = 5_000
