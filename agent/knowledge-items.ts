import type { AgentKnowledge, GlossaryTerm, KnowledgePair, KnowledgePassage, PricePlan } from './agent-knowledge.ts'
import type { KnowledgeItem, StepScript } from './knowledge.ts'
import { toBareWords, toPlainText } from './plain-text.ts'
import { countWords, splitSentences } from './sentences.ts'

/* An agent's knowledge other than the demo, as quotable sentences with their source. */

/** The maximum number of sentences, beyond which search would be too slow; the last ones are dropped. */
const itemsMax = 6_000

/** Pairs, passages, plans and glossary as items; a pair with a step shows that step. */
export function knowledgeItems(knowledge: AgentKnowledge, steps: readonly StepScript[]): readonly KnowledgeItem[] {
  return [
    ...knowledge.pairs.flatMap((pair) => pairItems(pair, steps)),
    ...knowledge.plans.map(planItem),
    ...knowledge.glossary.flatMap(glossaryItems),
    ...knowledge.passages.flatMap(passageItems),
  ].slice(0, itemsMax)
}

function pairItems(pair: KnowledgePair, steps: readonly StepScript[]): readonly KnowledgeItem[] {
  const step = steps.find(({ id }) => id === pair.stepId)
  const question = toLine(pair.question)
  const questions = [question, ...pair.variants.map(toLine)]
  const isForObjections = pair.objection !== null && !questions.some((each) => each.endsWith('?'))
  return joinShort(splitSentences(toPlainText(pair.answer))).map((text, index) => ({
    id: `pair-${pair.id}-${index}`,
    text,
    context: question,
    stepOrder: step?.order ?? null,
    stepId: step?.id ?? null,
    index,
    source: { kind: 'pair', title: question, place: '', url: null },
    questions,
    ...(isForObjections && { isForObjections }),
  }))
}

/** Joins a short first sentence such as “Yes.” to the one after it, since it means nothing alone. */
function joinShort(sentences: readonly string[]): readonly string[] {
  const [first, second, ...rest] = sentences
  if (first === undefined || second === undefined || countWords(first) > shortWords) return sentences
  return [`${first} ${second}`, ...rest]
}

const shortWords = 2

/** Whether an author wrote the item's questions. Those of plans and glossary terms are only their names. */
export function isAskedByAuthor({ id, source }: KnowledgeItem): boolean {
  return source?.kind !== 'plan' && !id.startsWith(termPrefix)
}

const termPrefix = 'term-'

/** “Team: $29 per month. 10 users and …” */
function planItem(plan: PricePlan): KnowledgeItem {
  const name = toLine(plan.name)
  const price = [toLine(plan.price), toLine(plan.period)].filter((part) => part !== '').join(' ')
  // “Up to 5 people” becomes “with up to 5 people”, but “SSO” keeps its capitals.
  const includes = toLine(plan.includes).replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase())
  const text = includes === '' ? `${name}: ${price}` : `${name}: ${price}, with ${includes}`
  return {
    id: `plan-${plan.id}-0`,
    text: /[.!?]$/.test(text) ? text : `${text}.`,
    context: name,
    stepOrder: null,
    stepId: null,
    index: 0,
    source: { kind: 'plan', title: name, place: '', url: null },
    questions: [`What does ${name} cost?`, `What is the price of the ${name} plan?`],
  }
}

/** “Team: $29 per month.” */
export function priceOnly(item: KnowledgeItem): KnowledgeItem {
  return item.source?.kind === 'plan' ? { ...item, text: item.text.replace(/, with .*$/s, '.') } : item
}

function glossaryItems(entry: GlossaryTerm): readonly KnowledgeItem[] {
  const term = toLine(entry.term)
  return splitSentences(toPlainText(entry.meaning)).map((text, index) => ({
    id: `${termPrefix}${entry.id}-${index}`,
    text: index === 0 && !text.toLowerCase().includes(term.toLowerCase()) ? `${term}: ${text}` : text,
    context: term,
    stepOrder: null,
    stepId: null,
    index,
    source: { kind: 'pair', title: term, place: '', url: null },
    questions: [`What is ${term}?`, `What does ${term} mean?`],
  }))
}

function passageItems(passage: KnowledgePassage): readonly KnowledgeItem[] {
  const title = toLine(passage.title)
  const place = toLine(passage.place)
  // In a list of questions and answers, the heading is the question.
  const isAnswer = place.endsWith('?')
  const sentences = splitSentences(toPlainText(passage.text))
  return (isAnswer ? joinShort(sentences) : sentences).map((text, index) => ({
    id: `passage-${passage.id}-${index}`,
    text,
    context: place === '' || /^p\. ?\d+$/.test(place) ? title : `${title}: ${place}`,
    stepOrder: null,
    stepId: null,
    index,
    source: { kind: passage.kind, title, place, url: passage.url },
    ...(isAnswer && { questions: [place] }),
  }))
}

/** Whether a text contains none of the forbidden words or topics. */
export function forbid(neverSay: readonly string[]): (text: string) => boolean {
  const words = neverSay.map(toBareWords).filter((word) => word !== '')
  return (text) => {
    if (words.length === 0) return true
    const plain = ` ${toBareWords(text)} `
    return !words.some((word) => plain.includes(` ${word} `) || plain.includes(` ${word}s `))
  }
}

function toLine(text: string): string {
  return toPlainText(text).replaceAll('\n', ' ')
}
