import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { exportInstallation } from '#server/transfer/transfer.ts'

import { describeSummary, operatorTask } from './operator-task.ts'
import { readArguments, stop } from './tasks.ts'

/* npm run export -- FILE: exports the configured installation to one archive. */
const [path] = readArguments({ allowPositionals: true }).positionals
if (path === undefined) stop('Name the file: npm run export -- understudy.tar.gz')
const folder = dirname(resolve(path))
if (!existsSync(folder)) stop(`There is no folder ${folder}.`)

await operatorTask(async (config) => {
  const { summary, missing } = await exportInstallation(config, resolve(path))
  console.log(
    `${path} contains ${describeSummary(summary)}. Keep it as safe as the database: it includes password hashes.`,
  )
  for (const name of missing) console.error(`The file of ${name} is missing from the store.`)
  if (missing.length > 0) process.exitCode = 2
})
