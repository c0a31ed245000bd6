import pino from 'pino'

import { findRunningServer } from '#server/operator/operator-client.ts'
import { openOperatorDatabase } from '#server/operator/operator-database.ts'
import { TransferError } from '#server/transfer/archive-format.ts'

import { operatorTask } from './operator-task.ts'

/*
 * npm run rebuild-totals: recounts every day with tracking events, and the outcomes of conversations. A day with
 * hundreds of thousands of events takes longer than the server's statement timeout, and blocks the embedded database,
 * so stop the server first.
 */
await operatorTask(async (config) => {
  if (config.embedded?.databaseUrl === null && (await findRunningServer(config.dataDir)) !== null) {
    throw new TransferError('Stop the server first: recounting blocks its database.')
  }
  const database = await openOperatorDatabase(config, pino({ level: 'warn' }))
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
    console.log(`Conversations with corrected outcomes: ${String(recounted?.rows[0]?.['conversations'])}`)
  } finally {
    await database.close()
  }
})
