import { indexNotes, readNotes } from '#agent/notes-index.ts'
import { buildKnowledge } from '#agent/knowledge.ts'
import { createSuggester } from '#agent/suggest-questions.ts'
import { answerJobs } from '#server/threads/answer-jobs.ts'

import type { IndexJob, IndexedDemo } from './index-thread.ts'
import { provideAgentVectors } from './word-vectors.ts'

/* Indexes one demo after the other. See index-thread.ts. */

provideAgentVectors()
answerJobs(
  (job) => work(job as IndexJob),
  (_error): _error is Error => false,
)

function work({ demo, agent }: IndexJob): IndexedDemo {
  const knowledge = buildKnowledge(demo, agent)
  const read = readNotes(knowledge)
  const suggested = new Map<string, readonly string[]>()
  // The first suggestions search many questions, and every visitor sees them.
  createSuggester(knowledge, indexNotes(knowledge, read), suggested)([], 1)
  return { knowledge, read, suggested }
}
