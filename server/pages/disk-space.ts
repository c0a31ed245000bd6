import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the folder is writable; the disk is checked rarely, however often this is called. */
export type DiskSpace = () => Promise<boolean>

/** Hysteresis between “full” and “room again”, so that a nearly full disk doesn't flicker. */
export function createDiskSpace(folder: string, now: () => number = () => performance.now()): DiskSpace {
  let isFull = false
  let askedAt = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(folder)
      const trial = join(folder, 'understudy.health')
      // Only a write reveals a quota or a read-only disk.
      await writeFile(trial, 'x'.repeat(probeBytes)).finally(() => rm(trial, { force: true }))
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

const probeBytes = 8_192
/** The embedded database's log alone grows by 16 MiB at a time. */
const fullBytes = 16 * 1024 * 1024
const roomBytes = 48 * 1024 * 1024
const intervalMs = 2_000
