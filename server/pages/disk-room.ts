import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Answers whether something can be written to the folder; however often it is asked, the disk is asked rarely. */
export type DiskRoom = () => Promise<boolean>

/** With a gap between “full” and “room again”, so that a disk at the edge doesn't flicker. */
export function createDiskRoom(folder: string, now: () => number = () => performance.now()): DiskRoom {
  let isFull = false
  let askedAt = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(folder)
      const trial = join(folder, 'understudy.health')
      // A quota, or a disk that has become read-only, shows only in writing.
      await writeFile(trial, 'x'.repeat(trialBytes)).finally(() => rm(trial, { force: true }))
      const free = bavail * bsize
      if (free < fullBytes) isFull = true
      else if (free >= roomBytes) isFull = false
    } catch {
      isFull = true
    } finally {
      askedAt = now()
      asking = null
    }
  }

  return async () => {
    if (now() - askedAt >= intervalMs) asking ??= ask()
    await asking
    return !isFull
  }
}

const trialBytes = 8_192
/** The embedded database's log alone grows by 16 MiB at a time. */
const fullBytes = 16 * 1024 * 1024
const roomBytes = 48 * 1024 * 1024
const intervalMs = 2_000
