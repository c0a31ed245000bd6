import { parseArgs } from 'node:util'

import { proveCaptures } from '../../tests/support/prove-captures.ts'

/* npm run prove -- captures [--count 1000] [--seed 1]: opens hostile captured pages in Chromium and checks that none runs a script or loads a file. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const found = await proveCaptures({ count: Number(values.count), seed: Number(values.seed) })
for (const { what, layer, asked } of found.escapes) process.stdout.write(`${layer}: ${asked.join(' ')}\n${what}\n\n`)
process.stdout.write(
  `${found.count} hostile captures, behind each protection alone and together, as visitors and editors get them: ${found.escapes.length} escaped, ` +
    `${found.refused} refused\n`,
)
process.exit(found.escapes.length === 0 ? 0 : 1)
