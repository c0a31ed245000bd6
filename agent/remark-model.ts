import { findForeignLanguage } from './foreign-language.ts'
import { createScorer, pickLikeliest } from './packed-weights.ts'
import { createRecentCache } from './recent-cache.ts'
import { toFeatures } from './remark-features.ts'
import { remarkWeights } from './remark-weights.ts'
import { commonEncoder } from './sentence-encoder.ts'

/**
 * The most likely meaning of a sentence, as the training data names it; guessed-intent.ts translates it to an intent or a
 * `Remark`. `question`: about the product, or none of the others.
 */
export const remarkLabels = [
  'question',
  'book',
  'human',
  'price',
  'timing',
  'competitor',
  'security',
  'authority',
  'need',
  'send',
  'browsing',
  'buy',
  'thanks',
  'praise',
  'doubt',
  'insult',
  'hello',
  'bye',
  'yes',
  'no',
  'next',
  'more',
  'back',
  'repeat',
  'stop',
  'slower',
  'told',
  'robot',
  'smalltalk',
  'unclear',
  'worry',
  'upset',
  'letdown',
  'returned',
  'away',
] as const

export type RemarkLabel = (typeof remarkLabels)[number]

export interface Guess {
  readonly label: RemarkLabel
  /** 0 to 1. */
  readonly probability: number
}

/** One remark and its parts are classified several times in a row. */
const latest = createRecentCache<Guess>(20)

/**
 * Multinomial logistic regression over words and the sentence encoder's vector, trained by `npm run train-intents`.
 * Less accurate without an encoder.
 */
export function guessRemark(text: string): Guess {
  return latest.get(text, () => classify(text))
}

/** The classifier wasn't trained on other scripts, and would guess the most frequent label. */
const otherScript = /^(?=.*\p{L})[^\p{Script=Latin}]*$/su

const questionAt = remarkLabels.indexOf('question')
/**
 * Mistaking a question for a remark is worse than the opposite. For writers left out of training, it recognises a
 * few more questions and fewer remarks.
 */
const questionBonus = 1.2

const scorer = createScorer(remarkWeights, remarkLabels.length)

function classify(text: string): Guess {
  if (otherScript.test(text)) return { label: 'question', probability: 0 }
  const scores = scorer.score(toFeatures(text), readVector(text))
  scores[questionAt] = (scores[questionAt] ?? 0) + questionBonus
  const { best, probability } = pickLikeliest(scores)
  return { label: remarkLabels[best] ?? 'question', probability }
}

/** The encoder reads English only. */
export function readVector(text: string): ArrayLike<number> {
  const isRead = text.trim() !== '' && findForeignLanguage(text) === null
  return isRead ? (commonEncoder()?.readRemark(text) ?? []) : []
}
