import { expect, test } from 'vitest'

import { joinSentences } from './join-sentences.ts'

test.each([
  [['Follow this step to continue', 'Shall I start?'], 'Follow this step to continue. Shall I start?'],
  [['It costs $9.', 'Shall I go on?'], 'It costs $9. Shall I go on?'],
  [['A long sentence, cut', 'in two.'], 'A long sentence, cut in two.'],
  [['Drei Schritte', '¿Empezamos?'], 'Drei Schritte. ¿Empezamos?'],
  [['Alone'], 'Alone'],
  [[], ''],
])('joins %j', (texts, joined) => {
  expect(joinSentences(texts)).toBe(joined)
})
