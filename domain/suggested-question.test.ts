import { expect, test } from 'vitest'

import { suggestedQuestion } from './suggested-question.ts'

test.each([
  ['Schedule an export', 'How do I schedule an export?'],
  ['Record it, or bring images', 'How do I record it, or bring images?'],
  ['Click "Authorize"', 'What is “Authorize” for?'],
  ['Fill in "API key"', 'What is “API key” for?'],
  ['Take a booking by phone', 'How do I take a booking by phone?'],
  ['Pricing', 'Tell me about Pricing'],
  ['Share the demo.', 'How do I share the demo?'],
])('%s → %s', (title, question) => {
  expect(suggestedQuestion(title)).toBe(question)
})

test.each([
  [null],
  [''],
  ['Click here'],
  ['A very long title that goes on and on until nobody wants to read it any more'],
])('nothing to ask about %s', (title) => {
  expect(suggestedQuestion(title)).toBeNull()
})
