import type { KnowledgeItem } from './knowledge.ts'
import { priceOnly } from './knowledge-items.ts'
import type { Looked } from './retrieval.ts'
import type { SearchIndex } from './retrieval-index.ts'
import { countWords } from './sentences.ts'
import { capitalise } from './capitalise.ts'

/** At most these are found; the policy may say fewer (`answering.ts`). */
const sentencesMax = 2
/** A list of plans may be longer. */
const plansMax = 3
const wordsMax = 45
/** How far below the best score other sentences of the step may be. */
const closeTo = 3

/** The sentences to quote: the best one per question, the sentence it depends on, and close ones of the same step. */
export function chooseQuote(index: SearchIndex, looked: readonly Looked[]): readonly KnowledgeItem[] {
  const prices = looked.length === 1 ? listPrices(index, looked[0]) : []
  if (prices.length > 1) return prices
  const chosen = new Set<number>()
  const isPlans = looked.some(({ best }) => best.features.namedPlan === 1)
  const most = isPlans ? plansMax : sentencesMax
  let words = 0
  const take = (item: number): void => {
    const count = countWords(index.items[item]?.text ?? '')
    if (chosen.has(item) || chosen.size >= most) return
    if (chosen.size > 0 && words + count > wordsMax) return
    chosen.add(item)
    words += count
  }
  for (const { best, isAsked } of looked) {
    const answer = index.groups[index.groupOf[best.item] ?? 0] ?? []
    if (isAsked && answer.length <= sentencesMax) for (const item of answer) take(item)
    if (leansBack(index, best.item)) take(best.item - 1)
    take(best.item)
  }
  for (const { best, scoring } of looked) {
    const group = index.groupOf[best.item]
    for (const other of scoring.ranked.slice(0, 30)) {
      const isOtherPlan = best.features.namedPlan === 1 && other.features.namedPlan === 1
      const isClose = isOtherPlan || other.score >= best.score - closeTo
      if (index.groupOf[other.item] !== group || !isClose) continue
      take(other.item)
    }
  }
  // The best come first, because a short turn ends early. Plans and answers to the author's own questions keep their order.
  const isInOrder = isPlans || looked.every(({ isAsked }) => isAsked)
  const ordered = isInOrder ? [...chosen].sort((a, b) => a - b) : [...chosen]
  return ordered.flatMap((item) => index.items[item] ?? [])
}

/** The next closest sentences of the step, for a question whose best sentence was already said. */
export function chooseBeside(
  index: SearchIndex,
  { best, scoring }: Looked,
  quoted: readonly KnowledgeItem[],
): readonly KnowledgeItem[] {
  const group = index.groupOf[best.item]
  const ids = new Set(quoted.map(({ id }) => id))
  return scoring.ranked
    .filter(({ item }) => index.groupOf[item] === group)
    .flatMap(({ item }) => index.items[item] ?? [])
    .filter(({ id }) => !ids.has(id))
    .slice(0, 2)
}

/** For “how much is it?” and a price table: each plan's price without its contents, so that several plans fit. */
function listPrices(index: SearchIndex, looked: Looked | undefined): readonly KnowledgeItem[] {
  if (looked?.form.types.has('price') !== true) return []
  const meant = looked.scoring.ranked.filter(({ features }) => features.namedPlan === 1).map(({ item }) => item)
  const plans = meant
    .toSorted((a, b) => a - b)
    .flatMap((at) => index.items[at] ?? [])
    .filter(({ source }) => source?.kind === 'plan')
    .map(priceOnly)
  return countWords(plans.map(({ text }) => text).join(' ')) <= wordsMax ? plans : []
}

/** Whether a sentence needs the one before it: “they are kept for 90 days”, or the rest of a long sentence. */
function leansBack(index: SearchIndex, item: number): boolean {
  const { text = '', isRest = false } = index.items[item] ?? {}
  const before = index.items[item - 1]?.text ?? ''
  return (
    index.groupOf[item - 1] === index.groupOf[item] &&
    countWords(before) + countWords(text) <= wordsMax &&
    (isRest || /^(?:they|it|this|these|those|that|he|she|anything above|everyone else|active means)\b/i.test(text))
  )
}

/** Removes a leading “Yes” or “No” unless the question asks like the author's own; others may ask for the opposite. */
export function withoutYes(item: KnowledgeItem, question: string): KnowledgeItem {
  const written = item.source?.kind === 'plan' ? undefined : item.questions?.[0]
  const rest = /^(?:Yes|No)[.,:]\s+(.+)$/s.exec(item.text)?.[1]
  if (written === undefined || rest === undefined || asksAlike(question, written)) return item
  return { ...item, text: capitalise(rest) }
}

function asksAlike(question: string, written: string): boolean {
  const isOpen = asksForMore.test(question.trim()) && !asksForMore.test(written.trim())
  const turns = (text: string): string => [...text.toLowerCase().matchAll(turning)].map(([word]) => word).join()
  return !isOpen && turns(question) === turns(written)
}

const asksForMore = /^(?:(?:so|and|but|ok|hi|hey),? )*(?:what|which|who|whose|where|when|why|how)\b|\bor\b/i
/** Words that can reverse the meaning of a “yes”. */
const turning = /\b(?:need|needs|have to|has to|must|required?|without|extra|instead|only|not|never|no|\w+n['’]t)\b/g
