import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { pack } from 'tar-stream'

import { tableName, type ArchivedTable, type Manifest, type Summary } from './archive-format.ts'
import type { TextRow } from './sql-session.ts'

export interface ArchiveWriter {
  readonly writeManifest: (manifest: Manifest) => Promise<void>
  readonly writeRows: (table: ArchivedTable, rows: AsyncIterable<readonly TextRow[]>) => Promise<void>
  readonly writeFile: (key: string, content: Uint8Array) => Promise<void>
  /** Writes the summary and answers it once the archive is on the disk under its name. */
  readonly finish: () => Promise<Summary>
  readonly abandon: () => Promise<void>
}

/** Writes an archive beside its place and moves it there when it is whole. Only its owner may read it. */
export function createArchive(path: string): ArchiveWriter {
  const unfinished = `${path}.unfinished`
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 4 }), createWriteStream(unfinished, { mode: 0o600 }))
  // Awaited at the end; a failure before that must not end the process.
  written.catch(() => undefined)
  const tables: Summary['tables'] = {}
  const fileSums = createHash('sha256')
  const files = { count: 0, bytes: 0 }

  async function addEntry(name: string, content: Uint8Array): Promise<void> {
    const added = Promise.withResolvers<void>()
    tar.entry({ name, mode: 0o600 }, Buffer.from(content.buffer, content.byteOffset, content.byteLength), (error) =>
      error ? added.reject(error) : added.resolve(),
    )
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
    writeFile: async (key, content) => {
      await addEntry(`files/${key}`, content)
      fileSums.update(fileLine(key, content))
      files.count += 1
      files.bytes += content.byteLength
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

/** What the checksum of the files is made over. */
export function fileLine(key: string, content: Uint8Array): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${key}\n`
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
