import type { ObjectionKind } from '#domain/sales-rules.ts'
import { hearFacts } from './buyer-facts.ts'
import type { Intent } from './intent.ts'
import type { Remark } from './remark.ts'
import type { Proposal } from './responder.ts'

/** Adds the facts and the objection that a remark contains in addition to its question. */
export function withHeard(proposal: Proposal, text: string): Proposal {
  const facts = hearFacts(text)
  const told = proposal.objection ?? objectionOf(proposal.intent)
  // “We just use spreadsheets” names the current tool; it doesn't say that there is no need.
  const objection = told === 'need' && facts.some(({ field }) => field === 'tool') ? 'competitor' : told
  return { ...proposal, ...(facts.length > 0 && { facts }), ...(objection !== null && { objection }) }
}

/** Null for a remark that is no objection. */
export function objectionOf(intent: Intent): ObjectionKind | null {
  return intent.type === 'remark' ? (objections[intent.about] ?? null) : null
}

const objections: Partial<Record<Remark, ObjectionKind>> = {
  expensive: 'price',
  later: 'timing',
  compare: 'competitor',
  competitor: 'competitor',
  security: 'security',
  authority: 'authority',
  need: 'need',
  send: 'send-something',
  browsing: 'just-looking',
}
