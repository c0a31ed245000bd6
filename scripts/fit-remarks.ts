import { featureCount, toFeatures } from '../agent/remark-features.ts'
import { remarkLabels } from '../agent/remark-model.ts'
import { topicFeatureCount, toTopicFeatures } from '../agent/remark-topic.ts'
import { topicReplies } from '../agent/topic-replies.ts'
import type { Example } from '../agent/training/remark-examples.ts'

/* Fits the classifiers of remarks: multinomial logistic regression by Adagrad, in a fixed order. */

export interface RemarkFit {
  /** One row per feature, then the biases. */
  readonly words: Float64Array
  /** One row per dimension of the encoder's vector. */
  readonly vectors: Float64Array
}

/** Learning rate and decay, for words and for the encoder's vector. */
const ofWords = { rate: 0.6, decay: 2e-6 } as const
const ofVectors = { rate: 0.012, decay: 2e-5 } as const
/** Mistaking a question for a remark is worse than the opposite. */
const questionImportance = 1.4
/** Weight of a written remark against a generated one. */
const saidImportance = 3
const meaningRounds = 6
const topicRounds = 12
/** Constant input, whose weights are the biases. */
const constant = 0.3

/** The meanings. `vectors` holds one row of `width` numbers per example. */
export function fitRemarks(examples: readonly Example[], vectors: Float32Array, width: number): RemarkFit {
  const count = remarkLabels.length
  const labels = examples.map(({ label }) => remarkLabels.indexOf(label))
  const shareOf = toImportance(labels, count)
  const prepared = examples.map(({ text, label, isSaid }, at) => ({
    features: [...toFeatures(text)],
    vector: vectors.subarray(at * width, (at + 1) * width),
    wanted: labels[at]!,
    importance:
      shareOf(labels[at]!) * (label === 'question' ? questionImportance : 1) * (isSaid === true ? saidImportance : 1),
  }))
  return fit(prepared, { count, features: featureCount, width, rounds: meaningRounds })
}

/** One class each. */
export const trainedTopics = Object.keys(topicReplies)

/**
 * The topics and, as the last class, none of them: for examples marked with a topic that has no replies (`.other`).
 * Examples without a mark are left out.
 */
export function fitTopics(examples: readonly Example[], vectors: Float32Array, width: number): RemarkFit {
  const count = trainedTopics.length + 1
  const known = examples.flatMap(({ label, topic }, at) => {
    if (topic === undefined) return []
    const index = trainedTopics.indexOf(`${label}.${topic}`)
    return [{ at, wanted: index === -1 ? trainedTopics.length : index }]
  })
  const shareOf = toImportance(
    known.map(({ wanted }) => wanted),
    count,
  )
  const prepared = known.map(({ at, wanted }) => ({
    features: toTopicFeatures(examples[at]!.text),
    vector: vectors.subarray(at * width, (at + 1) * width),
    wanted,
    importance: shareOf(wanted),
  }))
  return fit(prepared, { count, features: topicFeatureCount, width, rounds: topicRounds })
}

interface Prepared {
  readonly features: readonly (readonly [index: number, value: number])[]
  readonly vector: Float32Array
  readonly wanted: number
  readonly importance: number
}

interface Course {
  /** Number of classes. */
  readonly count: number
  readonly features: number
  readonly width: number
  readonly rounds: number
}

function fit(prepared: readonly Prepared[], { count, features, width, rounds }: Course): RemarkFit {
  const ofFeatures = createLearner(count, features + 1, ofWords)
  const ofVector = createLearner(count, width, ofVectors)
  const scores = new Float64Array(count)
  const errors = new Float64Array(count)
  for (let round = 0; round < rounds; round += 1) {
    for (const example of shuffle(prepared, round + 1)) {
      const { vector, wanted, importance } = example
      scores.fill(0)
      for (const [feature, value] of example.features) ofFeatures.score(scores, feature, value)
      ofFeatures.score(scores, features, constant)
      for (let at = 0; at < width; at += 1) ofVector.score(scores, at, vector[at]!)
      toErrors(scores, errors, wanted, importance)
      for (const [feature, value] of example.features) ofFeatures.learn(errors, feature, value)
      ofFeatures.learn(errors, features, constant)
      for (let at = 0; at < width; at += 1) ofVector.learn(errors, at, vector[at]!)
    }
  }
  for (let each = 0; each < count; each += 1) ofFeatures.weights[features * count + each]! *= constant
  return { words: ofFeatures.weights, vectors: ofVector.weights }
}

interface Learner {
  readonly weights: Float64Array
  /** Adds the share of one input to the scores. */
  score(scores: Float64Array, input: number, value: number): void
  learn(errors: Float64Array, input: number, value: number): void
}

function createLearner(
  count: number,
  inputs: number,
  { rate, decay }: { readonly rate: number; readonly decay: number },
): Learner {
  const weights = new Float64Array(count * inputs)
  const squares = new Float64Array(count * inputs).fill(0.1)
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

/** Softmax minus the wanted class, times the importance; tiny errors are 0. */
function toErrors(scores: Float64Array, errors: Float64Array, wanted: number, importance: number): void {
  const highest = Math.max(...scores)
  let total = 0
  for (let each = 0; each < scores.length; each += 1) {
    errors[each] = Math.exp(scores[each]! - highest)
    total += errors[each]!
  }
  for (let each = 0; each < scores.length; each += 1) {
    const error = (errors[each]! / total - (each === wanted ? 1 : 0)) * importance
    errors[each] = Math.abs(error) < 1e-4 ? 0 : error
  }
}

/** Rare classes count more, so that all are recognised beside frequent ones. */
function toImportance(wanted: readonly number[], count: number): (label: number) => number {
  const counts = new Map<number, number>()
  for (const label of wanted) counts.set(label, (counts.get(label) ?? 0) + 1)
  return (label) => (wanted.length / count / (counts.get(label) ?? 1)) ** 0.8
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
