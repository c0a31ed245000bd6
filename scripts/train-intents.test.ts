import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { remarkCorpus } from '../agent/remark-weights.ts'
import { remarkTopics, topicFeatureCount } from '../agent/remark-topic.ts'
import { topicWeights } from '../agent/topic-weights.ts'
import { trainingFiles } from '../agent/training/remark-examples.ts'
import { root } from './tasks.ts'

test('the classifier was trained on the current remarks, with the current encoder', () => {
  const agent = join(root, 'agent')
  const texts = trainingFiles.map((file) => readFileSync(join(agent, 'training', file), 'utf8'))
  const corpus = createHash('sha256')
    .update(texts.join('\n'))
    .update(readFileSync(join(agent, 'sentence-encoder.bin')))
  expect(remarkCorpus, 'run npm run train-intents').toBe(corpus.digest('hex').slice(0, 16))
})

test('each topic with replies was learned', () => {
  expect(topicWeights.words.length, 'run npm run train-intents').toBe(
    (topicFeatureCount + 1) * (remarkTopics.length + 1),
  )
})
