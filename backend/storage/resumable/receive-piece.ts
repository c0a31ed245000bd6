import { createHash } from 'node:crypto'

import type { Services } from '#backend/services.ts'
import { BodyBroken, bodyChunks } from '#backend/storage/body-chunks.ts'
import { partBytes } from '#backend/storage/file-store.ts'
import { createPartBuffer } from '#backend/storage/part-buffer.ts'
import { resumableError, tooLarge, type StorageError } from '#backend/storage/storage-errors.ts'
import { storeBytes } from '#backend/storage/store-stream.ts'
import { silenceMs } from '#backend/storage/upload-body.ts'

import { readPart } from './read-part.ts'
import type { Lease, Progress } from './upload-rows.ts'

/** The body of a PATCH. */
export interface Piece {
  readonly body: AsyncIterable<Uint8Array> | null
  readonly length: number | null
  /** Maximum total size while the length is unknown. */
  readonly bytesMax: number
  readonly onBytes: (count: number) => void
  readonly areOthersWaiting: () => boolean
  readonly checksum: { readonly algorithm: string; readonly digest: Buffer } | null
}

/**
 * Stores a body as it arrives: full parts as they fill, the rest when the request ends or breaks off. Returns the new
 * state; what it counts as received is durable. A checksum makes it all or nothing.
 */
export async function receivePiece(services: Services, lease: Lease, piece: Piece): Promise<Progress> {
  const { upload } = lease
  const { files } = services
  const { length } = piece
  const partBuffer = createPartBuffer(partBytes)
  const hash = piece.checksum === null ? null : createHash(piece.checksum.algorithm)
  const tags = [...upload.tags]
  let { received, handle, restKey } = upload
  let broken: BodyBroken | null = null

  if (restKey !== null) partBuffer.add(await readPart(services, restKey))
  try {
    for await (const chunk of bodyChunks(piece.body, silenceMs, piece.areOthersWaiting)) {
      hash?.update(chunk)
      received += chunk.byteLength
      if (received > (length ?? piece.bytesMax)) throw tooLong(length)
      piece.onBytes(chunk.byteLength)
      for (const part of partBuffer.add(chunk)) {
        await storePart(part)
        restKey = null
        if (hash === null) await record(tags.length * partBytes)
      }
      await lease.renew()
    }
  } catch (error) {
    if (!(error instanceof BodyBroken)) throw error
    broken = error
  }
  if (hash !== null && broken === null && !hash.digest().equals(piece.checksum?.digest ?? Buffer.alloc(0))) {
    throw resumableError(460, 'The checksum does not match', 'InvalidChecksum')
  }
  if (hash !== null && broken !== null) throw broken
  if (received > upload.received || received === length) {
    await storeRest(partBuffer.rest())
    await record(received)
  }
  if (broken !== null) throw broken
  return { length, received, handle, tags, restKey }

  async function storePart(part: Uint8Array): Promise<void> {
    handle ??= await files.parts.begin(upload.key)
    tags.push(await files.parts.put(upload.key, handle, tags.length + 1, part))
  }

  async function storeRest(rest: Uint8Array): Promise<void> {
    const isWhole = received === length
    restKey = null
    // The last part may be short; a file below one part stays separate.
    if (isWhole && handle !== null) {
      if (rest.byteLength > 0) await storePart(rest)
    } else if (isWhole || rest.byteLength > 0) {
      restKey = (await storeBytes(files, rest)).key
    }
  }

  function record(until: number): Promise<void> {
    return lease.record({ length, received: until, handle, tags, restKey })
  }
}

function tooLong(length: number | null): StorageError {
  if (length === null) return tooLarge()
  return resumableError(413, 'The upload is longer than its length', 'EntityTooLarge')
}
