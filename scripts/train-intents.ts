import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { largestCode, largestPair, remarkLabels, toWeightCode, toWeightPair } from '../agent/remark-model.ts'
import { commonEncoder } from '../agent/sentence-encoder.ts'
import { encoderWidth } from '../agent/sentence-encoder-file.ts'
import { readExamples, trainingFiles, type TrainingTexts } from '../agent/training/remark-examples.ts'
import { provideAgentEncoder } from '../server/agent/sentence-encoder.ts'
import { fitRemarks } from './fit-remarks.ts'
import { root } from './tasks.ts'

/* npm run train-intents: trains the classifier of remarks and writes its weights; deterministic, about five minutes. */

const agent = join(root, 'agent')
const [remarks, intents, products, strangers, said] = trainingFiles.map((file) =>
  readFileSync(join(agent, 'training', file), 'utf8'),
) as [string, string, string, string, string]
const texts: TrainingTexts = { remarks, intents, products, strangers, said }
const examples = readExamples(texts)
provideAgentEncoder()
const encoder = commonEncoder()
if (encoder === null) throw new Error('The sentence encoder is missing.')
const inputs = new Float32Array(examples.length * encoderWidth)
for (const [at, { text }] of examples.entries()) inputs.set(encoder.readRemark(text), at * encoderWidth)
console.log(`${examples.length} examples`)
const { words, vectors } = fitRemarks(examples, inputs, encoderWidth)

const wordStep = toStep(words, largestCode)
const vectorStep = toStep(vectors, largestPair)
const encoderFile = readFileSync(join(agent, 'sentence-encoder.bin'))
const corpus = createHash('sha256')
  .update(Object.values(texts).join('\n'))
  .update(encoderFile)
  .digest('hex')
  .slice(0, 16)
writeFileSync(
  join(agent, 'remark-weights.ts'),
  `/* Written by npm run train-intents; \`corpus\` is the hash of the training data and the encoder. */
export const remarkWeights = {
  corpus: '${corpus}',
  wordStep: ${wordStep},
  vectorStep: ${vectorStep},
  words:
    ${quoted(Array.from(words, (weight) => toWeightCode(weight / wordStep)).join(''))},
  vectors:
    ${quoted(Array.from(vectors, (weight) => toWeightPair(weight / vectorStep)).join(''))},
}
`,
)
console.log(`${remarkLabels.length} meanings learned`)

/** The largest weight divided by the largest code. */
function toStep(weights: Float64Array, most: number): number {
  const largest = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)
  return Number((largest / most).toPrecision(6))
}

function quoted(packed: string): string {
  return packed.includes("'") ? `"${packed}"` : `'${packed}'`
}
