import type { OfferedStep } from '#protocol/agent-events.ts'

import type { KnowledgeItem } from './knowledge.ts'
import { countWords } from './sentences.ts'

/** The longest sentence, in words, that is quoted when the answer is uncertain. */
export const closestWordsMax = 30
/** The maximum total words of the sentences shown with a step. */
const linesWordsMax = 45

interface Candidate {
  readonly item: KnowledgeItem
  readonly score: number
}

interface OfferOptions {
  readonly titles: ReadonlyMap<string, string>
  readonly most: number
  /** How far below the best score a sentence may be to be shown with its step. */
  readonly closeTo: number
}

/**
 * The steps to offer, each with its one or two sentences that are closest to the question. Candidates and steps come
 * best first.
 */
export function offerSteps(
  ranked: readonly Candidate[],
  { titles, most, closeTo }: OfferOptions,
): readonly OfferedStep[] {
  const best = ranked[0]?.score ?? 0
  const offers = new Map<string, { readonly stepOrder: number; readonly lines: string[] }>()
  for (const { item, score } of ranked) {
    const { stepId, stepOrder, text } = item
    if (stepId === null || stepOrder === null) continue
    if (!offers.has(stepId) && offers.size === most) continue
    const lines: string[] = offers.get(stepId)?.lines ?? []
    offers.set(stepId, { stepOrder, lines })
    const words = [...lines, text].reduce((sum, line) => sum + countWords(line), 0)
    const isShort = words <= (lines.length === 0 ? closestWordsMax : linesWordsMax)
    // Skip repeated titles, and sentences that another part of the question already found.
    const isNew = text !== titles.get(stepId) && !lines.includes(text)
    if (lines.length < 2 && isShort && isNew && score >= best - closeTo) lines.push(text)
  }
  return [...offers].map(([stepId, offer]) => ({ ...offer, stepId, title: titles.get(stepId) ?? '' }))
}
