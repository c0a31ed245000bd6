import { expect, test } from 'vitest'

import { askAboutPrices } from './testing/price-talk.ts'

const notes =
  'Team is $20 a month per person. Nonprofits get 25% off, and universities and schools get 40% off Team. A guild of up to 25 members pays $240 a year.'

test.each([
  ["we're a charity btw, any special price", 'Nonprofits get 25% off'],
  ['im a phd student, any discount for uni', 'schools get 40% off'],
  ['schools pay less with us. doable?', 'schools get 40% off'],
  ['we are a club, 18 ladies, is there price for us', 'A guild of up to 25 members pays $240 a year.'],
])('answers “%s” with the reduced price', (asked, answer) => {
  expect(askAboutPrices(notes, asked)).toContain(answer)
})

test('leaves a discount that the notes don’t name to the team', () => {
  expect(askAboutPrices('It costs $20 a month.', 'will you give me a discount if we sign today?')).toMatch(/team/)
})
