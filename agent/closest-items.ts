import type { KnowledgeItem } from './knowledge.ts'
import { readsLikeOrders } from './model-guards.ts'
import { toTerms } from './terms.ts'

/** Items that share words with the question, best first, without those that look like instructions to a model. */
export function closestItems(items: readonly KnowledgeItem[], question: string): readonly KnowledgeItem[] {
  const asked = new Set(toTerms(question).informative)
  return items
    .map((item) => ({
      item,
      shared: toTerms(`${item.context}. ${item.text}`).informative.filter((term) => asked.has(term)).length,
    }))
    .filter(({ item, shared }) => shared > 0 && !readsLikeOrders(item.text))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, 15)
    .map(({ item }) => item)
}
