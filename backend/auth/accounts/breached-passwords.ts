import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Looks a password up in a file of SHA-1 hashes in upper-case hex, one a line, sorted, each with or without `:count`
 * behind it: the form such lists are published in. Nothing leaves the machine, and the file is never read as a whole.
 */
export async function isBreached(password: string, path: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  const file = await open(path, 'r')
  try {
    let low = 0
    let high = (await file.stat()).size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineFrom(file, middle)
      if (line === null || line.hash > wanted) high = middle
      else if (line.hash < wanted) low = line.end
      else return true
    }
    return false
  } finally {
    await file.close()
  }
}

interface Line {
  readonly hash: string
  /** Where the next line begins. */
  readonly end: number
}

/** The line that holds the byte at `position`; lines are far shorter than what is read around it. */
async function lineFrom(file: FileHandle, position: number): Promise<Line | null> {
  const start = Math.max(0, position - lineBytesMax)
  const buffer = Buffer.alloc(lineBytesMax * 2)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  const text = buffer.toString('latin1', 0, bytesRead)
  const at = position - start
  const begin = text.lastIndexOf('\n', at - 1) + 1
  const newline = text.indexOf('\n', at)
  const end = newline === -1 ? text.length : newline
  const hash = text.slice(begin, end).split(':', 1)[0]?.trim().toUpperCase() ?? ''
  return hash === '' ? null : { hash, end: start + end + 1 }
}

const lineBytesMax = 128
