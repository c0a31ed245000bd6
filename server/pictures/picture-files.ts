import type { SupabaseClient } from '@supabase/supabase-js'

import { audioBucket, captureBucket, originalBucket, snapshotBucket, talkBucket } from '#domain/limits.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase, Services } from '#server/services.ts'

const buckets = [captureBucket, originalBucket, audioBucket, snapshotBucket, talkBucket] as const

export interface PictureFile {
  readonly bucket: (typeof buckets)[number]
  readonly path: string
}

/** The workspace's storage is full; the message is a sentence for the author. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

/**
 * The pictures of steps, their private originals, captured pages, and recordings of steps and talks, through the
 * storage service of this server or of Supabase.
 */
export interface PictureFiles {
  /** Null when there is no such file. */
  readonly read: (file: PictureFile) => Promise<Uint8Array | null>
  readonly write: (file: PictureFile, content: Uint8Array<ArrayBuffer>, mimeType: string) => Promise<void>
  /** Copies a picture as it is, without re-encoding. */
  readonly copy: (from: PictureFile, to: PictureFile) => Promise<void>
  /** Deletes files that are due; never rejects, because the next run continues. */
  readonly removeDue: () => Promise<void>
}

export function createPictureFiles(services: ServerBase & Pick<Services, 'backend'>): PictureFiles {
  const call = procedureCaller(services)
  const storage = (): SupabaseClient['storage'] => backendClient(services, { role: 'service_role' }).storage
  return {
    read: async ({ bucket, path }) => {
      const { data, error } = await storage().from(bucket).download(path)
      if (error === null) return new Uint8Array(await data.arrayBuffer())
      if (isMissing(error)) return null
      throw error
    },
    write: async ({ bucket, path }, content, mimeType) => {
      const options = { contentType: mimeType, cacheControl: cacheSeconds[bucket], upsert: false }
      const { error } = await storage()
        .from(bucket)
        .upload(path, new Blob([content], { type: mimeType }), options)
      if (error !== null) throw toProblem(error)
    },
    copy: async (from, to) => {
      const { error } = await storage().from(from.bucket).copy(from.path, to.path, { destinationBucket: to.bucket })
      if (error !== null) throw toProblem(error)
    },
    removeDue: async () => {
      try {
        const due = (await call('due_file_removals', {})) as readonly PictureFile[]
        for (const bucket of buckets) {
          const files = due.filter((file) => file.bucket === bucket)
          if (files.length === 0) continue
          // Files that are gone already are fine.
          const { error } = await storage()
            .from(bucket)
            .remove(files.map(({ path }) => path))
          if (error !== null) throw error
          await call('files_removed', { p_files: files })
        }
      } catch (error) {
        services.log.warn({ err: error }, 'Files of pictures and recordings could not be deleted yet')
      }
    },
  }
}

/** Deletes the files of retired pictures now and every hour; returns a stop function. */
export function startRemovingPictures(services: Services): () => void {
  if (services.config.serviceRoleKey === '') return () => undefined
  const files = createPictureFiles(services)
  const timer = setInterval(() => void files.removeDue(), everyMs)
  timer.unref()
  void files.removeDue()
  return () => clearInterval(timer)
}

const everyMs = 60 * 60_000
/** Served pictures never change under one name. */
const cacheSeconds = {
  [captureBucket]: '31536000',
  [originalBucket]: '0',
  [audioBucket]: '0',
  [snapshotBucket]: '0',
  [talkBucket]: '0',
} as const

function isMissing(error: { readonly message: string }): boolean {
  const status = 'status' in error ? Number(error.status) : 0
  return status === 404 || (status === 400 && /not.?found/i.test(error.message))
}

function toProblem(error: { readonly message: string }): Error {
  const code = 'statusCode' in error ? String(error.statusCode) : ''
  return code === '413' ? new NoRoom(error.message) : new Error(error.message, { cause: error })
}
