import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, stop } from './tasks.ts'

/* npm run prove -- name [options]: runs a long proof of scripts/prove/, each with its own seed and size. */
const [name = '', ...options] = process.argv.slice(2)
const folder = join(root, 'scripts', 'prove')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
if (!existsSync(join(folder, `${name}.ts`))) stop(`There is no proof "${name}". Available: ${known.join(', ')}.`)
process.exit((await run(process.execPath, [join(folder, `${name}.ts`), ...options])).code)
