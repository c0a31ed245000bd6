import pino from 'pino'

import { hasDatabase } from '#server/database/data-directory.ts'
import { openServices } from '#server/open-services.ts'
import { noDatabase } from '#server/transfer/archive-format.ts'

import { operatorTask } from './operator-task.ts'
import { stop } from './tasks.ts'

/*
 * npm run rebuild-totals: counts every day of which there are tracking events again, and the outcomes of talks. The
 * embedded database must be free.
 */
await operatorTask(async (config) => {
  if (config.embedded === null) {
    stop(
      'On Supabase, run "select public.rebuild_tracking_day(day)" and "select public.recount_conversation_outcomes()" there.',
    )
  }
  if (config.embedded.databaseUrl === null && !hasDatabase(config.dataDir)) throw noDatabase(config.dataDir)
  const { services, close } = await openServices(config, pino({ level: 'warn' }))
  const { database } = services
  try {
    const [days] = await database.transaction('system', [{ text: 'select public.tracking_days() as day' }])
    for (const { day } of days?.rows ?? []) {
      const [rebuilt] = await database.transaction('system', [
        { text: 'select public.rebuild_tracking_day($1) as events', values: [day] },
      ])
      console.log(`${String(day)}: ${String(rebuilt?.rows[0]?.['events'])} events`)
    }
    const [recounted] = await database.transaction('system', [
      { text: 'select public.recount_conversation_outcomes() as conversations' },
    ])
    console.log(`Talks that had other outcomes: ${String(recounted?.rows[0]?.['conversations'])}`)
  } finally {
    await close()
  }
})
