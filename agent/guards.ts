import type { Proposal, ProposedSentence } from './responder.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { isFaithful } from './languages/faithful.ts'
import { toTerms } from './terms.ts'

/**
 * Passes only grounded sentences, from any responder: each must cite a retrieved item that contains its numbers and
 * names, and must make no promise beyond the notes. Fails closed: a doubtful sentence is dropped.
 */
export function guardProposal(proposal: Proposal): Proposal {
  return { ...proposal, answer: keepGrounded(proposal.answer, proposal.retrieved) }
}

function keepGrounded(
  sentences: readonly ProposedSentence[],
  retrieved: readonly KnowledgeItem[],
): readonly ProposedSentence[] {
  const byId = new Map(retrieved.map((item) => [item.id, item]))
  const grounded: ProposedSentence[] = []
  for (const sentence of sentences) {
    const cited = sentence.cites.map((id) => byId.get(id))
    // Later sentences may depend on the dropped one (“They are kept …”), so the answer ends here.
    if (!isGrounded(sentence, cited)) break
    grounded.push(sentence)
  }
  return grounded
}

function isGrounded({ text, language }: ProposedSentence, cited: readonly (KnowledgeItem | undefined)[]): boolean {
  if (cited.length === 0) return false
  const sources = cited.flatMap((item) => (item === undefined ? [] : [`${item.context}. ${item.text}`]))
  if (sources.length < cited.length) return false
  if (cited.some((item) => item?.text === text)) return true
  if (language !== undefined) return isFaithful(text, sources.join(' '), language)
  const source = toTerms(sources.join(' '))
  const said = toTerms(text, true)
  const known = new Set(source.informative)
  return (
    said.numbers.every((number) => source.numbers.includes(number)) &&
    said.required.every((name) => known.has(name)) &&
    !promises.test(text)
  )
}

/** Promises that a responder must not make in its own words. Quotes from the author may contain them. */
const promises =
  /\b(?:discount|guarantee[ds]?|promise[ds]?|we (?:will|can|shall) (?:offer|refund|deliver|add)|roadmap|contract|certified|compliant|liab(?:le|ility)|for free|free of charge)\b/i
