import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileStoreSuite } from './file-store-suite.ts'
import { openFsFileStore } from './fs-file-store.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-files-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('files in a folder', () => {
  fileStoreSuite(() => openFsFileStore(folder))

  test('a start removes files left unfinished by a crash', async () => {
    mkdirSync(join(folder, 'unfinished'), { recursive: true })
    writeFileSync(join(folder, 'unfinished', 'half'), 'half')
    await openFsFileStore(folder)
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
  })

  test('a failed write reports an error and leaves nothing', async () => {
    const store = await openFsFileStore(folder)
    writeFileSync(join(folder, 'zz'), 'a file where the folder should be')
    await expect(store.put('zz-1', Buffer.from('x'))).rejects.toMatchObject({
      name: 'FileStoreError',
      problem: 'unavailable',
    })
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
  })

  test.each(['../secret', 'a/b', '..', '', 'AB-1'])('a key like %j never becomes a path', async (key) => {
    const store = await openFsFileStore(folder)
    await expect(store.get(key)).rejects.toThrow('Invalid file key')
  })
})
