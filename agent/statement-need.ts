import type { Proposal } from './responder.ts'
import { sharedWords } from './terms.ts'

/* Finds the notes on a statement: only those that share words with it. */

/** The proposal without the steps it offers. */
export function factsOf({ facts = [] }: Proposal): Partial<Proposal> {
  return { facts }
}

/** The proposal with the step that a statement is about, if they share words or it states a need. */
export function needOf(said: string, proposal: Proposal): Partial<Proposal> {
  const least = proposal.isLikely !== true ? 2 : tellsNeed.test(said) ? 0 : 1
  const isOnNote = sharesWithBest(said, proposal) >= least
  return isOnNote ? { ...proposal, offers: (proposal.offers ?? []).slice(0, 1) } : factsOf(proposal)
}

/** “We have people who should only look at it” */
const tellsNeed =
  /\b(?:should|must|needs?|have to|has to|wants?|wish|can['’]?t|cannot|never|always|keeps?|too (?:much|many|long))\b/i

/** Words shared with the closest note and the titles of the offered steps. */
export function sharesWithBest(said: string, { retrieved, offers = [] }: Proposal): number {
  return sharedWords(said, [retrieved[0]?.text ?? '', offers[0]?.title ?? ''].join('. '))
}
