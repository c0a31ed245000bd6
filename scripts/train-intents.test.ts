import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { remarkWeights } from '../agent/remark-weights.ts'
import { root } from './tasks.ts'

test('the classifier was trained on the current phrasings', () => {
  const texts = ['remarks.txt', 'intents.json', 'products.json'].map((file) =>
    readFileSync(join(root, 'agent', 'training', file), 'utf8'),
  )
  const corpus = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  expect(remarkWeights.corpus, 'run npm run train-intents').toBe(corpus)
})
