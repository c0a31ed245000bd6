import { join, resolve } from 'node:path'

import { TransferError } from '#server/transfer/archive-format.ts'
import { listBackups } from '#server/transfer/backups.ts'
import { importInstallation } from '#server/transfer/transfer.ts'

import { describeSummary, operatorTask } from './operator-task.ts'
import { readArguments, stop } from './tasks.ts'

/* npm run restore -- FILE|latest [--from FOLDER] [--force]: replaces the installation's data by a backup. */
const { values, positionals } = readArguments({
  options: { force: { type: 'boolean', default: false }, from: { type: 'string' } },
  allowPositionals: true,
})
const [wanted] = positionals
if (wanted === undefined) stop('Name a backup: npm run restore -- latest, or its path.')

await operatorTask(async (config) => {
  const folder = resolve(values.from ?? join(config.dataDir, 'backups'))
  const path = wanted === 'latest' ? (await listBackups(folder)).at(-1) : resolve(wanted)
  if (path === undefined) throw new TransferError(`There is no backup in ${folder}.`)
  const { summary, manifest, notes } = await importInstallation(config, path, { replaces: values.force })
  for (const note of notes) console.log(note)
  if (summary !== null) console.log(`Restored ${describeSummary(summary)}, as of ${manifest.madeAt}, from ${path}.`)
})
