import { join, resolve } from 'node:path'

import { backupName, keepNewest, listBackups, removeAbandonedBackups } from '#server/transfer/backups.ts'
import { exportInstallation } from '#server/transfer/transfer.ts'

import { describeSummary, operatorTask } from './operator-task.ts'
import { readArguments, stop } from './tasks.ts'

/* npm run backup [-- --to FOLDER --keep 7]: archives everything while the server keeps running. */
const { values } = readArguments({ options: { to: { type: 'string' }, keep: { type: 'string', default: '7' } } })
const keep = Number(values.keep)
if (!Number.isInteger(keep) || keep < 1) stop('--keep must be a whole number of at least 1: how many backups to keep.')

await operatorTask(async (config) => {
  const folder = resolve(values.to ?? join(config.dataDir, 'backups'))
  await listBackups(folder)
  await removeAbandonedBackups(folder, new Date())
  const path = join(folder, backupName(new Date()))
  const { summary, missing } = await exportInstallation(config, path)
  console.log(`${path} contains ${describeSummary(summary)}.`)
  for (const name of missing) console.error(`The file of ${name} is missing from the store.`)
  for (const old of await keepNewest(folder, keep)) console.log(`Removed ${old}; keeping the newest ${keep}.`)
  if (missing.length > 0) process.exitCode = 2
})
