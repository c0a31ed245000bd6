import type { Knowledge, KnowledgeItem, PresentedDemo, PresentingAgent } from '#agent/knowledge.ts'
import type { ReadNotes } from '#agent/notes-index.ts'
import { createFairQueue } from '#backend/http/fair-queue.ts'
import { BoundedThreads } from '#backend/threads/bounded-threads.ts'

interface Notes {
  readonly demo: PresentedDemo
  readonly agent: PresentingAgent
}

/** Indexes the notes, or finds the items closest to a question. */
export type IndexJob = Notes & { readonly question: string | null }

export interface IndexedDemo {
  readonly knowledge: Knowledge
  readonly read: ReadNotes
  /** The groups that answer a suggested question. */
  readonly suggested: Map<string, readonly string[]>
}

const threads = new BoundedThreads<IndexJob, IndexedDemo | readonly KnowledgeItem[]>(
  new URL('index-worker.ts', import.meta.url),
  {
    ms: 40_000,
    memoryMb: 384,
    share: 'visitors',
  },
)
/** Workspaces take turns, so that one with many large agents delays only itself. */
const queue = createFairQueue({ concurrent: 1, waiting: 48, waitingPerKey: 8 })

/** Indexes a demo in another thread. Rejects with a ThreadProblem or QueueFull. */
export async function indexInThread(workspaceId: string, notes: Notes): Promise<IndexedDemo> {
  return (await run(workspaceId, { ...notes, question: null })) as IndexedDemo
}

/** Finds items in another thread. Rejects with a ThreadProblem or QueueFull. */
export async function findInThread(
  workspaceId: string,
  notes: Notes & { readonly question: string },
): Promise<readonly KnowledgeItem[]> {
  return (await run(workspaceId, notes)) as readonly KnowledgeItem[]
}

function run(workspaceId: string, job: IndexJob): Promise<IndexedDemo | readonly KnowledgeItem[]> {
  return queue.run(workspaceId, () => threads.run(job, neededMb(job)))
}

/** 500,000 characters take up to 150 MB; the sentence encoder, 30 MB. */
function neededMb({ demo, agent }: IndexJob): number {
  return 126 + JSON.stringify([demo, agent]).length / 4_000
}
