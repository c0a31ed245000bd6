import { noSalesRules, type ObjectionKind, type SalesRules } from '#domain/sales-rules.ts'

/*
 * The knowledge that an author gives an agent in addition to the demo's steps. The server loads it from the published
 * version; in a trial, from the draft.
 */

/** An answer the author wrote; `variants` are other wordings of the question. */
export interface KnowledgePair {
  readonly id: string
  readonly question: string
  readonly variants: readonly string[]
  readonly answer: string
  /** Set when it answers an objection. */
  readonly objection: ObjectionKind | null
  /** The step that shows it. */
  readonly stepId: string | null
}

/** Part of a document or web page, at most a few paragraphs. */
export interface KnowledgePassage {
  readonly id: string
  readonly kind: 'document' | 'page'
  /** The document's or page's title. */
  readonly title: string
  /** “p. 3”, a heading, or ''. */
  readonly place: string
  /** Null when visitors can't open it. */
  readonly url: string | null
  readonly text: string
}

/** A row of the price table: the only source for questions about money. */
export interface PricePlan {
  readonly id: string
  readonly name: string
  /** As written: “$29”, “on request”. */
  readonly price: string
  /** “per month and seat”, or ''. */
  readonly period: string
  readonly includes: string
}

export interface GlossaryTerm {
  readonly id: string
  readonly term: string
  /** Synonyms, in either direction. */
  readonly synonyms: readonly string[]
  readonly meaning: string
}

export interface AgentKnowledge {
  readonly pairs: readonly KnowledgePair[]
  readonly passages: readonly KnowledgePassage[]
  readonly plans: readonly PricePlan[]
  readonly glossary: readonly GlossaryTerm[]
  /** Words and topics the agent must not say. */
  readonly neverSay: readonly string[]
  readonly salesRules: SalesRules
}

export const noAgentKnowledge: AgentKnowledge = {
  pairs: [],
  passages: [],
  plans: [],
  glossary: [],
  neverSay: [],
  salesRules: noSalesRules,
}
