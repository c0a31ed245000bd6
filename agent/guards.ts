import type { Proposal, ProposedSentence } from './responder.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { toTerms } from './terms.ts'

/**
 * Lets through what is grounded, whoever proposed it: every sentence cites a retrieved item, its numbers and names
 * stand in what it cites, and it promises nothing the notes don't. Fails closed: a sentence in doubt is dropped.
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
    // The rest may lean on the sentence that fell (“They are kept …”), so the answer ends here.
    if (!isGrounded(sentence.text, cited)) break
    grounded.push(sentence)
  }
  return grounded
}

function isGrounded(text: string, cited: readonly (KnowledgeItem | undefined)[]): boolean {
  if (cited.length === 0) return false
  const sources = cited.flatMap((item) => (item === undefined ? [] : [`${item.context}. ${item.text}`]))
  if (sources.length < cited.length) return false
  if (cited.some((item) => item?.text === text)) return true
  const source = toTerms(sources.join(' '))
  const said = toTerms(text, true)
  const known = new Set(source.informative)
  return (
    said.numbers.every((number) => source.numbers.includes(number)) &&
    said.required.every((name) => known.has(name)) &&
    !promises.test(text)
  )
}

/** A commitment in words of a responder's own; the author's own sentence may say it. */
const promises =
  /\b(?:discount|guarantee[ds]?|promise[ds]?|we (?:will|can|shall) (?:offer|refund|deliver|add)|roadmap|contract|certified|compliant|liab(?:le|ility)|for free|free of charge)\b/i
