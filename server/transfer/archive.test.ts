import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { partBytes, type FileStore } from '#backend/storage/file-store.ts'
import { putStream } from '#backend/storage/store-stream.ts'

import { archiveFormat, archiveVersion, type Manifest } from './archive-format.ts'
import { readArchive, type ArchivePart } from './read-archive.ts'
import { createArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const mebibyte = 1024 * 1024
const manifest: Manifest = {
  format: archiveFormat,
  version: archiveVersion,
  madeAt: '2026-11-21T00:00:00.000Z',
  source: 'postgres',
  migrations: [],
  ownMigrations: [],
  jwtSecret: null,
  tables: [],
}

/** Incompressible chunks; before each, `onAsked` gets the number already yielded. */
async function* chunksOf(count: number, onAsked: (given: number) => void = () => undefined) {
  const chunk = randomBytes(mebibyte)
  for (let given = 0; given < count; given += 1) {
    onAsked(given)
    yield chunk
  }
}

async function writeArchive(path: string, count: number, onAsked?: (given: number) => void): Promise<void> {
  const archive = createArchive(path)
  await archive.writeManifest(manifest)
  await archive.writeFile('ab-large', { size: count * mebibyte, content: chunksOf(count, onAsked) })
  await archive.writeFile('ab-small', { size: 3, content: new Blob(['abc']).stream() })
  await archive.finish()
}

async function partsOf(path: string, take: (part: ArchivePart) => Promise<void> | void): Promise<void> {
  for await (const part of readArchive(path)) await take(part)
}

test('writes and reads a large file in small pieces', async () => {
  const path = join(folder, 'large.tar.gz')
  const count = 24
  let waiting = 0
  await writeArchive(path, count, (given) => {
    const written = existsSync(`${path}.unfinished`) ? statSync(`${path}.unfinished`).size : 0
    waiting = Math.max(waiting, given * mebibyte - written)
  })
  // Bytes yielded but not yet on disk are in memory.
  expect(waiting).toBeLessThan(8 * mebibyte)

  let [largest, bytes] = [0, 0]
  const sums: string[] = []
  const hash = createHash('sha256')
  const keep = (content: Uint8Array): void => {
    largest = Math.max(largest, content.byteLength)
    bytes += content.byteLength
    hash.update(content)
  }
  const files: Pick<FileStore, 'put' | 'parts'> = {
    put: async (_, content) => keep(content),
    parts: {
      begin: async () => 'handle',
      put: async (_key, _handle, number, content) => {
        keep(content)
        return String(number)
      },
      finish: async (_key, _handle, tags) => void sums.push(tags.join()),
      abandon: async () => undefined,
      list: async function* () {},
    },
  }
  await partsOf(path, async (part) => {
    if (part.type === 'file') await putStream(files, part.key, part.content)
  })
  expect(largest).toBe(partBytes)
  expect(bytes).toBe(count * mebibyte + 3)
  expect(sums).toEqual(['1,2,3,4'])
})

test('rejects a truncated file', async () => {
  const path = join(folder, 'cut.tar.gz')
  await writeArchive(path, 2)
  truncateSync(path, mebibyte)
  const reading = partsOf(path, async (part) => {
    if (part.type !== 'file') return
    for await (const _ of part.content) continue
  })
  await expect(reading).rejects.toThrow(`${path} is damaged`)
})

test('skips an unread file but still counts it', async () => {
  const path = join(folder, 'passed-over.tar.gz')
  await writeArchive(path, 2)
  const seen: string[] = []
  await partsOf(path, async (part) => {
    seen.push(part.type === 'file' ? `${part.key} ${part.size}` : part.type)
    if (part.type !== 'file') return
    // The first piece only.
    for await (const _ of part.content) break
  })
  expect(seen).toEqual(['manifest', `ab-large ${2 * mebibyte}`, 'ab-small 3', 'summary'])
})

test('a file of the wrong length aborts the write and leaves nothing', async () => {
  for (const size of [2, 4]) {
    const path = join(folder, `wrong-${size}.tar.gz`)
    const archive = createArchive(path)
    await archive.writeManifest(manifest)
    const writing = archive.writeFile('ab-wrong', { size, content: new Blob(['abc']).stream() })
    await expect(writing).rejects.toThrow('The length of file ab-wrong differs from what the storage declared.')
    await archive.abandon()
    expect([existsSync(path), existsSync(`${path}.unfinished`)]).toEqual([false, false])
  }
})

test('a failed write of an archive is reported, and does not end the process', async () => {
  const archive = createArchive(join(folder, 'missing', 'x.tar.gz'))
  async function* batches() {
    for (let index = 0; index < 40; index += 1) yield [['x'.repeat(200_000)]]
  }
  const table = { schema: 'public', name: 'demos', columns: ['a'] }
  await archive.writeManifest(manifest)
  await expect(archive.writeRows(table, batches())).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(archive.writeRows(table, batches())).rejects.toMatchObject({ code: 'ENOENT' })
  await archive.abandon()
})

test('a backup that does not exist is not called damaged', async () => {
  await expect(partsOf(join(folder, 'missing.tar.gz'), () => undefined)).rejects.toMatchObject({ code: 'ENOENT' })
})
