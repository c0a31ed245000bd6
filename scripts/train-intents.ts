import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { featureCount, toFeatures } from '../agent/remark-features.ts'
import { remarkLabels, toWeightCode, type RemarkLabel } from '../agent/remark-model.ts'
import { readExamples, trainingFiles, type Example, type TrainingTexts } from '../agent/training/remark-examples.ts'
import { root } from './tasks.ts'

/* npm run train-intents: trains the classifier of remarks and writes its weights; deterministic. */

const rounds = 24
const learningRate = 0.6
const decay = 2e-6
/** Mistaking a question for a remark is worse than the opposite. */
const questionImportance = 1.4

const folder = join(root, 'agent', 'training')
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const [remarks, intents, products, strangers] = trainingFiles.map(read) as [string, string, string, string]
const texts: TrainingTexts = { remarks, intents, products, strangers }
const examples = readExamples(texts)
const { weights, right } = train(examples)
const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
const step = Number((largest / 45).toPrecision(4))
const corpus = createHash('sha256').update(Object.values(texts).join('\n')).digest('hex').slice(0, 16)
const packed = Array.from(weights, (weight) => toWeightCode(weight / step)).join('')
writeFileSync(
  join(root, 'agent', 'remark-weights.ts'),
  `/* Written by npm run train-intents; \`corpus\` is the hash of the training data. */
export const remarkWeights = {
  corpus: '${corpus}',
  step: ${step},
  weights:
    ${packed.includes("'") ? `"${packed}"` : `'${packed}'`},
}
`,
)
console.log(`${examples.length} examples, ${Math.round((1000 * right) / examples.length) / 10} % right in training`)

/** Adagrad over the examples in a fixed order; the last row holds the biases. */
function train(all: readonly Example[]): { readonly weights: Float64Array; readonly right: number } {
  const width = remarkLabels.length
  const learned = new Float64Array((featureCount + 1) * width)
  const squares = new Float64Array(learned.length).fill(0.1)
  const counts = new Map<RemarkLabel, number>()
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1)
  const prepared = all.map(({ text, label }) => ({
    features: [...toFeatures(text), [featureCount, 0.3] as const],
    label: remarkLabels.indexOf(label),
    // Rare kinds count more, so that all are recognised beside the many product questions.
    importance:
      (all.length / width / (counts.get(label) ?? 1)) ** 0.8 * (label === 'question' ? questionImportance : 1),
  }))
  let rightCount = 0
  for (let round = 0; round < rounds; round += 1) {
    rightCount = 0
    for (const { features, label, importance } of shuffle(prepared, round + 1)) {
      const scores = new Float64Array(width)
      for (const [feature, value] of features) {
        for (let each = 0; each < width; each += 1) scores[each]! += value * learned[feature * width + each]!
      }
      const highest = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - highest))
      const total = shares.reduce((sum, share) => sum + share, 0)
      if (scores.indexOf(highest) === label) rightCount += 1
      for (let each = 0; each < width; each += 1) {
        const error = (shares[each]! / total - (each === label ? 1 : 0)) * importance
        if (Math.abs(error) < 1e-4) continue
        for (const [feature, value] of features) {
          const index = feature * width + each
          const slope = error * value + decay * learned[index]!
          squares[index]! += slope * slope
          learned[index]! -= (learningRate * slope) / Math.sqrt(squares[index]!)
        }
      }
    }
  }
  for (let each = 0; each < width; each += 1) learned[featureCount * width + each]! *= 0.3
  return { weights: learned, right: rightCount }
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
