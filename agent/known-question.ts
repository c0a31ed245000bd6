import { contentOf, type SearchIndex } from './retrieval-index.ts'
import type { KnownMatch } from './retrieval-known.ts'

/* Questions that an author or a template has written, asked again in the same or in other words. */

const sameQuestionMin = 0.8
/** Questions of steps are mostly generated from their texts, so they count less. */
const wordingMin = { pair: 0.66, step: 0.75 } as const
const wordingSure = 0.8
const wordingMargin = 0.05
const wordingMissing = 0.25

/** The group that answers a known question with the same meaning. */
export function findOtherWording(index: SearchIndex, matches: readonly KnownMatch[]): number | null {
  const [first, second] = matches
  if (first === undefined) return null
  const item = index.items[index.groups[first.group]?.[0] ?? 0]
  const least = item?.source === undefined ? wordingMin.step : wordingMin.pair
  const isAlone = first.closeness >= wordingSure || first.closeness - (second?.closeness ?? 0) >= wordingMargin
  return first.closeness >= least && first.missing <= wordingMissing && isAlone ? first.group : null
}

/** The group that answers this known question, or one that differs by a word. */
export function findKnownQuestion(index: SearchIndex, question: string): number | null {
  if (index.questions.length === 0) return null
  const asked = contentOf(question)
  let best: { readonly group: number; readonly share: number } | null = null
  for (const { group, keys } of index.questions) {
    let common = 0
    for (const key of asked) if (keys.has(key)) common += 1
    const share = common / Math.max(1, asked.size + keys.size - common)
    if (share >= sameQuestionMin && share > (best?.share ?? 0)) best = { group, share }
  }
  return best?.group ?? null
}
