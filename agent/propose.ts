import { namedInTitle } from '#domain/suggested-question.ts'

import type { Intent } from './intent.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { saysTitle } from './quoted-notes.ts'
import type { Proposal, ResponderInput, Topic } from './responder.ts'
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
export const likelyMin = 0.35

export function propose(intent: Intent, found?: Retrieval, asked?: ResponderInput): Proposal {
  if (found === undefined) return { intent, answer: [], retrieved: [] }
  const missing = found.missing === undefined ? {} : { missing: found.missing }
  if (found.status === 'unknown') return { intent, answer: [], retrieved: [], ...missing }
  const topic = { question: asked?.text ?? '', itemIds: found.items.map((item) => item.id) }
  if (found.status === 'near') {
    const [first] = found.items
    if (first !== undefined && saysTitle(first)) return proposeTitle(intent, found, first, topic)
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
    ...(found.beside !== undefined && { beside: found.beside }),
    ...(found.offers.length > 0 && { offers: found.offers }),
    topic,
  }
}

/** A step without notes: its title answers that it is there, which needs less certainty than a fact. */
function proposeTitle(intent: Intent, found: Retrieval, item: KnowledgeItem, topic: Topic): Proposal {
  const missing = found.missing === undefined ? {} : { missing: found.missing }
  const { types } = readForm(topic.question)
  // No title answers “how much” or “how long”.
  const asksFact = factTypes.some((type) => types.has(type))
  const shares = !asksFact && sharedWords(topic.question, namedInTitle(item.context) ?? item.context) > 0
  const isLinked = !asksFact && found.isLinked === true
  const isThere =
    found.missing === undefined &&
    ((shares && found.confidence >= sharedTitleMin) || (isLinked && found.confidence >= linkedTitleMin))
  if (isThere) return { intent, answer: [{ text: item.text, cites: [item.id] }], retrieved: [item], topic }
  return {
    intent,
    answer: [],
    retrieved: found.items,
    offers: found.offers,
    isFar: !shares && !(isLinked && found.confidence >= nearTitleMin),
    ...missing,
    topic: { ...topic, isUnsure: true },
  }
}

const factTypes = ['price', 'money', 'duration', 'frequency', 'count', 'when'] as const

/** Minimum certainties at which two thirds of the titles are right: with a shared word, and with only a link. */
const sharedTitleMin = 0.1
const linkedTitleMin = 0.2
const nearTitleMin = 0.05

export function toFound(items: readonly KnowledgeItem[]): Retrieval {
  return { status: 'ok', items, offers: [], confidence: 1 }
}
