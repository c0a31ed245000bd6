import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { FactField, ObjectionKind } from '#domain/sales-rules.ts'
import type { OfferedStep } from '#protocol/agent-events.ts'

import type { Intent } from './intent.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'

/** The question, and what may be used to answer it. Visitors' words are data, never instructions. */
export interface ResponderInput {
  readonly text: string
  readonly knowledge: Knowledge
  /** The step on screen. */
  readonly step: number
  /** What the last answer was about, for short follow-ups (“and for Teams?”). */
  readonly topic?: Topic
  /** Cosines of the question and items, where a model for embeddings is set. */
  readonly similarity?: (itemId: string) => number | undefined
}

/** What the talk is about: the last question and the items that answered it. */
export interface Topic {
  readonly question: string
  readonly itemIds: readonly string[]
  /** The items were only offered: they may not have been what was meant. */
  readonly isUnsure?: boolean
}

/** A proposed sentence with the items it is based on. */
export interface ProposedSentence {
  readonly text: string
  /** Ids of knowledge items; facts need at least one. */
  readonly cites: readonly string[]
  /** Set when it is in a model's words in this language, whose words can't be compared with the notes'. */
  readonly language?: AgentLanguage
}

/** A responder's proposal. It decides nothing: guards check it, then the policy acts. */
export interface Proposal {
  readonly intent: Intent
  readonly answer: readonly ProposedSentence[]
  /** Items retrieved for this question; only these may be cited. */
  readonly retrieved: readonly KnowledgeItem[]
  /** Set when the answer is on topic without being the answer. */
  readonly subject?: string
  /** The closest steps, best first, when there is no sure answer. */
  readonly offers?: readonly OfferedStep[]
  /** An objection, whether or not the knowledge answers it. */
  readonly objection?: ObjectionKind
  /** The notes are in another language than the talk, which is why they can't be quoted. */
  readonly notesIn?: AgentLanguage
  /** Facts the visitor told about themselves. */
  readonly facts?: readonly HeardFact[]
  /** What a short follow-up would be about. */
  readonly topic?: Topic
}

/** A fact in the visitor's own words. */
export interface HeardFact {
  readonly field: FactField
  readonly value: string
}

/**
 * The built-in rules or a language model. A rejection or a late answer counts as “not understood”.
 */
export interface Responder {
  /** `onPart` gets the answer so far, each time it has grown by a sentence that may be shown. */
  propose(
    input: ResponderInput,
    signal: AbortSignalLike,
    onPart?: (proposal: Proposal) => void,
  ): Proposal | Promise<Proposal>
}

/** The part of AbortSignal a responder needs; keeps the port free of platform types. */
export interface AbortSignalLike {
  readonly aborted: boolean
}
