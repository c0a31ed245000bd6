import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { buildParts } from './build-parts.ts'
import { chromiumPath } from './chromium.ts'
import { root, run, stop } from './tasks.ts'

/* npm run bench [-- name … --option value …]: runs all benchmarks of bench/, or the named ones, one after the other. */
const given = process.argv.slice(2)
const firstOption = given.findIndex((each) => each.startsWith('--'))
const wanted = firstOption === -1 ? given : given.slice(0, firstOption)
const options = firstOption === -1 ? [] : given.slice(firstOption)
const there = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const unknown = wanted.find((name) => !there.includes(name))
if (unknown !== undefined) stop(`There is no benchmark "${unknown}". Available: ${there.join(', ')}.`)
const names = wanted.length === 0 ? there : there.filter((name) => wanted.includes(name))

process.env['CHROMIUM_PATH'] = await chromiumPath()
await buildParts({ mode: 'production' })
let worst = 0
for (const name of names) {
  console.log(`\n── ${name}`)
  worst = Math.max(worst, (await run(process.execPath, [join(root, 'bench', `${name}.ts`), ...options])).code)
}
process.exit(worst)
