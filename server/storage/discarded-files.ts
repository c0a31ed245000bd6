import type { Services } from '#server/services.ts'

/**
 * Removes the files of rows that are gone. Safe to repeat and to run on several servers at once. Never rejects: the
 * rows are gone already, and what could not be removed now is still on the list for the next time.
 */
export async function removeDiscardedFiles(services: Services): Promise<void> {
  await removeListed(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'Files of removed objects could not be removed yet')
  })
}

/**
 * Removes files that no row names: a crash between file and row leaves one. Young ones stay, because an upload that
 * is under way — here or on another server — has its file before its row.
 */
export async function sweepForgottenFiles(services: Services): Promise<void> {
  await removeDiscardedFiles(services)
  const before = services.now() - youngMs
  let keys: string[] = []
  for await (const file of services.files.list()) {
    if (file.modifiedAtMs < before) keys.push(file.key)
    if (keys.length < batch) continue
    await removeUnnamed(services, keys)
    keys = []
  }
  await removeUnnamed(services, keys)
}

const youngMs = 60 * 60_000
const batch = 500

async function removeListed(services: Services): Promise<void> {
  const [found] = await services.database.transaction('system', [
    { text: 'select key from storage.discarded_files order by discarded_at limit 1000' },
  ])
  const keys = (found?.rows ?? []).map((row) => String(row['key']))
  if (keys.length === 0) return
  for (const key of keys) await services.files.delete(key)
  await services.database.transaction('system', [
    { text: 'delete from storage.discarded_files where key = any($1::text[])', values: [keys] },
  ])
}

async function removeUnnamed(services: Services, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const [found] = await services.database.transaction('system', [
    { text: 'select version from storage.objects where version = any($1::text[])', values: [keys] },
  ])
  const named = new Set((found?.rows ?? []).map((row) => row['version']))
  for (const key of keys) if (!named.has(key)) await services.files.delete(key)
}
