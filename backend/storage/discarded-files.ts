import type { Services } from '#backend/services.ts'

import { dropRenderings, renderingFolders } from './image-cache.ts'

/**
 * Deletes the files of removed rows. Idempotent and safe on several servers at once. Never rejects: files it can't
 * delete stay on the list for the next run.
 */
export async function removeDiscardedFiles(services: Services): Promise<void> {
  await removeListed(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'Files of removed objects could not be deleted yet')
  })
}

/** A running backup holds all files. */
export const filesAreHeld = 'exists (select from storage.file_holds where until > now())'

async function removeListed(services: Services): Promise<void> {
  const [found] = await services.database.transaction('system', [
    {
      text: `select key from storage.discarded_files where not ${filesAreHeld} order by discarded_at limit 1000`,
    },
  ])
  const keys = (found?.rows ?? []).map((row) => String(row['key']))
  if (keys.length === 0) return
  for (const key of keys) await services.files.delete(key)
  await dropRenderings(Object.values(renderingFolders(services.config.dataDir)), keys)
  await services.database.transaction('system', [
    { text: 'delete from storage.discarded_files where key = any($1::text[])', values: [keys] },
  ])
}
