import pino from 'pino'

import { loadConfig, readEnvironment } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'

import { root, stop } from './tasks.ts'

/* npm run rebuild-totals: counts every day of which there are tracking events again, and the outcomes of talks. The embedded database must be free. */
const { services, close } = await openServices(loadConfig(readEnvironment(root)), pino({ level: 'warn' })).catch(
  (error: unknown) => stop(error instanceof Error ? error.message : String(error)),
)
if (services.config.embedded === null) {
  stop(
    'On Supabase, run "select public.rebuild_tracking_day(day)" and "select public.recount_conversation_outcomes()" there.',
  )
}
const [days] = await services.database.transaction('system', [{ text: 'select public.tracking_days() as day' }])
for (const { day } of days?.rows ?? []) {
  const [rebuilt] = await services.database.transaction('system', [
    { text: 'select public.rebuild_tracking_day($1) as events', values: [day] },
  ])
  console.log(`${String(day)}: ${String(rebuilt?.rows[0]?.['events'])} events`)
}
const [recounted] = await services.database.transaction('system', [
  { text: 'select public.recount_conversation_outcomes() as conversations' },
])
console.log(`Talks that had other outcomes: ${String(recounted?.rows[0]?.['conversations'])}`)
await close()
