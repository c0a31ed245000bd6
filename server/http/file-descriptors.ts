import { readFileSync } from 'node:fs'

/** How many files and sockets this process may have open; a usual value where the system doesn't say. */
export function fileDescriptorsMax(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(soft) || usualMax
  } catch {
    return usualMax
  }
}

const usualMax = 10_240
