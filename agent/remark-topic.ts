import { createScorer, pickLikeliest } from './packed-weights.ts'
import { toFeatures } from './remark-features.ts'
import { readVector, type RemarkLabel } from './remark-model.ts'
import { learnedTopics, topicWeights } from './topic-weights.ts'

/** What a remark is about, within its meaning: “smalltalk.weather”. */
export type RemarkTopic = (typeof learnedTopics)[number]

/** Fewer than for meanings, to keep the weights small. */
export const topicFeatureCount = 2_048

/** Below this probability, a general reply is safer. */
const sure = 0.62

const scorer = createScorer(topicWeights, learnedTopics.length + 1)

/**
 * The topic of a remark that has one of these meanings; null if it has none or isn't English. Multinomial logistic
 * regression like that of meanings, trained by `npm run train-intents`.
 */
export function guessTopic(text: string, meanings: readonly RemarkLabel[]): RemarkTopic | null {
  const vector = readVector(text)
  if (vector.length === 0) return null
  const scores = scorer.score(toTopicFeatures(text), vector)
  const allowed = learnedTopics.filter((topic) => meanings.some((meaning) => topic.startsWith(`${meaning}.`)))
  const none = scores.at(-1) ?? 0
  const { best, probability } = pickLikeliest([
    ...allowed.map((topic) => scores[learnedTopics.indexOf(topic)] ?? 0),
    none,
  ])
  return probability < sure ? null : (allowed[best] ?? null)
}

/** Deterministic. */
export function toTopicFeatures(text: string): readonly (readonly [index: number, value: number])[] {
  return [...toFeatures(text)].map(([index, value]) => [index % topicFeatureCount, value] as const)
}
