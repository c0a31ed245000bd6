import type { SupabaseClient } from '@supabase/supabase-js'

import { captureBucket } from '#domain/limits.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** Where a workspace keeps files, each under a folder with the workspace's id. */
export const workspaceBuckets: readonly string[] = [captureBucket]

/** Every file below a folder, deep first; as far as the client may see them. */
export async function listFiles(client: SupabaseClient, bucket: string, folder: string): Promise<readonly string[]> {
  const paths: string[] = []
  for (let offset = 0; ; offset += page) {
    const { data, error } = await client.storage.from(bucket).list(folder, { limit: page, offset })
    if (error !== null) throw error
    for (const entry of data) {
      const path = `${folder}/${entry.name}`
      // A folder is a name without a row of its own.
      if (entry.id === null) paths.push(...(await listFiles(client, bucket, path)))
      else paths.push(path)
    }
    if (data.length < page) return paths
  }
}

/** Removes the files of workspaces that are gone now and every hour; answers what ends it. */
export function startRemovingFiles(services: Services): () => void {
  const timer = setInterval(() => void removeWorkspaceFiles(services), everyMs)
  timer.unref()
  void removeWorkspaceFiles(services)
  return () => clearInterval(timer)
}

/**
 * Removes the files of workspaces that are gone. Safe to repeat and to run on several servers. Never rejects: the list
 * of what is left stays in the database for the next time.
 */
export async function removeWorkspaceFiles(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  try {
    const client = backendClient(services, { role: 'service_role' })
    const { data, error } = await client.from('removed_workspaces').select('id').order('removed_at').limit(page)
    if (error !== null) throw error
    for (const { id } of data as readonly { readonly id: string }[]) await removeFolder(client, id)
  } catch (error) {
    services.log.warn({ err: error }, 'Files of removed workspaces could not be removed yet')
  }
}

async function removeFolder(client: SupabaseClient, workspaceId: string): Promise<void> {
  for (const bucket of workspaceBuckets) {
    const paths = await listFiles(client, bucket, workspaceId)
    for (let start = 0; start < paths.length; start += page) {
      const { error } = await client.storage.from(bucket).remove(paths.slice(start, start + page))
      if (error !== null) throw error
    }
  }
  await client.from('removed_workspaces').delete().eq('id', workspaceId).throwOnError()
}

const page = 1000
/** Accounts that an administrator removes, perhaps in Supabase's dashboard, take workspaces along without a word to us. */
const everyMs = 60 * 60_000
