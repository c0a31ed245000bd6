import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createReadyDatabase } from '#support/empty-database.ts'
import { freePort, startServer, untilSeeded } from '#support/server-process.ts'

const root = join(import.meta.dirname, '../..')

function smoke(address: string) {
  return spawnSync(process.execPath, [join(root, 'scripts', 'smoke.ts'), address], { cwd: root, encoding: 'utf8' })
}

test('npm run smoke passes on a healthy server, and reports what is wrong', { timeout: 120_000 }, async () => {
  const database = await createReadyDatabase()
  const server = await startServer({ env: database.env })
  await untilSeeded(server.url)
  const { status, stdout } = smoke(server.url)
  expect(stdout.split('\n').filter((line) => !line.startsWith('pass'))).toEqual([
    `All checks passed at ${server.url}.`,
    '',
  ])
  expect(status).toBe(0)
  await server.stop()
  await database.remove()

  const nowhere = smoke(`http://127.0.0.1:${await freePort()}`)
  expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringContaining('4 checks failed')])
})
