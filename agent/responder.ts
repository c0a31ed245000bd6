import type { Intent } from './intent.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'

/** What was asked and what may be used to answer it. Visitors' words are data here, never instructions. */
export interface ResponderInput {
  readonly text: string
  readonly knowledge: Knowledge
  /** The step on screen. */
  readonly step: number
}

/** One sentence a responder would say, with the items it rests on. */
export interface ProposedSentence {
  readonly text: string
  /** Ids of knowledge items; empty is not allowed for facts. */
  readonly cites: readonly string[]
}

/** What a responder proposes. It decides nothing: guards check it, then the policy acts. */
export interface Proposal {
  readonly intent: Intent
  readonly answer: readonly ProposedSentence[]
  /** Items the retrieval allowed for this question; only these may be cited. */
  readonly retrieved: readonly KnowledgeItem[]
  /** Set when the answer is about what was asked after without being the answer to it. */
  readonly subject?: string
}

/** Rules today; a language model behind the same port later. A rejection or a late answer counts as “not understood”. */
export interface Responder {
  propose(input: ResponderInput, signal: AbortSignalLike): Proposal | Promise<Proposal>
}

/** Just what a responder needs of an AbortSignal; keeps the port free of platform types. */
export interface AbortSignalLike {
  readonly aborted: boolean
}
