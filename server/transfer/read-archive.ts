import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { extract } from 'tar-stream'

import {
  archiveFormat,
  archiveVersion,
  manifestShape,
  summaryShape,
  tableName,
  TransferError,
  type ArchivedTable,
  type Manifest,
  type Summary,
} from './archive-format.ts'
import type { TextRow } from './sql-session.ts'
import { fileLine, type ArchivedFile } from './write-archive.ts'

export type ArchivePart =
  | { readonly type: 'manifest'; readonly manifest: Manifest }
  | { readonly type: 'rows'; readonly table: ArchivedTable; readonly rows: readonly TextRow[] }
  /** Content streams once, before the next part is asked for; unread content is skipped. */
  | ({ readonly type: 'file'; readonly key: string } & ArchivedFile)
  /** The last part; counts and checksums of everything before it matched. */
  | { readonly type: 'summary'; readonly summary: Summary }

/** Reads an archive once, front to back. Throws TransferError if it is invalid. */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  const entries = extract()
  // Errors here also end the entries and are handled there.
  pipeline(createReadStream(path), createGunzip(), entries).catch(() => undefined)
  const worded = (error: unknown): unknown =>
    error instanceof TransferError || !isArchiveError(error)
      ? error
      : new TransferError(`${path} is damaged, or not an Understudy archive.`, { cause: error })
  const check = createCheck()
  let manifest: Manifest | null = null
  let isComplete = false
  try {
    for await (const entry of entries) {
      const { name, size } = entry.header
      const chunks = entry as AsyncIterable<Uint8Array>
      if (manifest !== null && name.startsWith('files/')) {
        const key = name.slice('files/'.length)
        const content = check.addFile(key, chunks, worded)
        yield { type: 'file', key, size, content }
        for await (const _ of content) continue
        continue
      }
      const content = await gather(chunks)
      if (manifest === null) {
        manifest = parseManifest(name, content)
        yield { type: 'manifest', manifest }
      } else if (name === 'summary.json') {
        const summary = summaryShape.parse(JSON.parse(content.toString('utf8')))
        check.compare(summary)
        isComplete = true
        yield { type: 'summary', summary }
      } else {
        const table = findTable(manifest, name)
        yield { type: 'rows', table, rows: check.addRows(table, content) }
      }
    }
  } catch (error) {
    throw worded(error)
  }
  if (!isComplete) throw new TransferError(`${path} is truncated.`)
}

async function gather(entry: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Turns errors of reading, not of the consumer, into TransferErrors. */
function isArchiveError(error: unknown): boolean {
  // A failed file operation says so itself; its message has the path, which may match below.
  if (!(error instanceof Error) || 'syscall' in error) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    code.startsWith('Z_') || error instanceof SyntaxError || /tar|Unexpected end of data|premature/i.test(error.message)
  )
}

function parseManifest(name: string, content: Buffer): Manifest {
  const refused = new TransferError('This is not an Understudy archive: it does not begin with a manifest.')
  if (name !== 'manifest.json') throw refused
  const parsed: unknown = JSON.parse(content.toString('utf8'))
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || parsed.format !== archiveFormat) {
    throw refused
  }
  if (!('version' in parsed) || parsed.version !== archiveVersion) {
    throw new TransferError(
      `The archive has format version ${String('version' in parsed ? parsed.version : 'unknown')}; this Understudy reads version ${archiveVersion}. Update first.`,
    )
  }
  return manifestShape.parse(parsed)
}

function findTable(manifest: Manifest, name: string): ArchivedTable {
  const [, wanted] = /^rows\/(.+)\/\d+\.ndjson$/.exec(name) ?? []
  const table = manifest.tables.find((each) => tableName(each) === wanted)
  if (table === undefined) throw new TransferError(`The archive contains ${name}, which its manifest does not list.`)
  return table
}

function createCheck() {
  const tables = new Map<string, { rows: number; readonly hash: ReturnType<typeof createHash> }>()
  const fileSums = createHash('sha256')
  const files = { count: 0, bytes: 0 }
  return {
    addRows(table: ArchivedTable, content: Buffer): readonly TextRow[] {
      const known = tables.get(tableName(table)) ?? { rows: 0, hash: createHash('sha256') }
      tables.set(tableName(table), known)
      known.hash.update(content)
      const lines = content.toString('utf8').split('\n').slice(0, -1)
      known.rows += lines.length
      return lines.map((line) => JSON.parse(line) as TextRow)
    },
    /** Hashes the content as it is read. Can be paused and resumed for the rest. */
    addFile(
      key: string,
      content: AsyncIterable<Uint8Array>,
      toError: (error: unknown) => unknown,
    ): AsyncIterable<Uint8Array> {
      const hash = createHash('sha256')
      const source = content[Symbol.asyncIterator]()
      let isCounted = false
      const next = async (): Promise<IteratorResult<Uint8Array>> => {
        if (isCounted) return { done: true, value: undefined }
        const result = await source.next().catch((error: unknown) => {
          throw toError(error)
        })
        if (result.done === true) {
          isCounted = true
          fileSums.update(fileLine(key, hash.digest('hex')))
          files.count += 1
          return { done: true, value: undefined }
        }
        hash.update(result.value)
        files.bytes += result.value.byteLength
        return result
      }
      return { [Symbol.asyncIterator]: () => ({ next }) }
    },
    compare(summary: Summary): void {
      for (const [name, { rows, sha256 }] of Object.entries(summary.tables)) {
        const found = tables.get(name) ?? { rows: 0, hash: createHash('sha256') }
        if (found.rows !== rows || found.hash.digest('hex') !== sha256) {
          throw new TransferError(`The archive is damaged: the checksum of ${name} does not match.`)
        }
      }
      const { count, bytes, sha256 } = summary.files
      if (files.count !== count || files.bytes !== bytes || fileSums.digest('hex') !== sha256) {
        throw new TransferError('The archive is damaged: the checksum of its files does not match.')
      }
    },
  }
}
