import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { largestCode, largestPair, toWeightCode, toWeightPair } from '../agent/packed-weights.ts'
import { remarkLabels } from '../agent/remark-model.ts'
import { commonEncoder } from '../agent/sentence-encoder.ts'
import { encoderWidth } from '../agent/sentence-encoder-file.ts'
import { readExamples, trainingFiles, type TrainingTexts } from '../agent/training/remark-examples.ts'
import { provideAgentEncoder } from '../server/agent/sentence-encoder.ts'
import { fitRemarks, fitTopics, trainedTopics, type RemarkFit } from './fit-remarks.ts'
import { root } from './tasks.ts'

/* npm run train-intents: trains the classifiers of remarks and writes their weights; deterministic, about eight minutes. */

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

const encoderFile = readFileSync(join(agent, 'sentence-encoder.bin'))
const corpus = createHash('sha256')
  .update(Object.values(texts).join('\n'))
  .update(encoderFile)
  .digest('hex')
  .slice(0, 16)
writeFileSync(
  join(agent, 'remark-weights.ts'),
  `/* Written by npm run train-intents; \`remarkCorpus\` is the hash of the training data and the encoder. */
export const remarkWeights = ${written(fitRemarks(examples, inputs, encoderWidth))}
export const remarkCorpus = '${corpus}'
`,
)
console.log(`${remarkLabels.length} meanings learned`)

const topics = fitTopics(examples, inputs, encoderWidth)
writeFileSync(
  join(agent, 'topic-weights.ts'),
  `/* Written by npm run train-intents. */
export const topicWeights = ${written(topics)}
/** In the order of the weights' classes; the class after the last is “none of them”. */
export const learnedTopics = [
${trainedTopics.map((topic) => `  '${topic}',\n`).join('')}] as const
`,
)
console.log(`${trainedTopics.length} topics learned`)

/** The weights as an object literal. */
function written({ words, vectors }: RemarkFit): string {
  const wordStep = toStep(words, largestCode)
  const vectorStep = toStep(vectors, largestPair)
  return `{
  wordStep: ${wordStep},
  vectorStep: ${vectorStep},
  words:
    ${quoted(Array.from(words, (weight) => toWeightCode(weight / wordStep)).join(''))},
  vectors:
    ${quoted(Array.from(vectors, (weight) => toWeightPair(weight / vectorStep)).join(''))},
}`
}

/** The largest weight divided by the largest code. */
function toStep(weights: Float64Array, most: number): number {
  const largest = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)
  return Number((largest / most).toPrecision(6))
}

function quoted(packed: string): string {
  return packed.includes("'") ? `"${packed}"` : `'${packed}'`
}
