import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of a backup made now. */
export function backupName(now: Date): string {
  return `understudy-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`
}

const backupShape = /^understudy-\d{8}T\d{6}Z\.tar\.gz$/

/** Oldest first. Other files in the folder are ignored. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
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
