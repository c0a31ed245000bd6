import { createFairQueue } from '#backend/http/fair-queue.ts'
import { BoundedThreads, ThreadProblem } from '#backend/threads/bounded-threads.ts'

import type { ReadSource, SourceFile } from './read-source.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

const threads = new BoundedThreads<SourceFile, ReadSource>(new URL('read-source-worker.ts', import.meta.url), {
  ms: sourceLimits.parseMs,
  memoryMb: sourceLimits.parseMemoryMb,
  share: 'authors',
})
/** Two at a time, so that conversations continue meanwhile. Uploads wait for their turn before they are received. */
const queue = createFairQueue({ concurrent: 2, waiting: 48, waitingPerKey: 8 })

/**
 * Reads a document in another thread with limits on time and memory, because documents are untrusted. Keys,
 * such as workspaces, take turns. Rejects with a SourceProblem.
 */
export async function parseSource(key: string, file: SourceFile): Promise<ReadSource> {
  try {
    return await queue.run(key, () => threads.run(file, neededMb(file.bytes)))
  } catch (error) {
    throw error instanceof ThreadProblem ? toSourceProblem(error) : error
  }
}

/** The maximum for PDF and DOCX, of which a few kilobytes may unpack to many megabytes; 1.6 MB of HTML need 240 MB. */
function neededMb(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const isPacked = start.includes('%PDF-') || start.startsWith('PK')
  return isPacked ? sourceLimits.parseMemoryMb : 64 + bytes.byteLength / 8_000
}

function toSourceProblem({ reason, message, cause }: ThreadProblem): SourceProblem {
  switch (reason) {
    case 'refused':
      return new SourceProblem(message)
    case 'late':
      return new SourceProblem('This takes too long to read. Split it, or save it in a simpler form.')
    case 'memory':
      return new SourceProblem('This takes too much memory to read. Split it, or save it without pictures.')
    case 'failed':
      return new SourceProblem('This file can’t be read. Save it again, or in another format.', { cause })
  }
}
