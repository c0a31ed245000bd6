import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Looks a password up in a sorted file of upper-case SHA-1 hashes, one per line with an optional `:count`, as breach
 * lists are published. Reads only a few blocks of the file and sends nothing over the network.
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
  /** Offset of the next line. */
  readonly end: number
}

/** The line containing the byte at `position`; lines are far shorter than the block read around it. */
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
