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

const council =
  'Clubs with an income below £50,000 a year use it free of charge. Above that it is £38 a month per site, or £400 if paid for the year.'
const storage =
  'Small: $29 a month per archive, up to 100 GB. Big: $99 a month per archive, up to 2 TB. Above that by quote.'
const bench =
  'Solo is £45 a month for one person. Workshop is £120 a month for up to eight people. Bigger teams pay £12 for each extra person.'

const gyms =
  'Boulder is $189 a month for up to 400 members, Crag is $349 for up to 1,500, and Big Wall is $649 for as many as you have. Extra locations are $120 a month each, on any plan.'
const gangs =
  'Yard is £145 a month for up to 5 gangs, Depot is £320 for up to 15, and Region is £690 for any number. The opening stock count costs £950 per yard: two of our people count it with you in a day.'
const farms =
  'Cove is €240 a month for one site, Fjord is €620 for up to five sites, and Ocean is €1,450 for up to forty. Connecting sensors costs €750 per site, once.'

test.each([
  [gyms, 'How much are extra locations?', /^Extra locations are \$120 a month each/],
  [gangs, 'what does the opening stock count cost', /^The opening stock count costs £950/],
  [gangs, '9 gangs two yards. monthly?', /For 9 gangs, Depot is the smallest plan that fits\./],
  [
    farms,
    '3 sites trout, 12 people who would use it. price for month?',
    /For 3 sites, Fjord is the smallest plan that fits\./,
  ],
])('answers from “%s” for “%s”, not with another price', (prices, question, reply) => {
  expect(ask(prices, question)).toMatch(reply)
})

test.each([
  [
    'The price goes by active leases: up to 50 leases for 4,800 dollars a year, up to 250 for 12,000, up to 1,000 for 29,000. Setup for loading your leases costs 6,500 dollars once.',
    'price for 220 leases',
    'The price goes by active leases: up to 50 leases for 4,800 dollars a year, up to 250 for 12,000, up to 1,000 for 29,000.',
  ],
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
  [council, 'is it cheaper to pay yearly', 'or £400 if paid for the year.'],
  [council, 'Is there an advantage to paying for twelve months in one go?', 'or £400 if paid for the year.'],
  [council, 'what do I save if I pay for the year', 'or £400 if paid for the year.'],
  [council, 'what would 3 sites cost', 'For 3 sites that comes to £114 a month'],
  // Tiers by income or data.
  [council, 'Our income was £82,000 last year. What would we pay?', 'Above that it is £38 a month per site'],
  [council, 'our income is £82,000, what do we pay', 'Above that it is £38 a month per site'],
  [council, 'are we free with an income of 30k', 'Clubs with an income below £50,000 a year use it free of charge.'],
  [council, "we're over your limit, what do we pay then?", 'Above that it is £38 a month per site'],
  [storage, 'what does a 6 TB archive cost', 'Above that by quote.'],
  [storage, 'how much is it for 300 GB', 'Big: $99 a month per archive, up to 2 TB.'],
  [storage, 'price for 50 gigs?', 'Small: $29 a month per archive, up to 100 GB.'],
  // How it is billed.
  [perShop, 'monthly or yearly?', 'It costs €49 a month per shop.'],
  [plans, 'do you bill monthly or annually', 'Paying yearly saves 15%.'],
  // Units beyond those included.
  [plans, 'how much for 8 people', 'For 8 seats that comes to $47 a month with the team plan.'],
  [bench, 'What does it come to with 30 staff?', 'For 30 people that comes to £384 a month with Workshop.'],
  [bench, "We're 31 people, which plan would that be?", 'For 31 people that comes to £396 a month with Workshop.'],
  [bench, 'how much for 14 people', 'For 14 people that comes to £192 a month with Workshop.'],
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
])('from “%s”, after “%s”, reads “%s” as another subject', (prices, before, question) => {
  expect(ask(prices, before, question)).not.toMatch(/comes to|more than|less than/)
})

test('takes the size that the visitor told for “our size”', () => {
  expect(ask(bench, "we're fourteen people", 'What would the monthly bill be for a team of our size?')).toContain(
    'For 14 people that comes to £192 a month with Workshop.',
  )
})

test('counts visitors per day without turning the price into one per day', () => {
  expect(ask(perShop, 'do we pay more with 400 people a day?')).toBe('It costs €49 a month per shop.')
})

test('denies no yearly price that the notes mention', () => {
  const prices = 'It costs €49 a month per shop. Shops that pay for twelve months get a free till.'
  expect(ask(prices, 'is it cheaper to pay for the year')).not.toContain('name no lower price')
})

test.each([
  [storage, 'can I upload a 6 TB file'],
  [council, 'can we spend 30k in one order'],
])('from “%s”, doesn’t read “%s” as a question about a tier', (prices, question) => {
  expect(ask(prices, question)).not.toMatch(/^Above|^Clubs with/)
})

test('takes the next tier when a larger size follows', () => {
  expect(ask(storage, 'how much is it', 'And a 6 TB archive?')).toContain('Above that by quote.')
})

test.each(['how much', 'price?', 'and what do you charge', 'is it a lot of money?', "what's it going to set me back"])(
  'answers “%s” with the prices of the step about them, in the order of the notes',
  (question) => {
    const prices = '£29 a month up to 40 members. £49 a month up to 120. Paid yearly: two months free.'
    expect(ask(prices, question)).toContain('£29 a month up to 40 members. £49 a month up to 120.')
  },
)
