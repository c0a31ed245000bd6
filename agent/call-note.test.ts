import { expect, test } from 'vitest'

import { readCallNote } from './call-note.ts'

test.each([
  ['ask for Brian', 'ask for Brian'],
  ["07700 900456 Tina. Voicemail's full so keep trying", "Voicemail's full so keep trying"],
  [
    "Sandra Okafor, and not the landline after nine please, little one's asleep",
    "not the landline after nine please, little one's asleep",
  ],
  ['And please speak with me and not with the president', 'speak with me and not with the president'],
  ['call me before you come', 'call me before you come'],
  ['can I leave a message for the customers?', null],
  ['What happens when I ask for more seats?', null],
  ['Thursday at 3', null],
])('reads what the caller should know from “%s”', (said, note) => {
  expect(readCallNote(said)).toBe(note)
})
