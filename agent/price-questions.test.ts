import { expect, test } from 'vitest'

import { askAboutPrices as ask } from './testing/price-talk.ts'

const plans =
  'The team plan costs $29 a month and includes 5 seats. The business plan costs $99 a month. Extra seats are $6 a month each. Paying yearly saves 15%.'
const perShop = 'It costs €49 a month per shop. No contract, cancel any time.'
const withFree =
  'Starter is free for up to 3 projects. Pro costs $15 per user per month, or $12 billed annually. Enterprise is on request.'
const withSetup = 'Setup is a one-time £200. After that it is £35 a month per clinic, billed monthly.'
const withAddOn =
  'Small is $10 per user per month and Large is $20. The Assistant is included in Large and costs $3 per user on Small.'
const bare = 'Basic is 45 dollars a month, Plus 129 and Grand 420, each with two hosts.'

test.each([
  // Other lengths of time.
  [perShop, "what's that a year", 'Over a year that comes to €588 per shop.'],
  [perShop, 'annual cost?', 'Over a year that comes to €588 per shop.'],
  [
    plans,
    'what does it cost per year',
    'Over a year that comes to $348 with the team plan and $1,188 with the business plan, or $295.80 and $1,009.80 if paid yearly.',
  ],
  [withFree, 'how much is it per year?', 'Over a year that comes to $180 per user with Pro, or $144 if paid yearly.'],
  [withSetup, 'annual cost?', 'Over a year that comes to £420 per clinic, plus £200 once.'],
  [bare, 'what does Plus cost if we pay for the year', 'Over a year that comes to 1,548 dollars.'],
  // The cheapest, and a free one.
  [plans, 'whats the cheapest', 'The team plan is the cheapest.'],
  [plans, 'which is the most expensive one', 'The business plan is the most expensive.'],
  [withFree, 'whats the cheapest', 'Starter is free for up to 3 projects. Starter is the cheapest.'],
  [perShop, 'whats the cheapest', 'It costs €49 a month per shop. My notes name no other price.'],
  [withFree, 'is there a free version', 'Starter is free for up to 3 projects.'],
  [perShop, 'is there a free version', 'My notes name no free version.'],
  [plans, 'is there a cheaper one for just me', 'The team plan is the cheapest.'],
  [withAddOn, 'whats the cheapest', 'Small is the cheapest.'],
  [
    withAddOn,
    'what would we pay, 6 users with the assistant',
    'For 6 users that comes to $60 a month with Small and $120 a month with Large.',
  ],
  // A budget.
  [perShop, 'is it more than 500 a year?', "That's €588 a year per shop, more than 500."],
  [perShop, 'so 600 a year then?', "That's €588 a year per shop, less than 600."],
  [perShop, 'can we get it for under 20 a month', "That's more than 20 a month per shop."],
  [perShop, "i've got 50 bucks a month, is that enough", "That's less than 50 a month per shop."],
  [plans, 'so about a grand a year for the bigger one?', "That's $1,188 a year, more than 1,000."],
  [
    plans,
    'is it more than 500 a year?',
    "That's $348 a year (less than 500) with the team plan and $1,188 a year (more than 500) with the business plan.",
  ],
  [
    'Solo is £19 a month for one engineer. Team is £29 per engineer a month.',
    'what can I get for 400 a month',
    '400 a month covers 13 engineers with Team.',
  ],
  // Paying yearly.
  [perShop, 'do I get it cheaper if I pay for the year up front', 'My notes name no lower price for paying yearly.'],
  [plans, 'is it cheaper if we pay yearly', 'Paying yearly saves 15%.'],
  // How it is billed.
  [perShop, 'monthly or yearly?', 'It costs €49 a month per shop.'],
  [plans, 'do you bill monthly or annually', 'Paying yearly saves 15%.'],
  // Units beyond those included.
  [plans, 'how much for 8 people', 'For 8 seats that comes to $47 a month with the team plan.'],
  [plans, 'how much for 4 seats?', 'For 4 seats that comes to $29 a month with the team plan.'],
])('answers from “%s” for “%s”', (prices, question, reply) => {
  expect(ask(prices, question)).toContain(reply)
})

test('names every plan for “how much?”, even if their notes are too long to quote', () => {
  const clinic = 'Clinic is $69 per vet per month, and nurses, receptionists and locums are free on every plan we have.'
  expect(ask(`Solo is $89 a month for one vet. ${clinic}`, 'how much')).toBe(
    'Solo is $89 a month for one vet. Clinic is $69 a month per vet.',
  )
})

test('weighs a budget for the number of people told', () => {
  const prices = 'Team is £29 per engineer a month, for 2 to 25 engineers. Pro is £45 per engineer a month.'
  expect(ask(prices, 'how much is it', '12 people')).toContain(
    'For 12 engineers that comes to £348 a month with Team and £540 a month with Pro.',
  )
  expect(ask(prices, "we're 12 people", 'my budget is 400 a month, which can I have')).toContain(
    "For 12 engineers that's £348 a month with Team (less than 400) and £540 a month with Pro (more than 400).",
  )
})

test('only adds to a price that was just said', () => {
  expect(ask(perShop, 'how much is it?', 'and yearly?')).toBe('Over a year that comes to €588 per shop.')
  expect(ask(perShop, 'how much is it?', 'how much a day is that')).toBe('Per day that comes to about €1.61 per shop.')
})

test.each([
  [perShop, 'how much is it?', 'can they be billed monthly'],
  [perShop, 'how much is it?', 'is there a limit per week'],
  [perShop, 'how much is it?', 'how many reports per day'],
  [plans, 'how much is it?', 'Can the report be locked earlier than 48 hours?'],
])('from “%s”, after “%s”, takes “%s” for another subject', (prices, before, question) => {
  expect(ask(prices, before, question)).not.toMatch(/comes to|more than|less than/)
})
