import { expect, test } from 'vitest'

import { readKnowledgeFile } from './read-knowledge-file.ts'

test('refuses a CSV file of millions of cells before reading it', () => {
  const row = `${','.repeat(8_000)}\n`
  expect(readKnowledgeFile(`question,answer\n${row.repeat(1_000)}`)).toBe('The file has too many columns.')
})

test('keeps commas in quoted answers', () => {
  const answer = 'a, b, c, d'
  const file = readKnowledgeFile(`question,answer\n${`"Why?","${answer}"\n`.repeat(900)}`)
  expect(file).toMatchObject({ skipped: [] })
  expect(typeof file === 'string' ? null : file.pairs.length).toBe(900)
})

test('skips a row with more wordings than a question may have', () => {
  const file = readKnowledgeFile(`question,answer,variants\nWhy?,Because.,${'a|'.repeat(5_000)}\n`)
  expect(file).toMatchObject({ pairs: [], skipped: [{ line: 2 }] })
})

test('keeps backslashes, and drops characters that can’t be stored', () => {
  const pairs = [{ question: 'Where\0?', answer: String.raw`In C:\u0000, ${'😀'}${'😀'.charAt(0)}` }]
  const file = readKnowledgeFile(JSON.stringify({ format: 'understudy-agent-knowledge', version: 1, pairs }))
  expect(file).toMatchObject({ pairs: [{ value: { question: 'Where?', answer: String.raw`In C:\u0000, 😀�` } }] })
})
