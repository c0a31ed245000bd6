import { expect, test } from 'vitest'

import { readGuestName, readPeople } from './meeting-guests.ts'

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

test.each([
  ['Doreen Pascoe, and my husband Malcolm will want to listen in', 'Malcolm'],
  ['My name Gianluca Ferri, also my wife Marta she will be', 'Marta'],
  ['And I shall sit beside her, so put George down too', 'George'],
  ['hang on, Barbara wants to come and she can only do Thursdays', 'Barbara'],
  ['Her finance manager Raj Bhatt wants to be on the line too', 'Raj Bhatt'],
  ['Our head of housekeeping, Beata Nowak, should be on it as well', 'Beata Nowak'],
  ['Anne-Marie will join', 'Anne-Marie'],
  ['That would be great', null],
  ['Mornings would be best', null],
  ['Nobody can join from our side', null],
  ['Zoom would be better', null],
  ['Put VAT on the invoice', null],
  ['My wife says hello', null],
  ['Monday would be better', null],
])('reads who should come from “%s”', (said, name) => {
  expect(readGuestName(said)).toBe(name)
})
