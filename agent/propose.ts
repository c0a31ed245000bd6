import type { Intent } from './intent.ts'
import type { KnowledgeItem } from './knowledge.ts'
import type { Proposal, ResponderInput } from './responder.ts'
import { readForm } from './retrieval-question.ts'
import type { Retrieval, RetrievalContext } from './retrieval.ts'
import { sharedWords } from './terms.ts'

/* Turns what was found in the notes into a proposal. */

function sharesNoWord(text: string, notes: readonly string[]): boolean {
  return notes.every((note) => sharedWords(text, note) === 0)
}

/** Keeps only a certain answer: remarks don't get offers. */
export function sureOf(found: Retrieval): Retrieval | undefined {
  return found.status === 'ok' ? found : undefined
}

export function contextOf({ topic, similarity }: ResponderInput): RetrievalContext {
  return { ...(topic !== undefined && { topic }), ...(similarity !== undefined && { similarity }) }
}

/** Below this certainty, one sentence in eight answers, and quoting it would sound as if the agent hadn't listened. */
const quoteMin = 0.25

/** Above this certainty, nearly every second sentence answers; below it, one in four. */
const likelyMin = 0.35

export function propose(intent: Intent, found?: Retrieval, asked?: ResponderInput): Proposal {
  if (found === undefined) return { intent, answer: [], retrieved: [] }
  const missing = found.missing === undefined ? {} : { missing: found.missing }
  if (found.status === 'unknown') return { intent, answer: [], retrieved: [], ...missing }
  const topic = { question: asked?.text ?? '', itemIds: found.items.map((item) => item.id) }
  if (found.status === 'near') {
    const titled = found.items.map((item) => `${item.context}. ${item.text}`)
    const isAboutCompany = readForm(topic.question).refusal === 'company'
    return {
      intent,
      answer: [],
      retrieved: found.items,
      // “Who's your CEO?” isn't answered in any step.
      offers: isAboutCompany && found.confidence < likelyMin ? [] : found.offers,
      isFar:
        isAboutCompany ||
        found.confidence < (found.isLinked === true || !sharesNoWord(topic.question, titled) ? quoteMin : likelyMin),
      isLikely: found.confidence >= likelyMin,
      ...missing,
      topic: { ...topic, isUnsure: true },
    }
  }
  return {
    intent,
    answer: found.items.map((item) => ({ text: item.text, cites: [item.id] })),
    retrieved: found.items,
    ...(found.offers.length > 0 && { offers: found.offers }),
    topic,
  }
}

export function toFound(items: readonly KnowledgeItem[]): Retrieval {
  return { status: 'ok', items, offers: [], confidence: 1 }
}
