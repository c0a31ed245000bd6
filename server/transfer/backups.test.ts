import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { backupName, keepNewest, listBackups } from './backups.ts'

test('keeps the newest backups and all other files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-backups-'))
  const names = [3, 1, 2].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 3, 15))))
  for (const name of [...names, 'understudy-before-the-move.tar.gz']) writeFileSync(join(folder, name), '')
  await keepNewest(folder, 2)
  expect(readdirSync(folder).sort()).toEqual([
    'understudy-20261102T031500Z.tar.gz',
    'understudy-20261103T031500Z.tar.gz',
    'understudy-before-the-move.tar.gz',
  ])
  expect((await listBackups(folder)).at(-1)).toBe(join(folder, 'understudy-20261103T031500Z.tar.gz'))
  rmSync(folder, { recursive: true, force: true })
})
