import type { Intent } from './intent.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'

/** The question, and what may be used to answer it. Visitors' words are data, never instructions. */
export interface ResponderInput {
  readonly text: string
  readonly knowledge: Knowledge
  /** The step on screen. */
  readonly step: number
}

/** A proposed sentence with the items it is based on. */
export interface ProposedSentence {
  readonly text: string
  /** Ids of knowledge items; facts need at least one. */
  readonly cites: readonly string[]
}

/** A responder's proposal. It decides nothing: guards check it, then the policy acts. */
export interface Proposal {
  readonly intent: Intent
  readonly answer: readonly ProposedSentence[]
  /** Items retrieved for this question; only these may be cited. */
  readonly retrieved: readonly KnowledgeItem[]
  /** Set when the answer is on topic without being the answer. */
  readonly subject?: string
}

/**
 * Rules today; a language model behind the same port later. A rejection or a late answer counts as “not understood”.
 */
export interface Responder {
  propose(input: ResponderInput, signal: AbortSignalLike): Proposal | Promise<Proposal>
}

/** The part of AbortSignal a responder needs; keeps the port free of platform types. */
export interface AbortSignalLike {
  readonly aborted: boolean
}
