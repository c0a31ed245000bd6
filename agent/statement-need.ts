import type { Proposal } from './responder.ts'
import { sharedWords } from './terms.ts'

/* What the notes have for a statement: only what it shares words with. */

/** The proposal without the steps it offers. */
export function factsOf({ facts = [] }: Proposal): Partial<Proposal> {
  return { facts }
}

/** The proposal with the step that a statement is about, if they share words. */
export function needOf(said: string, proposal: Proposal): Partial<Proposal> {
  const isOnNote = sharesWithBest(said, proposal) > (proposal.isLikely === true ? 0 : 1)
  return isOnNote ? { ...proposal, offers: (proposal.offers ?? []).slice(0, 1) } : factsOf(proposal)
}

/** Words shared with the closest note and the titles of the offered steps. */
export function sharesWithBest(said: string, { retrieved, offers = [] }: Proposal): number {
  return sharedWords(said, [retrieved[0]?.text ?? '', offers[0]?.title ?? ''].join('. '))
}
