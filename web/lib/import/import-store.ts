import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

import type { ImportJob } from './import-job.ts'

interface ImportDatabase extends DBSchema {
  jobs: { key: string; value: ImportJob }
  /** Pictures by their step's id, until the demo exists. */
  files: { key: string; value: Blob }
}

/** The fallback without storage (private window, full disk): lost with the page. */
const inMemory = new Map<string, Blob>()
let opening: Promise<IDBPDatabase<ImportDatabase>> | undefined

export async function rememberJob(job: ImportJob): Promise<void> {
  await attempt((database) => database.put('jobs', job))
}

export async function rememberedJob(id: string): Promise<ImportJob | undefined> {
  return attempt((database) => database.get('jobs', id))
}

/** The unfinished jobs of one person; other people on the same computer must not see them. */
export async function rememberedJobs(userId: string): Promise<readonly ImportJob[]> {
  const jobs = (await attempt((database) => database.getAll('jobs'))) ?? []
  return jobs.filter((job) => job.userId === userId)
}

export async function keepFile(id: string, file: Blob): Promise<void> {
  const isKept = await attempt((database) => database.put('files', file, id))
  if (isKept === undefined) inMemory.set(id, file)
}

export async function keptFile(id: string): Promise<Blob | undefined> {
  return inMemory.get(id) ?? (await attempt((database) => database.get('files', id)))
}

export async function forgetJob(job: ImportJob): Promise<void> {
  for (const item of job.items) inMemory.delete(item.id)
  await attempt(async (database) => {
    const change = database.transaction(['jobs', 'files'], 'readwrite')
    await Promise.all([
      change.objectStore('jobs').delete(job.id),
      ...job.items.map((item) => change.objectStore('files').delete(item.id)),
      change.done,
    ])
  })
}

async function attempt<T>(use: (database: IDBPDatabase<ImportDatabase>) => Promise<T>): Promise<T | undefined> {
  try {
    opening ??= openDB<ImportDatabase>('understudy-import', 1, {
      upgrade(database) {
        database.createObjectStore('jobs', { keyPath: 'id' })
        database.createObjectStore('files')
      },
    })
    return await use(await opening)
  } catch {
    opening = undefined
    return undefined
  }
}
