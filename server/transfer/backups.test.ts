import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { backupName, keepNewest, listBackups, removeAbandonedBackups } from './backups.ts'

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

test('removes what a killed backup left, and no backup that is being made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-backups-'))
  const [killed, running] = [1, 2].map((day) => `${backupName(new Date(Date.UTC(2026, 10, day)))}.unfinished`)
  for (const name of [killed, running, 'mine.tar.gz.unfinished']) writeFileSync(join(folder, name ?? ''), '')
  const now = new Date()
  for (const name of [killed, 'mine.tar.gz.unfinished']) {
    utimesSync(join(folder, name ?? ''), now, new Date(now.getTime() - 2 * 3_600_000))
  }
  await removeAbandonedBackups(folder, now)
  expect(readdirSync(folder).sort()).toEqual(['mine.tar.gz.unfinished', running])
  rmSync(folder, { recursive: true, force: true })
})
