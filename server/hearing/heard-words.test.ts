import { expect, test } from 'vitest'

import { HeardWords } from './heard-words.ts'

function hear(...parts: readonly (readonly ['partial' | 'final', string] | readonly ['take'])[]) {
  const words = new HeardWords()
  for (const [what, text = ''] of parts) {
    if (what === 'partial') words.partial(text)
    else if (what === 'final') words.final(text, null)
    else words.take()
  }
  return words.heard
}

test('joins the final parts and the partial one', () => {
  expect(hear(['final', 'How much'], ['partial', 'does it'])).toMatchObject({
    text: 'How much does it',
    isFinal: false,
  })
  expect(hear(['final', 'How much'], ['partial', 'does it'], ['final', 'does it cost?'])).toMatchObject({
    text: 'How much does it cost?',
    isFinal: true,
  })
})

test('words that arrive late don’t begin the next turn', () => {
  expect(hear(['partial', 'how much'], ['take'], ['final', 'How much?']).text).toBe('')
  expect(hear(['partial', 'how much'], ['take'], ['final', 'How much?'], ['partial', 'and']).text).toBe('and')
})

test('words added after the end of the turn are reported', () => {
  expect(hear(['partial', 'how much'], ['take'], ['final', 'How much for ten people?']).text).toBe('for ten people?')
})

test('keeps the partial words when the recogniser fails', () => {
  const words = new HeardWords()
  words.partial('we have twelve')
  words.settle()
  expect(words.heard).toEqual({ text: 'we have twelve', isFinal: true, confidence: null })
})

test('has the confidence of its least certain part', () => {
  const words = new HeardWords()
  words.final('Monday', 0.9)
  words.final('at three', 0.6)
  expect(words.heard.confidence).toBe(0.6)
  words.take()
  expect(words.heard.confidence).toBeNull()
})

test('stays bounded however much is said', () => {
  const words = new HeardWords()
  for (let index = 0; index < 500; index += 1) words.final('word '.repeat(100).trim(), null)
  expect(words.heard.text.length).toBeLessThanOrEqual(2_000)
})
