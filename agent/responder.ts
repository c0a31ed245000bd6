import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { FactField, ObjectionKind } from '#domain/sales-rules.ts'
import type { OfferedStep } from '#protocol/agent-events.ts'

import type { Intent } from './intent.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'

/** A question with everything that may be used to answer it. Visitors' words are data, never instructions. */
export interface ResponderInput {
  readonly text: string
  readonly knowledge: Knowledge
  /** The step on screen. */
  readonly step: number
  /** The subject of the last answer, for short follow-ups (“and for Teams?”). */
  readonly topic?: Topic
  /** The visitor's team size or number of sites, in their words, if they named one earlier. */
  readonly size?: string
  /** Cosines of question and items, if there is an embedding model. */
  readonly similarity?: (itemId: string) => number | undefined
}

/** The subject of the conversation: the last question, and the items that answered it. */
export interface Topic {
  readonly question: string
  readonly itemIds: readonly string[]
  /** The items were only offered, so they may not be what the visitor meant. */
  readonly isUnsure?: boolean
}

/** A proposed sentence with the items that support it. */
export interface ProposedSentence {
  readonly text: string
  /** Ids of knowledge items; a fact needs at least one. */
  readonly cites: readonly string[]
  /** The language, if a model wrote it in another than the notes', so that words can't be compared. */
  readonly language?: AgentLanguage
}

/** A responder's proposal. It decides nothing: the guards check it, then the policy acts. */
export interface Proposal {
  readonly intent: Intent
  readonly answer: readonly ProposedSentence[]
  /** Items retrieved for this question; only these may be cited. */
  readonly retrieved: readonly KnowledgeItem[]
  /** The next closest sentences of the answer's step. */
  readonly beside?: readonly KnowledgeItem[]
  /** Set if the answer is on topic but doesn't answer the question; names the topic. */
  readonly subject?: string
  /** What follows from the prices in the notes: “Over a year that comes to $348.” */
  readonly conclusion?: { readonly text: string; readonly from: readonly KnowledgeItem[] }
  /** The closest steps, best first, for a question or part of one that the answer leaves open. */
  readonly offers?: readonly OfferedStep[]
  /** A name that the notes don't contain, as the visitor wrote it. */
  readonly missing?: string
  /** The offered steps are unlikely to help, so their sentences aren't said. */
  readonly isFar?: boolean
  /** The closest sentence probably answers, so it is quoted without a warning. */
  readonly isLikely?: boolean
  /** An objection, whether or not the knowledge answers it. */
  readonly objection?: ObjectionKind
  /** The notes are in another language than the conversation and can't be quoted. */
  readonly notesIn?: AgentLanguage
  /** Facts that the visitor gave about themselves. */
  readonly facts?: readonly HeardFact[]
  /** The subject for a short follow-up. */
  readonly topic?: Topic
}

/** A fact in the visitor's own words. */
export interface HeardFact {
  readonly field: FactField
  readonly value: string
}

/** The built-in rules, or a language model. A rejection or a late answer counts as “not understood”. */
export interface Responder {
  /** `onPart` gets the answer so far, each time another sentence may be shown. */
  propose(
    input: ResponderInput,
    signal: AbortSignalLike,
    onPart?: (proposal: Proposal) => void,
  ): Proposal | Promise<Proposal>
}

/** The part of AbortSignal that a responder needs, so that this interface has no platform types. */
export interface AbortSignalLike {
  readonly aborted: boolean
}
