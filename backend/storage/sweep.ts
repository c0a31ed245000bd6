import type { Services } from '#backend/services.ts'

import { filesAreHeld, removeDiscardedFiles } from './discarded-files.ts'
import { findExpiredUploads, removeUpload } from './resumable/upload-rows.ts'

/**
 * Deletes what nothing refers to: files and parts orphaned by a crash, expired uploads, and images of demos that were
 * never created. Safe beside uploads and on several servers at once.
 */
export async function sweepStorage(services: Services): Promise<void> {
  await removeExpiredUploads(services)
  await removeUnusedCaptures(services)
  await removeDiscardedFiles(services)
  await sweepFiles(services)
  await sweepParts(services)
}

/** Sweeps unless any server has within the hour; returns whether it did. */
export async function sweepWhenDue(services: Services): Promise<boolean> {
  const [result] = await services.database.transaction('system', [
    {
      text: 'select storage.claim_sweep(to_timestamp($1::double precision), $2::double precision) as is_ours',
      values: [services.now() / 1000, sweepPauseSeconds],
    },
  ])
  if (result?.rows[0]?.['is_ours'] !== true) return false
  try {
    await sweepStorage(services)
  } catch (error) {
    // Release the claim, so that the next call can sweep again.
    await services.database.transaction('system', [{ text: 'delete from storage.sweeps' }])
    throw error
  }
  return true
}

/** Sweeps now and hourly, and logs missing files once. Returns the stop function. */
export function startSweeping(services: Services): () => void {
  const sweep = (): void => {
    void sweepWhenDue(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Orphaned files could not be deleted'),
    )
  }
  const timer = setInterval(sweep, sweepEveryMs)
  timer.unref()
  sweep()
  void logMissingFiles(services).catch((error: unknown) =>
    services.log.warn({ err: error }, 'The check for missing files failed'),
  )
  return () => clearInterval(timer)
}

const sweepEveryMs = 60 * 60_000
/** Slightly under an hour, to allow for timer drift. */
const sweepPauseSeconds = 59 * 60
/** An upload in progress has a file before it has a row. */
const youngMs = 60 * 60_000
const batch = 500

async function removeExpiredUploads(services: Services): Promise<void> {
  for (const upload of await findExpiredUploads(services)) await removeUpload(services, upload)
}

async function removeUnusedCaptures(services: Services): Promise<void> {
  await services.database.transaction('system', [
    {
      text: 'select storage.remove_unused_captures(to_timestamp($1::double precision))',
      values: [services.now() / 1000],
    },
  ])
}

async function sweepFiles(services: Services): Promise<void> {
  const before = services.now() - youngMs
  let keys: string[] = []
  const removeUnnamed = async (): Promise<void> => {
    const named = await namedKeys(services, keys)
    for (const key of keys) if (!named.has(key)) await services.files.delete(key)
    keys = []
  }
  for await (const file of services.files.list()) {
    if (file.modifiedAtMs < before) keys.push(file.key)
    if (keys.length >= batch) await removeUnnamed()
  }
  await removeUnnamed()
}

async function sweepParts(services: Services): Promise<void> {
  const before = services.now() - youngMs
  for await (const { key, handle, startedAtMs } of services.files.parts.list()) {
    if (startedAtMs >= before) continue
    const named = await namedKeys(services, [key])
    if (!named.has(key)) await services.files.parts.abandon(key, handle)
  }
}

async function namedKeys(services: Services, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const [found] = await services.database.transaction('system', [
    {
      text: `select version as key from storage.objects where version = any($1::text[])
        union select key from storage.resumable_uploads where key = any($1::text[])
        union select rest_key from storage.resumable_uploads where rest_key = any($1::text[])
        union select unnest($1::text[]) where ${filesAreHeld}`,
      values: [keys],
    },
  ])
  return new Set((found?.rows ?? []).map((row) => String(row['key'])))
}

/** Logs objects whose files are missing. Keeps their rows: the disk may come back, and they say what to restore. */
export async function logMissingFiles(services: Services): Promise<void> {
  const missing = await findMissingFiles(services, newestChecked)
  if (missing.length === 0) return
  const objects = missing.slice(0, 20)
  services.log.error({ count: missing.length, objects }, 'Files of objects are missing; restore them from a backup')
}

const newestChecked = 2_000

/** Checks the newest objects; returns missing ones as `bucket/path`. */
async function findMissingFiles(services: Services, newest: number): Promise<readonly string[]> {
  const [found] = await services.database.transaction('system', [
    {
      text: `select id, bucket_id || '/' || name as path, version from storage.objects
        where version is not null order by updated_at desc limit $1::integer`,
      values: [newest],
    },
  ])
  const missing: string[] = []
  for (const row of found?.rows ?? []) {
    if ((await services.files.stat(String(row['version']))) !== null) continue
    if (await objectExists(services, row)) missing.push(String(row['path']))
  }
  return missing
}

/** It may have been removed or replaced meanwhile. */
async function objectExists(services: Services, row: Readonly<Record<string, unknown>>): Promise<boolean> {
  const [found] = await services.database.transaction('system', [
    { text: 'select 1 from storage.objects where id = $1::uuid and version = $2', values: [row['id'], row['version']] },
  ])
  return (found?.rowCount ?? 0) > 0
}
