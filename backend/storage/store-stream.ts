import { createHash, randomUUID } from 'node:crypto'

import { partBytes, type FileStore } from './file-store.ts'
import { createPartBuffer } from './part-buffer.ts'

export interface StoredFile {
  readonly key: string
  readonly size: number
  /** Quoted. */
  readonly eTag: string
}

/**
 * Streams into a new durable file, holding one part in memory. Files are never shared between rows, so deleting one
 * can't race with adding another.
 */
export async function storeStream(files: FileStore, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  let sha256 = ''
  const sum = (): string => (sha256 ||= hash.digest('hex'))
  // A single-part file gets a key with its content's hash.
  const key = await putStream(files, newFileKey(), counted(), () => wholeKey(sum()))
  return { key, size, eTag: eTagOf(sum()) }
}

/**
 * Puts a stream under a key, in parts when longer than one, and returns the key. `keyWhenWhole` supplies the key of a
 * single-part file.
 */
export async function putStream(
  files: Pick<FileStore, 'put' | 'parts'>,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  keyWhenWhole: () => string = () => key,
): Promise<string> {
  const partBuffer = createPartBuffer(partBytes)
  const tags: string[] = []
  let handle: string | null = null
  try {
    for await (const chunk of chunks) {
      for (const part of partBuffer.add(chunk)) {
        handle ??= await files.parts.begin(key)
        tags.push(await files.parts.put(key, handle, tags.length + 1, part))
      }
    }
    const rest = partBuffer.rest()
    if (handle === null) {
      const whole = keyWhenWhole()
      await files.put(whole, rest)
      return whole
    }
    if (rest.byteLength > 0) tags.push(await files.parts.put(key, handle, tags.length + 1, rest))
    await files.parts.finish(key, handle, tags)
    return key
  } catch (error) {
    if (handle !== null) await files.parts.abandon(key, handle).catch(() => undefined)
    throw error
  }
}

export function newFileKey(): string {
  return randomUUID()
}

export async function storeBytes(
  files: FileStore,
  content: Uint8Array,
  sha256 = createHash('sha256').update(content).digest('hex'),
): Promise<StoredFile> {
  const key = wholeKey(sha256)
  await files.put(key, content)
  return { key, size: content.byteLength, eTag: eTagOf(sha256) }
}

function wholeKey(sha256: string): string {
  return `${sha256}-${randomUUID()}`
}

function eTagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`
}
