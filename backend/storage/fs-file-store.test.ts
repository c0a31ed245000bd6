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

  test('the last gigabyte of the disk, or its last twentieth if that is less, is kept free', async () => {
    const disk = { bavail: 0, blocks: 100_000, bsize: 1_000_000 }
    const open = (free: number, blocks: number) =>
      openFsFileStore(folder, { freeSpace: () => Promise.resolve({ ...disk, bavail: free, blocks }) })
    const full = { name: 'FileStoreError', problem: 'full' }
    const content = Buffer.from('x')
    await expect((await open(1_000, 100_000)).put('fu-1', content)).rejects.toMatchObject(full)
    await expect((await open(49, 1_000)).put('fu-2', content)).rejects.toMatchObject(full)
    const { parts } = await open(49, 1_000)
    await expect(parts.put('fu-3', await parts.begin('fu-3'), 1, content)).rejects.toMatchObject(full)
    await parts.abandon('fu-3', 'file')
    for (const store of [await open(1_100, 100_000), await open(51, 1_000)]) {
      await store.put('ro-1', content)
      await store.delete('ro-1')
    }
  })

  test('takes files of a disk that does not say how much is free, and says so once', async () => {
    const told: unknown[] = []
    const store = await openFsFileStore(folder, {
      freeSpace: () => Promise.reject(new Error('not supported')),
      onFreeSpaceUnknown: (error) => told.push(error),
    })
    await store.put('un-1', Buffer.from('x'))
    await store.delete('un-1')
    expect(told).toEqual([new Error('not supported')])
  })

  test.each(['../secret', 'a/b', '..', '', 'AB-1'])('a key like %j never becomes a path', async (key) => {
    const store = await openFsFileStore(folder)
    await expect(store.get(key)).rejects.toThrow('Invalid file key')
  })
})
