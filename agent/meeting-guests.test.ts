import { expect, test } from 'vitest'

import { readPeople } from './meeting-guests.ts'

test.each([
  ['dana@x.example and can you also invite my cofounder ravi@x.example', 'dana@x.example', ['ravi@x.example']],
  ["my colleague pia@x.example should come too, i'm mats@x.example", 'mats@x.example', ['pia@x.example']],
  ['dana@x.example and ravi@x.example', 'dana@x.example', ['ravi@x.example']],
  ['cc bob@x.example please', null, ['bob@x.example']],
  ['bob@x.example should join as well', null, ['bob@x.example']],
  ['send it to my boss, bob@x.example', 'bob@x.example', []],
  ['ada@x.example, sorry, ada@y.example', 'ada@y.example', []],
  ['use ada@y.example, not ada@x.example', 'ada@y.example', []],
  ['ada@x.example or ada@y.example', 'ada@x.example', []],
  ['ada@x.example, Ada@x.example', 'ada@x.example', []],
  ['no address here', null, []],
] as const)('reads whose addresses are in “%s”', (said, own, guests) => {
  expect(readPeople(said)).toMatchObject({ own, guests })
})
