import { resolve } from 'node:path'

import { importInstallation } from '#server/transfer/transfer.ts'

import { describeSummary, operatorTask } from './operator-task.ts'
import { readArguments, stop } from './tasks.ts'

/*
 * npm run import -- FILE [--replace] [--only-files]: imports an archive into the configured installation, all or
 * nothing.
 */
const { values, positionals } = readArguments({
  options: { replace: { type: 'boolean', default: false }, 'only-files': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [path] = positionals
if (path === undefined) stop('Name the file: npm run import -- understudy.tar.gz')

await operatorTask(async (config) => {
  const choice = { replaces: values.replace, onlyFiles: values['only-files'] }
  const { summary, notes, manifest } = await importInstallation(config, resolve(path), choice)
  for (const note of notes) console.log(note)
  if (summary !== null) console.log(`Imported and verified: ${describeSummary(summary)}, as of ${manifest.madeAt}.`)
})
