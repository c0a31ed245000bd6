import { createHash, randomUUID } from 'node:crypto'

import { partBytes, type FileStore } from './file-store.ts'
import { createPartGatherer } from './part-gatherer.ts'

export interface StoredFile {
  readonly key: string
  readonly size: number
  /** With its quotation marks. */
  readonly eTag: string
}

/**
 * Writes a stream as a new file, with no more of it in memory than a part, and resolves when it is durable. Every row
 * has a file of its own, even of the same content: removing one never races with adding another.
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
  // What is put whole is named after its content, like everything that came whole.
  const key = await putStream(files, takeKey(), counted(), () => wholeKey(sum()))
  return { key, size, eTag: eTagOf(sum()) }
}

/**
 * Puts a stream under a key, part by part when it is longer than one, and answers the key. `keyWhenWhole` names another
 * for what is put in one piece, when all of it is known.
 */
export async function putStream(
  files: Pick<FileStore, 'put' | 'parts'>,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  keyWhenWhole: () => string = () => key,
): Promise<string> {
  const gatherer = createPartGatherer(partBytes)
  const tags: string[] = []
  let handle: string | null = null
  try {
    for await (const chunk of chunks) {
      for (const part of gatherer.add(chunk)) {
        handle ??= await files.parts.begin(key)
        tags.push(await files.parts.put(key, handle, tags.length + 1, part))
      }
    }
    const rest = gatherer.rest()
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

/** A key nobody has used before. */
export function takeKey(): string {
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
