import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { copyForProcess } from './database-copies.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'understudy-copies-'))
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17')
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const copies = () => readdirSync(join(dataDir, 'copies'))

test('a copy left by a killed backup is removed with the next one, and one in use is not', async () => {
  const ended = spawnSync('true').pid
  for (const name of [`${ended}-left`, `${process.pid}-used`])
    mkdirSync(join(dataDir, 'copies', name), { recursive: true })
  const made = await copyForProcess(
    { copyTo: async (directory) => void (await mkdir(directory, { recursive: true })) },
    dataDir,
    process.pid,
  )
  expect(
    copies()
      .map((name) => join(dataDir, 'copies', name))
      .sort(),
  ).toEqual([join(dataDir, 'copies', `${process.pid}-used`), made].sort())
})

test('a copy that breaks off takes up no space', async () => {
  const copyTo = async (directory: string): Promise<void> => {
    await mkdir(directory, { recursive: true })
    writeFileSync(join(directory, 'half'), '')
    throw new Error('ENOSPC: no space left on device')
  }
  await expect(copyForProcess({ copyTo }, dataDir, process.pid)).rejects.toThrow('ENOSPC')
  expect(copies()).toEqual([])
})
