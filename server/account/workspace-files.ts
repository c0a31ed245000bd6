import type { SupabaseClient } from '@supabase/supabase-js'

import { audioBucket, captureBucket, clipBucket, originalBucket, snapshotBucket, talkBucket } from '#domain/limits.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** Buckets that members read, with a folder named by each workspace's id. */
export const workspaceBuckets: readonly string[] = [captureBucket, audioBucket, talkBucket]
const allBuckets: readonly string[] = [...workspaceBuckets, originalBucket, clipBucket, snapshotBucket]

/** Every file below a folder that the client may see, deepest first. */
export async function listFiles(client: SupabaseClient, bucket: string, folder: string): Promise<readonly string[]> {
  const paths: string[] = []
  for (let offset = 0; ; offset += page) {
    const { data, error } = await client.storage.from(bucket).list(folder, { limit: page, offset })
    if (error !== null) throw error
    for (const entry of data) {
      const path = `${folder}/${entry.name}`
      // The storage API lists a folder as an entry without an id.
      if (entry.id === null) paths.push(...(await listFiles(client, bucket, path)))
      else paths.push(path)
    }
    if (data.length < page) return paths
  }
}

/** Removes the files of deleted workspaces now and every hour; returns a stop function. */
export function startRemovingFiles(services: Services): () => void {
  const timer = setInterval(() => void removeWorkspaceFiles(services), everyMs)
  timer.unref()
  void removeWorkspaceFiles(services)
  return () => clearInterval(timer)
}

/**
 * Removes the files of deleted workspaces. Idempotent, safe on several servers, never rejects: the database keeps what
 * is left for the next run.
 */
export async function removeWorkspaceFiles(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  try {
    const client = backendClient(services, { role: 'service_role' })
    const { data, error } = await client.from('removed_workspaces').select('id').order('removed_at').limit(page)
    if (error !== null) throw error
    for (const { id } of data as readonly { readonly id: string }[]) await removeFolder(client, id)
  } catch (error) {
    services.log.warn({ err: error }, 'Could not remove files of deleted workspaces; will retry')
  }
}

async function removeFolder(client: SupabaseClient, workspaceId: string): Promise<void> {
  for (const bucket of allBuckets) {
    const paths = await listFiles(client, bucket, workspaceId)
    for (let start = 0; start < paths.length; start += page) {
      const { error } = await client.storage.from(bucket).remove(paths.slice(start, start + page))
      if (error !== null) throw error
    }
  }
  await client.from('removed_workspaces').delete().eq('id', workspaceId).throwOnError()
}

const page = 1000
/** Deleting an account elsewhere, such as in Supabase's dashboard, deletes its workspaces without notifying us. */
const everyMs = 60 * 60_000
