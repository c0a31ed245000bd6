import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createFairQueue, QueueFull } from '#backend/http/fair-queue.ts'
import { createBodyBuffer } from '#backend/http/read-body.ts'
import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'
import { createVolumeLimit, type VolumeLimit } from '#backend/http/volume-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import type { ObjectFile } from './object-write.ts'
import type { Bucket } from './objects.ts'
import { isLargeImage, toSafeImage } from './safe-image.ts'
import { mimeTypeNotSupported, tooLarge, tooMuchInADay, unavailable } from './storage-errors.ts'
import { storeBytes, storeStream, type StoredFile } from './store-stream.ts'
import { limitBytes, formOverheadBytes, openUploadBody } from './upload-body.ts'
import { isImageUpload, takesMimeType, uploadBytesMax } from './upload-check.ts'
import { createWorkLimit, type WorkLimit } from './work-limit.ts'

/** Receives all uploads, bounding how much of them is in memory. */
export interface Intake {
  /**
   * Runs a job that holds file data in memory once a slot is free. Slots are shared fairly between accounts and
   * networks.
   */
  readonly admit: <T>(
    context: Context<AppEnv>,
    owner: string | null,
    job: (receiver: Receiver) => Promise<T>,
  ) => Promise<T>
}

/** Stores the files of an admitted job. Networks take turns in having images decoded. */
export interface Receiver {
  readonly receive: (request: Request, bucket: Bucket) => Promise<ObjectFile>
  /** Counts bytes that a job reads itself; throws when the sender has sent too much. */
  readonly onBytes: (count: number) => void
  /** Whether a slow sender keeps others from their turn. */
  readonly areOthersWaiting: () => boolean
  /** Re-encodes an image, so that only image data is stored. */
  readonly receiveImage: (content: Uint8Array, bucket: Bucket) => Promise<StoredFile & { readonly mimeType: string }>
}

export function createIntake(services: Services): Intake {
  const { files } = services
  const addressOf = createClientAddress(services.config.trustedProxies)
  const places = createFairQueue({ concurrent: placesMax, waiting: 500, waitingPerKey: 200 })
  /** Jobs that have a place or wait for one. */
  let asked = 0
  const areOthersWaiting = (): boolean => asked > placesMax
  const decoders = createFairQueue({ concurrent: 2, waiting: 24, waitingPerKey: 24 })
  // A large one can take a minute, so small ones keep a decoder.
  const large = createFairQueue({ concurrent: 1, waiting: 24, waitingPerKey: 24 })
  const perAccount = createLines(8)
  // Anyone can create accounts, so all accounts of a network share this limit.
  const perNetwork = createLines(16)

  const volumes = createVolumes(services)

  const receiverFor = (key: string, onBytes: (count: number) => void): Receiver => {
    const receiveImage: Receiver['receiveImage'] = async (content, bucket) => {
      const decode = () => decoders.run(key, () => toSafeImage(content))
      const image = await ((await isLargeImage(content)) ? large.run(key, decode) : decode()).catch(refuseIfFull)
      if (!takesMimeType(bucket, image.mimeType)) throw mimeTypeNotSupported(image.mimeType)
      return { ...(await storeBytes(files, image.content)), mimeType: image.mimeType }
    }
    return {
      receiveImage,
      onBytes,
      areOthersWaiting,
      receive: async (request, bucket) => {
        const said = Number(request.headers.get('content-length') ?? 0)
        const body = await openUploadBody(request, areOthersWaiting)
        const bytesMax = uploadBytesMax(services, bucket, body.mimeType)
        if (said > bytesMax + formOverheadBytes) throw tooLarge()
        const content = limitBytes(bytesMax, body.content, onBytes)
        const file = isImageUpload(bucket, body.mimeType)
          ? await receiveImage(await collect(content, bytesMax), bucket)
          : { ...(await storeStream(files, content)), mimeType: body.mimeType }
        return { ...file, ...(await body.details()) }
      },
    }
  }

  return {
    admit: (context, owner, job) => {
      const address = addressOf(context)
      const network = networkOf(address ?? '')
      // In-process calls have no address.
      const isCounted = address !== null && context.get('caller').role !== 'service_role'
      const sender = isCounted ? { address, account: owner } : null
      const waitMs = sender === null ? 0 : (volumes?.wait(sender, announcedBytes(context)) ?? 0)
      if (waitMs > 0) return Promise.reject(tooMuchInADay(waitMs))
      const onBytes = (count: number): void => {
        const longerMs = sender === null ? 0 : (volumes?.take(sender, count) ?? 0)
        if (longerMs > 0) throw tooMuchInADay(longerMs)
      }
      const key = address ?? owner ?? network
      const placed = async () => {
        asked += 1
        try {
          return await places.run(key, () => job(receiverFor(key, onBytes))).catch(refuseIfFull)
        } finally {
          asked -= 1
        }
      }
      const fromNetwork = address === null ? placed : () => perNetwork(wideNetworkOf(network) ?? network, placed)
      return perAccount(owner ?? network, fromNetwork)
    },
  }
}

const placesMax = 24

/**
 * A day's uploads: for an account as much as a workspace may store, and at least one file of the largest size; twice as
 * much for all accounts of a network. Null where workspaces have no limit either.
 */
function createVolumes({ config, now }: Services): VolumeLimit | null {
  const { workspaceBytesMax, fileBytesMax } = config.storage
  if (workspaceBytesMax === null) return null
  const accountBytes = Math.max(workspaceBytesMax, fileBytesMax)
  return createVolumeLimit({ accountBytes, networkBytes: 2 * accountBytes, now })
}

/** The minimum size of the upload, from its Content-Length. */
function announcedBytes({ req }: Context<AppEnv>): number {
  const said = Number(req.header('content-length') ?? 0)
  return Number.isSafeInteger(said) ? Math.max(0, said - formOverheadBytes) : 0
}

/** A queue for each key: `concurrent` jobs at once, 200 wait. */
function createLines(concurrent: number): <T>(key: string, job: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { readonly run: WorkLimit; jobs: number }>()
  return async (key, job) => {
    const line = lines.get(key) ?? { run: createWorkLimit({ concurrent, waiting: 200 }), jobs: 0 }
    lines.set(key, line)
    line.jobs += 1
    try {
      return await (line.run(job) ?? refuseOverload())
    } finally {
      line.jobs -= 1
      if (line.jobs === 0) lines.delete(key)
    }
  }
}

function refuseIfFull(error: unknown): never {
  if (error instanceof QueueFull) refuseOverload()
  throw error
}

function refuseOverload(): never {
  throw unavailable(new Error('Too many uploads are waiting'))
}

async function collect(chunks: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const held = createBodyBuffer(bytesMax)
  for await (const chunk of chunks) if (!held.add(chunk)) throw tooLarge()
  return held.content()
}
