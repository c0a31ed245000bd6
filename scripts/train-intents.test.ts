import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { remarkWeights } from '../agent/remark-weights.ts'
import { trainingFiles } from '../agent/training/remark-examples.ts'
import { root } from './tasks.ts'

test('the classifier was trained on the current remarks, with the current encoder', () => {
  const agent = join(root, 'agent')
  const texts = trainingFiles.map((file) => readFileSync(join(agent, 'training', file), 'utf8'))
  const corpus = createHash('sha256')
    .update(texts.join('\n'))
    .update(readFileSync(join(agent, 'sentence-encoder.bin')))
  expect(remarkWeights.corpus, 'run npm run train-intents').toBe(corpus.digest('hex').slice(0, 16))
})
