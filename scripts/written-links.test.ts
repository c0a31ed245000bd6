import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { compileLinks } from '#agent/testing/compile-links.ts'

import { root } from './tasks.ts'

test('the agent reads the lists of buyers’ words as they are in agent/training', () => {
  const read = (name: string) => readFileSync(join(root, 'agent', name), 'utf8')
  const compiled = compileLinks(read('training/buyers-words.txt'), read('training/notes-words.txt'))
  // “npm run agent-train -- --links” compiles them.
  expect(compiled === read('written-links.txt')).toBe(true)
})
