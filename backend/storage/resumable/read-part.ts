import type { Services } from '#backend/services.ts'
import { FileStoreError } from '#backend/storage/file-store.ts'

export async function readPart(services: Services, key: string): Promise<Uint8Array> {
  const stream = await services.files.get(key)
  if (stream === null) throw new FileStoreError('unavailable', 'A part of an upload is missing')
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
}
