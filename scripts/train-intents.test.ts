import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { remarkWeights } from '../agent/remark-weights.ts'
import { trainingFiles } from '../agent/training/remark-examples.ts'
import { root } from './tasks.ts'

test('the classifier was trained on the current phrasings', () => {
  const texts = trainingFiles.map((file) => readFileSync(join(root, 'agent', 'training', file), 'utf8'))
  const corpus = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  expect(remarkWeights.corpus, 'run npm run train-intents').toBe(corpus)
})
