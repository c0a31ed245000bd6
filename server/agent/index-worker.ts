import { closestItems } from '#agent/closest-items.ts'
import { indexNotes, readNotes } from '#agent/notes-index.ts'
import { buildKnowledge, type KnowledgeItem } from '#agent/knowledge.ts'
import { createSuggester } from '#agent/suggest-questions.ts'
import { answerJobs } from '#backend/threads/answer-jobs.ts'

import type { IndexJob, IndexedDemo } from './index-thread.ts'
import { provideAgentEncoder } from './sentence-encoder.ts'
import { provideAgentVectors } from './word-vectors.ts'

/* Indexes demos and finds items, one job after the other. See index-thread.ts. */

provideAgentVectors()
provideAgentEncoder()
answerJobs(
  (job) => work(job as IndexJob),
  (_error): _error is Error => false,
)

function work({ demo, agent, question }: IndexJob): IndexedDemo | readonly KnowledgeItem[] {
  const knowledge = buildKnowledge(demo, agent)
  if (question !== null) return closestItems(knowledge.items, question)
  const read = readNotes(knowledge)
  const suggested = new Map<string, readonly string[]>()
  // The first suggestions search many questions, and every visitor sees them.
  createSuggester(knowledge, indexNotes(knowledge, read), suggested)([], 1)
  return { knowledge, read, suggested }
}
