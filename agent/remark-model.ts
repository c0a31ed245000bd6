import { findForeignLanguage } from './foreign-language.ts'
import { createRecentCache } from './recent-cache.ts'
import { featureCount, toFeatures } from './remark-features.ts'
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
 * Mistaking a question for a remark is worse than the opposite. For writers left out of training, it recognises 4 % more
 * questions and 1 % fewer remarks.
 */
const questionBonus = 0.8

function classify(text: string): Guess {
  if (otherScript.test(text)) return { label: 'question', probability: 0 }
  const scores = remarkLabels.map((_, label) => readWeight(featureCount, label))
  for (const [feature, value] of toFeatures(text)) {
    for (let label = 0; label < remarkLabels.length; label += 1) {
      scores[label] = (scores[label] ?? 0) + value * readWeight(feature, label)
    }
  }
  // The encoder reads English only.
  const isRead = text.trim() !== '' && findForeignLanguage(text) === null
  const vector = isRead ? (commonEncoder()?.readRemark(text) ?? []) : []
  const weights = vector.length === 0 ? [] : (vectorWeights ??= readVectorWeights())
  for (const [at, value] of vector.entries()) {
    for (let label = 0; label < remarkLabels.length; label += 1) {
      scores[label] = (scores[label] ?? 0) + value * (weights[at * remarkLabels.length + label] ?? 0)
    }
  }
  scores[questionAt] = (scores[questionAt] ?? 0) + questionBonus
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  return { label: remarkLabels[scores.indexOf(highest)] ?? 'question', probability: 1 / total }
}

/** Each weight is one character; the row after the last feature holds the biases. */
function readWeight(feature: number, label: number): number {
  return readCode(remarkWeights.words, feature * remarkLabels.length + label) * remarkWeights.wordStep
}

/** All are needed for each remark. */
let vectorWeights: Float64Array | undefined

/** Two characters each, for a finer step. */
function readVectorWeights(): Float64Array {
  const { vectors, vectorStep } = remarkWeights
  return Float64Array.from(
    { length: vectors.length / 2 },
    (_, at) => (readCode(vectors, 2 * at) * codes + readCode(vectors, 2 * at + 1)) * vectorStep,
  )
}

function readCode(written: string, index: number): number {
  const code = written.charCodeAt(index)
  return (code > backslash ? code - 1 : code) - zeroCode
}

/** The characters used are # to ~, without the backslash. */
const backslash = 92
const zeroCode = 80

/** Number of characters used. */
const codes = 91
export const largestCode = 45
export const largestPair = largestCode * codes + largestCode

/** The inverse, for training: encodes −45 to 45 as a character. */
export function toWeightCode(weight: number): string {
  const code = zeroCode + Math.max(-largestCode, Math.min(largestCode, Math.round(weight)))
  return String.fromCharCode(code >= backslash ? code + 1 : code)
}

/** Encodes a weight up to `largestPair` as two characters. */
export function toWeightPair(weight: number): string {
  const whole = Math.round(weight)
  const high = Math.round(whole / codes)
  return toWeightCode(high) + toWeightCode(whole - high * codes)
}
