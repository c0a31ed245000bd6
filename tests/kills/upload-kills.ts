import { randomBytes, randomUUID } from 'node:crypto'

import { Upload } from 'tus-js-client'

import type { KillableServer } from './killable-server.ts'

/* One resumable upload by tus-js-client while the server is killed repeatedly; it must arrive whole. */

export interface UploadKillsOptions {
  readonly bytes: number
  readonly kills: number
}

export interface UploadOutcome {
  readonly kills: number
  /** The offsets the client was told to resume at. */
  readonly resumedAt: readonly number[]
  readonly isWhole: boolean
}

export async function runUploadKills(server: KillableServer, options: UploadKillsOptions): Promise<UploadOutcome> {
  const bucket = `uploads-${randomUUID()}`
  const { error } = await server.storage.createBucket(bucket, { public: false })
  if (error !== null) throw error
  const content = randomBytes(options.bytes)
  const resumedAt: number[] = []
  let kills = 0
  let isKilling = false
  let killing = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    const killAndStart = async (): Promise<void> => {
      isKilling = true
      await server.kill()
      kills += 1
      await server.startAgain()
      isKilling = false
    }
    new Upload(content, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${server.key}` },
      metadata: { bucketName: bucket, objectName: 'large.bin', contentType: 'application/octet-stream' },
      chunkSize: 6 * 1024 * 1024,
      retryDelays: Array.from({ length: 500 }, () => 500),
      onProgress: (sent) => {
        if (isKilling || kills >= options.kills || sent < ((kills + 0.5) * options.bytes) / options.kills) return
        killing = killAndStart()
        killing.catch(reject)
      },
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD' && response.getStatus() === 200) {
          resumedAt.push(Number(response.getHeader('upload-offset')))
        }
      },
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
  // The last kill may come after everything was sent.
  await killing
  const { data } = await server.storage.from(bucket).download('large.bin')
  const isWhole = data !== null && content.equals(Buffer.from(await data.arrayBuffer()))
  return { kills, resumedAt, isWhole }
}
