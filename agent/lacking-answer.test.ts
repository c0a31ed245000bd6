import { expect, test } from 'vitest'

import { findLacking } from './lacking-answer.ts'

test.each([
  ['works on Mac computer?', ['The records can be read on one computer.'], 'Mac'],
  ['is there an iphone app', ['Forms are filled in on paper.'], 'iPhone'],
  ['does it run on windows', ['It runs in every browser.'], null],
  ['is there an iphone app', ['Drivers sign on their phone.'], null],
  ['the windows in our office are old', ['We sell blinds.'], null],
  ['which nine languages can be dubbed?', ['Dubbing is offered in nine of them.'], ''],
  ['which languages can be dubbed?', ['Dubbing is offered in Polish and Dutch.'], null],
  ['Which plan has reports?', ['Reports are in every plan.'], null],
  ['Which fields can I edit?', ['All fields can be edited by managers.'], null],
  ['Which sizes are there?', ['It comes in 10, 20 or 50 vials.'], null],
  ['which company holds the money?', ['Fees sit with our payment partner.'], ''],
  ['which company holds the money?', ['Fees sit with Stripe.'], null],
])('“%s” asks for what %j lacks: %j', (question, notes, lacking) => {
  expect(findLacking({ question, quoted: notes.join(' '), notes })).toBe(lacking)
})
