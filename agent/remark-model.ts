import { featureCount, toFeatures } from './remark-features.ts'
import { remarkWeights } from './remark-weights.ts'

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

/** One remark is classified several times in a row. */
let latest: { readonly text: string; readonly guess: Guess } | null = null

/** Multinomial logistic regression, trained by `npm run train-intents`. */
export function guessRemark(text: string): Guess {
  if (latest?.text !== text) latest = { text, guess: classify(text) }
  return latest.guess
}

/** The classifier wasn't trained on other scripts, and would guess the most frequent label. */
const otherScript = /^(?=.*\p{L})[^\p{Script=Latin}]*$/su

function classify(text: string): Guess {
  if (otherScript.test(text)) return { label: 'question', probability: 0 }
  const scores = remarkLabels.map((_, label) => readWeight(featureCount, label))
  for (const [feature, value] of toFeatures(text)) {
    for (let label = 0; label < remarkLabels.length; label += 1) {
      scores[label] = (scores[label] ?? 0) + value * readWeight(feature, label)
    }
  }
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  return { label: remarkLabels[scores.indexOf(highest)] ?? 'question', probability: 1 / total }
}

/** Each weight is one character; the row after the last feature holds the biases. */
function readWeight(feature: number, label: number): number {
  const code = remarkWeights.weights.charCodeAt(feature * remarkLabels.length + label)
  return ((code > backslash ? code - 1 : code) - zeroCode) * remarkWeights.step
}

/** The characters used are # to ~, without the backslash. */
const backslash = 92
const zeroCode = 80

/** The inverse, for training: encodes −45 to 45 as a character. */
export function toWeightCode(weight: number): string {
  const code = zeroCode + Math.max(-45, Math.min(45, Math.round(weight)))
  return String.fromCharCode(code >= backslash ? code + 1 : code)
}
