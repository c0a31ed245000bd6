import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { remarkCorpus } from '../agent/remark-weights.ts'
import { topicFeatureCount } from '../agent/remark-topic.ts'
import { topicReplies } from '../agent/topic-replies.ts'
import { learnedTopics, topicWeights } from '../agent/topic-weights.ts'
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
  expect(new Set<string>(learnedTopics), 'run npm run train-intents').toEqual(new Set(Object.keys(topicReplies)))
  expect(topicWeights.words.length).toBe((topicFeatureCount + 1) * (learnedTopics.length + 1))
})
