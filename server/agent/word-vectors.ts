import { readFileSync } from 'node:fs'

import type { Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import { indexKnowledge, type KnowledgeIndex } from '#agent/retrieval.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { readWordVectors, type WordVectors } from '#agent/word-vectors.ts'

let vectors: WordVectors | undefined

/** An index that also finds what is meant in other words; the vectors are read on first use and shared. */
export function indexWithVectors(knowledge: Knowledge): KnowledgeIndex {
  vectors ??= readWordVectors(readFileSync(vectorsPath))
  return indexKnowledge(knowledge, { vectors })
}

/** The responder that answers without a model. */
export function createBuiltInResponder(knowledge: Knowledge): Responder {
  return createRuleResponder(knowledge, indexWithVectors(knowledge))
}

const vectorsPath = new URL('../../agent/word-vectors.bin', import.meta.url)
