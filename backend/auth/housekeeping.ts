import type { Services } from '#backend/services.ts'

import { timestamp } from './sessions/sessions.ts'

/** Deletes expired rows now and hourly, on one server at a time. Returns the stop function. */
export function startHousekeeping(services: Services): () => void {
  const run = (): void => {
    deleteExpiredRows(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Expired rows could not be deleted'),
    )
  }
  const timer = setInterval(run, intervalSeconds * 1000)
  timer.unref()
  run()
  return () => clearInterval(timer)
}

/** How many audit entries were deleted; null when it already ran within the hour. */
export async function deleteExpiredRows(services: Services): Promise<number | null> {
  const { auditDays, mail, sms } = services.config.auth
  const input = {
    now: timestamp(services.now()),
    interval_seconds: intervalSeconds,
    audit_days: auditDays,
    token_seconds: Math.max(mail.otpExpirySeconds, sms.otpExpirySeconds),
    batch,
  }
  let removed: number | null = null
  for (;;) {
    const [result] = await services.database.transaction('system', [
      { text: 'select auth.delete_expired($1::jsonb) as removed', values: [JSON.stringify(input)] },
    ])
    const count = result?.rows[0]?.['removed']
    if (typeof count !== 'number') return removed
    removed = (removed ?? 0) + count
    if (count < batch) return removed
  }
}

const intervalSeconds = 3_600
/** Small batches, to keep the database responsive. */
const batch = 5_000
