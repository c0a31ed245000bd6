import { featureCount, toFeatures } from '../agent/remark-features.ts'
import { remarkLabels, type RemarkLabel } from '../agent/remark-model.ts'
import type { Example } from '../agent/training/remark-examples.ts'

/* Fits the classifier of remarks: multinomial logistic regression by Adagrad, in a fixed order. */

export interface RemarkFit {
  /** One row per feature, then the biases. */
  readonly words: Float64Array
  /** One row per dimension of the encoder's vector. */
  readonly vectors: Float64Array
}

const rounds = 6
/** Learning rate and decay, for words and for the encoder's vector. */
const ofWords = { rate: 0.6, decay: 2e-6 } as const
const ofVectors = { rate: 0.012, decay: 2e-5 } as const
/** Mistaking a question for a remark is worse than the opposite. */
const questionImportance = 1.4
/** Weight of a written remark against a generated one. */
const saidImportance = 3
const count = remarkLabels.length

/** `vectors` holds one row of `width` numbers per example. */
export function fitRemarks(examples: readonly Example[], vectors: Float32Array, width: number): RemarkFit {
  const wordLearner = createLearner((featureCount + 1) * count, ofWords)
  const vectorLearner = createLearner(width * count, ofVectors)
  const importanceOf = toImportance(examples)
  const prepared = examples.map((example, at) => ({
    features: [...toFeatures(example.text), [featureCount, 0.3] as const],
    vector: vectors.subarray(at * width, (at + 1) * width),
    label: remarkLabels.indexOf(example.label),
    importance: importanceOf(example),
  }))
  const scores = new Float64Array(count)
  const errors = new Float64Array(count)
  for (let round = 0; round < rounds; round += 1) {
    for (const { features, vector, label, importance } of shuffle(prepared, round + 1)) {
      scores.fill(0)
      for (const [feature, value] of features) wordLearner.score(scores, feature, value)
      for (let at = 0; at < width; at += 1) vectorLearner.score(scores, at, vector[at]!)
      toErrors(scores, errors, label, importance)
      for (const [feature, value] of features) wordLearner.learn(errors, feature, value)
      for (let at = 0; at < width; at += 1) vectorLearner.learn(errors, at, vector[at]!)
    }
  }
  for (let each = 0; each < count; each += 1) wordLearner.weights[featureCount * count + each]! *= 0.3
  return { words: wordLearner.weights, vectors: vectorLearner.weights }
}

interface Learner {
  readonly weights: Float64Array
  /** Adds the share of one input to the scores. */
  score(scores: Float64Array, input: number, value: number): void
  learn(errors: Float64Array, input: number, value: number): void
}

function createLearner(size: number, { rate, decay }: { readonly rate: number; readonly decay: number }): Learner {
  const weights = new Float64Array(size)
  const squares = new Float64Array(size).fill(0.1)
  return {
    weights,
    score(scores, input, value) {
      const row = input * count
      for (let each = 0; each < count; each += 1) scores[each]! += value * weights[row + each]!
    },
    learn(errors, input, value) {
      const row = input * count
      for (let each = 0; each < count; each += 1) {
        if (errors[each] === 0) continue
        const slope = errors[each]! * value + decay * weights[row + each]!
        squares[row + each]! += slope * slope
        weights[row + each]! -= (rate * slope) / Math.sqrt(squares[row + each]!)
      }
    },
  }
}

/** Softmax minus the wanted label, times the importance; tiny errors are 0. */
function toErrors(scores: Float64Array, errors: Float64Array, label: number, importance: number): void {
  const highest = Math.max(...scores)
  let total = 0
  for (let each = 0; each < count; each += 1) {
    errors[each] = Math.exp(scores[each]! - highest)
    total += errors[each]!
  }
  for (let each = 0; each < count; each += 1) {
    const error = (errors[each]! / total - (each === label ? 1 : 0)) * importance
    errors[each] = Math.abs(error) < 1e-4 ? 0 : error
  }
}

/** Rare meanings count more, so that all are recognised beside the many product questions. */
function toImportance(examples: readonly Example[]): (example: Example) => number {
  const counts = new Map<RemarkLabel, number>()
  for (const { label } of examples) counts.set(label, (counts.get(label) ?? 0) + 1)
  return ({ label, isSaid }) =>
    (examples.length / remarkLabels.length / (counts.get(label) ?? 1)) ** 0.8 *
    (label === 'question' ? questionImportance : 1) *
    (isSaid === true ? saidImportance : 1)
}

function shuffle<T>(list: readonly T[], seed: number): readonly T[] {
  let state = seed * 2_654_435_761
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const shuffled = [...list]
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}
