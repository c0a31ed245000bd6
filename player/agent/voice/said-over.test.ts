import { expect, test } from 'vitest'

import { isStopWord } from '#domain/end-of-turn.ts'

import { endsWithStopWord, isOwnSentence } from './said-over.ts'

test.each([
  ['stop', 'This is the dashboard.', 'en', true],
  ['the dashboard shows stop', 'This is what the dashboard shows.', 'en', true],
  ['this is the hold on', 'This is the dashboard.', 'en', true],
  ['this is the dashboard', 'This is the dashboard.', 'en', false],
  ['you can stop', 'You can stop it at any time.', 'en', false],
  ['the button at the stop', 'Press the button at the top.', 'en', false],
  ['stop', 'Shall I carry on with step 4?', 'en', true],
  ['stop', 'Step 4 shows the dashboard.', 'en', false],
  ['carry on with stop', 'Shall I carry on with step 4?', 'en', false],
  ['stop it later', 'This is the dashboard.', 'en', false],
  ['das ist die stopp', 'Das ist die Übersicht.', 'de', true],
  ['voici le arrête', 'Voici le tableau de bord.', 'fr', true],
  ['este es el para', 'Este es el panel.', 'es', true],
])('“%s” over “%s” (%s) stops the agent: %s', (heard, sentence, lang, stops) => {
  expect(endsWithStopWord(heard, sentence, (text) => isStopWord(text, lang))).toBe(stops)
})

test.each([
  ['exports run every night and', 'Exports run every night, and are kept for 90 days.', true],
  ['exports run every night', 'Exports run every night, and are kept for 90 days.', false],
  ['show me the next step please', 'Shall I show you the next step?', false],
  ['the next step', 'Shall I show you the next step?', false],
  ['', '', false],
])('“%s” is the agent’s own “%s”: %s', (heard, sentence, isOwn) => {
  expect(isOwnSentence(heard, sentence)).toBe(isOwn)
})
