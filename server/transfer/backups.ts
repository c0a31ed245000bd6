import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder } from '#server/settings/data-folder.ts'

import { unfinishedEnding } from './write-archive.ts'

/** The name of a backup made now. */
export function backupName(now: Date): string {
  return `understudy-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`
}

const backupShape = /^understudy-\d{8}T\d{6}Z\.tar\.gz$/

/** Oldest first. Other files in the folder are ignored. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  makeFolder(folder)
  const names = await readdir(folder)
  return names
    .filter((name) => backupShape.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Removes all but the newest and returns what it removed. */
export async function keepNewest(folder: string, count: number): Promise<readonly string[]> {
  const all = await listBackups(folder)
  const old = all.slice(0, Math.max(0, all.length - count))
  for (const path of old) await rm(path)
  return old
}

/** Removes what killed backups left, which nothing has written to for an hour. */
export async function removeAbandonedBackups(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedEnding) || !backupShape.test(name.slice(0, -unfinishedEnding.length))) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
  }
}

const abandonedAfterMs = 3_600_000
