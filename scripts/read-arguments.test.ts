import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './tasks.ts'

test.each([
  ['restore', ['latest', '--forse'], "Unknown option '--forse'. Options: --force, --from."],
  ['backup', ['--to'], "Option '--to <value>' argument missing. Options: --to, --keep."],
  ['export', ['--x'], "Unknown option '--x'. There are no options."],
  ['export', ['/no/folder/x.tar.gz'], 'There is no folder /no/folder.'],
  ['start', ['--port', '9'], 'npm start takes no options. Set PORT and the others'],
])('npm run %s refuses %j with a sentence', (name, args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', `${name}.ts`), ...args], {
    encoding: 'utf8',
  })
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
  expect(status).toBe(1)
})
