import type { Services } from '#backend/services.ts'

/**
 * Removes the files of rows that are gone. Safe to repeat and to run on several servers at once. Never rejects: the
 * rows are gone already, and what could not be removed now is still on the list for the next time.
 */
export async function removeDiscardedFiles(services: Services): Promise<void> {
  await removeListed(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'Files of removed objects could not be removed yet')
  })
}

/** While everything is being copied, files stay. */
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
  await services.database.transaction('system', [
    { text: 'delete from storage.discarded_files where key = any($1::text[])', values: [keys] },
  ])
}
