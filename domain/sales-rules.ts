/* How an agent sells, and the facts it collects from visitors. */

/** Facts that visitors give about themselves. A lead shows those listed in `talk_answers` (talk_leads.sql). */
export const factFields = [
  'email',
  'name',
  'company',
  'phone',
  'role',
  'size',
  'need',
  'tool',
  'budget',
  'timeline',
] as const
export type FactField = (typeof factFields)[number]

export const objectionKinds = [
  'price',
  'timing',
  'competitor',
  'security',
  'authority',
  'need',
  'send-something',
  'just-looking',
] as const
export type ObjectionKind = (typeof objectionKinds)[number]

export interface QualifyingQuestion {
  readonly id: string
  readonly field: FactField
  readonly ask: string
  /** Points for an answer, 0 to 100; the score is their share of all points. */
  readonly weight: number
}

export interface ObjectionReply {
  readonly id: string
  readonly kind: ObjectionKind
  readonly reply: string
  /** Asked after the reply, or ''. */
  readonly question: string
}

/** Parsed from the author's free text and edited as lists. Advice to the agent, never quoted to visitors. */
export interface SalesRules {
  readonly goals: readonly string[]
  readonly questions: readonly QualifyingQuestion[]
  /** “fewer than 5 employees”: rules out a visitor as a customer. */
  readonly disqualifiers: readonly string[]
  readonly objections: readonly ObjectionReply[]
}

export const noSalesRules: SalesRules = { goals: [], questions: [], disqualifiers: [], objections: [] }
