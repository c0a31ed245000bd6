import { DatabaseError, type Database } from '#backend/database/database.ts'
import { FileStoreError, type FileStore } from '#backend/storage/file-store.ts'

/** Stands in for the database when Supabase keeps the data; any use throws. */
export function absentDatabase(): Database {
  const refuse = () =>
    Promise.reject(
      new DatabaseError({ message: 'Supabase keeps the data; this server has no database', sqlstate: '08006' }),
    )
  return {
    kind: 'postgres',
    transaction: refuse,
    runScript: refuse,
    listen: refuse,
    load: () => ({ waiting: 0, running: 0, runningMax: 0, refused: 0, pglite: null }),
    close: () => Promise.resolve(),
  }
}

/** Stands in for the file store when Supabase keeps the files. */
export function absentFileStore(): FileStore {
  const refuse = () =>
    Promise.reject(new FileStoreError('unavailable', 'Supabase keeps the files; this server has no file store'))
  // oxlint-disable-next-line require-yield -- it has nothing to list
  const list = async function* (): AsyncGenerator<never> {
    await refuse()
  }
  const parts = { begin: refuse, put: refuse, finish: refuse, abandon: refuse, list }
  return { put: refuse, get: refuse, stat: refuse, copy: refuse, delete: refuse, list, parts }
}
