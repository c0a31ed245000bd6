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
  ['Unit 7, Calder Vale Industrial Estate', 'Unit 7, Calder Vale Industrial Estate'],
  ['Wakefield. WF1 5PE. Contact Neil Marsh, 01632 960550', 'WF1 5PE'],
  ['7 Sandford Court, Church Stretton', '7 Sandford Court, Church Stretton'],
  ['Blackrigg Quarry, off the A686 at Alston', 'Blackrigg Quarry, off the A686 at Alston'],
  ['Is your address 5 Park Lane?', null],
  ['10 of us use it every day', null],
  ['members ask for Raku', null],
  ['40 members in a large place', null],
  ['our email address is on the website', null],
  ['tell me if you can never use the main kiln', null],
  ['try it first', null],
  ['Thursday at 3', null],
])('reads what the caller should know from “%s”', (said, note) => {
  expect(readCallNote(said)).toBe(note)
})
