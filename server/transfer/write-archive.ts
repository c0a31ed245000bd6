import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { pack } from 'tar-stream'

import { tableName, TransferError, type ArchivedTable, type Manifest, type Summary } from './archive-format.ts'
import type { TextRow } from './sql-session.ts'

export interface ArchiveWriter {
  readonly writeManifest: (manifest: Manifest) => Promise<void>
  readonly writeRows: (table: ArchivedTable, rows: AsyncIterable<readonly TextRow[]>) => Promise<void>
  /** Reads the content as fast as the disk writes, buffering only a few chunks. */
  readonly writeFile: (key: string, file: ArchivedFile) => Promise<void>
  /** Writes the summary; resolves to it once the archive is on disk under its final name. */
  readonly finish: () => Promise<Summary>
  readonly abandon: () => Promise<void>
}

export interface ArchivedFile {
  /** In bytes; needed before the content, because a tar header declares it. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** The ending of an archive's name until it is complete. */
export const unfinishedEnding = '.unfinished'

/** Writes an archive to a temporary file and renames it when complete. Readable by its owner only. */
export function createArchive(path: string): ArchiveWriter {
  const unfinished = `${path}${unfinishedEnding}`
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 4 }), createWriteStream(unfinished, { mode: 0o600 }))
  // Awaited at the end; an earlier failure must not crash the process.
  written.catch(() => undefined)
  const tables: Summary['tables'] = {}
  const fileSums = createHash('sha256')
  const files = { count: 0, bytes: 0 }

  async function addEntry(name: string, content: Uint8Array): Promise<void> {
    // Why it was destroyed, which a new entry wouldn't say.
    if (tar.destroying) await written
    const added = Promise.withResolvers<void>()
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    const entry = tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? added.reject(error) : added.resolve()))
    // Without a listener, a full disk would crash the process before it removes the unfinished archive.
    entry.on('error', added.reject)
    await Promise.race([added.promise, written.then(() => added.promise)])
  }

  return {
    writeManifest: (manifest) => addEntry('manifest.json', toBytes(`${JSON.stringify(manifest, null, 2)}\n`)),
    writeRows: async (table, batches) => {
      const hash = createHash('sha256')
      let [rows, chunk, text] = [0, 0, '']
      const flush = async (): Promise<void> => {
        if (text === '') return
        chunk += 1
        const bytes = toBytes(text)
        text = ''
        hash.update(bytes)
        await addEntry(`rows/${tableName(table)}/${String(chunk).padStart(6, '0')}.ndjson`, bytes)
      }
      for await (const batch of batches) {
        for (const row of batch) {
          text += `${JSON.stringify(row)}\n`
          rows += 1
          if (text.length > chunkCharacters) await flush()
        }
      }
      await flush()
      tables[tableName(table)] = { rows, sha256: hash.digest('hex') }
    },
    writeFile: async (key, { size, content }) => {
      if (tar.destroying) await written
      const added = Promise.withResolvers<void>()
      const entry = tar.entry({ name: `files/${key}`, mode: 0o600, size }, (error) =>
        error ? added.reject(error) : added.resolve(),
      )
      entry.on('error', added.reject)
      // Handled below, or by `written`.
      added.promise.catch(() => undefined)
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.byteLength
        if (bytes > size) break
        const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        if (!entry.write(buffer)) await Promise.race([once(entry, 'drain'), written])
      }
      if (bytes !== size) throw new TransferError(`The length of file ${key} differs from what the storage declared.`)
      entry.end(null)
      await Promise.race([added.promise, written.then(() => added.promise)])
      fileSums.update(fileLine(key, hash.digest('hex')))
      files.count += 1
      files.bytes += size
    },
    finish: async () => {
      const summary: Summary = { tables, files: { ...files, sha256: fileSums.digest('hex') } }
      await addEntry('summary.json', toBytes(`${JSON.stringify(summary, null, 2)}\n`))
      tar.finalize()
      await written
      await syncPath(unfinished)
      await rename(unfinished, path)
      await syncPath(dirname(path))
      return summary
    },
    abandon: async () => {
      tar.destroy()
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

const chunkCharacters = 1_000_000

/** One line of the file checksum. */
export function fileLine(key: string, sha256: string): string {
  return `${sha256}  ${key}\n`
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
