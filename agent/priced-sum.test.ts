import { expect, test } from 'vitest'

import { noAgentKnowledge } from './agent-knowledge.ts'
import { askAboutPrices as ask, otherSteps } from './testing/price-talk.ts'
import { plainAgent } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

test.each([
  ['It costs $12 per user a month.', 'how much for 40 users?', 'For 40 users that comes to $480 a month.'],
  ['It costs $12 per user a month.', "we're 40, so what would that cost?", 'For 40 users that comes to $480 a month.'],
  ['It costs €4.50 per employee and month.', 'price for 30 people?', 'For 30 employees that comes to €135 a month.'],
  ['Each vehicle costs $9 a month.', 'what would 80 vans cost?', 'For 80 vehicles that comes to $720 a month.'],
  ['It costs 25 euros a month for each site, plus VAT.', 'how much for three sites', 'comes to 75 euros a month.'],
  [
    'Team costs $10 per user a month and Business $25.',
    'how much is it for 12 users?',
    'For 12 users that comes to $120 a month with Team and $300 a month with Business.',
  ],
  [
    'Named users: 65 EUR per user per month, minimum 5 users. Above 50 users the rate is 55 EUR.',
    'what would 12 of us cost per year',
    'For 12 users that comes to 780 EUR a month (9,360 EUR a year).',
  ],
  [
    'Core costs £79 a month per site, Pro costs £129 a month per site. Paying yearly saves 15%. Phone support runs from 8 a.m. to 6 p.m.',
    "what's the total for 9 sites on Pro with that 15%",
    'For 9 sites that comes to £1,161 a month, or £11,842.20 a year if paid yearly, with Pro.',
  ],
  [
    'Bench costs €39 per user per month, for up to 10 users. Lab costs €64 per user per month.',
    'so what would 62 users cost us?',
    'For 62 users that comes to €3,968 a month with Lab.',
  ],
  [
    '€49 a month per shop, as many users as you like. First 30 days free, cancel any time.',
    "I'm evaluating three systems for a chain of 14 shops. What's the annual total?",
    'For 14 shops that comes to €686 a month (€8,232 a year).',
  ],
  [
    'Free up to 5 hives, €6 a month up to 50 hives, and associations pay €12 per member per year.',
    'what would 640 members cost?',
    'For 640 members that comes to €7,680 a year.',
  ],
  [
    'It costs $10 per user a month. Pay for the year and get two months free.',
    'what would 5 users cost a year?',
    'For 5 users that comes to $50 a month, or $500 a year if paid yearly.',
  ],
  [
    'Depot is £179 a month per site and Estate £299 a month per site. There is a one-off set-up fee of £250 per site.',
    'how much is Estate for three sites',
    'For 3 sites that comes to £897 a month with Estate, plus £750 once.',
  ],
  [
    'The hub is £75 once and each sensor is £6.50 a month. No contract after the first three months.',
    'how much for 6 sensors?',
    'For 6 sensors that comes to £39 a month, plus £75 once for each hub.',
  ],
  [
    'The hub is £75 once and each sensor is £6.50 a month. A sensor goes in every fridge.',
    'how much for 6 fridges?',
    'For 6 sensors that comes to £39 a month, plus £75 once for each hub.',
  ],
  [
    'The hub is £75 once and each sensor is £6.50 a month.',
    "110 sensors and 14 hubs, what's the monthly and what's upfront?",
    '110 sensors: £715 a month; 14 hubs: £1,050 once.',
  ],
  [
    'Team is £29 per engineer a month, for 2 to 25 engineers. Pro is £45 per engineer a month.',
    'hi 4 lads in vans whats it cost',
    'For 4 engineers that comes to £116 a month with Team and £180 a month with Pro.',
  ],
  [
    'Team is £29 per engineer a month, for 2 to 25 engineers. Pro is £45 per engineer a month.',
    'how much for 30 engineers?',
    'For 30 engineers that comes to £1,350 a month with Pro.',
  ],
  [
    '£1.10 per cow a month, with a minimum of £60 a month. The first 30 days cost nothing.',
    '180 cows how much',
    'For 180 cows that comes to £198 a month.',
  ],
  [
    '$6 per acre a year, with a minimum of $480.',
    'we have just 30 acres, what would that cost?',
    "For 30 acres that's the minimum of $480 a year.",
  ],
  ['It costs £1.10 per child per month.', '55 children. Monthly?', 'For 55 children that comes to £60.50 a month.'],
  ['It costs €49 a month per shop.', 'what would 3 of them come to a year', 'For 3 shops that comes to €147 a month'],
  [
    'Cleaning is charged 4 zloty for each piece.',
    'how much is it for 200 pieces?',
    'For 200 pieces that comes to 800 zloty.',
  ],
])('calculates the total from “%s” for “%s”', (price, question, sum) => {
  expect(ask(price, question)).toContain(sum)
})

test('calculates the total for the team size given earlier', () => {
  const reply = ask('It costs $12 per user a month.', "there's 25 of us", 'what would it cost for us?')
  expect(reply).toContain('For 25 users that comes to $300 a month.')
})

test('calculates the total of the plan that the team size needs', () => {
  const prices = 'Solo is $89 a month for one vet. Clinic is $69 per vet per month, from two vets up to fifteen.'
  const told = 'so im the owner of a small practice, 3 vets 5 nurses'
  expect(ask(prices, told, 'what would that run us a month?')).toContain(
    'Clinic is $69 per vet per month, from two vets up to fifteen. For 3 vets that comes to $207 a month.',
  )
  expect(ask(prices, 'how much for 20 vets?')).not.toContain('comes to')
  expect(ask(prices, 'how much for 1 vet?')).not.toContain('comes to')
})

test.each([
  ['how much for 6 users?', 'and per year', 'For 6 users that comes to $72 a month ($864 a year).'],
  ['how much for 6 users?', 'and for 30', 'For 30 users that comes to $360 a month.'],
  ['how much is it?', 'we r 4', 'For 4 users that comes to $48 a month.'],
  ['how much for 6 users?', 'ok so 14 all in, whats that come to', 'For 14 users that comes to $168 a month.'],
])('calculates after “%s” for “%s”', (before, question, sum) => {
  expect(ask('It costs $12 per user a month.', before, question)).toContain(sum)
})

test('calculates the total for a short follow-up', () => {
  const reply = ask('It costs $12 per user a month.', 'how much is it?', 'and for 15?')
  expect(reply).toContain('For 15 users that comes to $180 a month.')
})

test.each([
  // Other units, conditions and lengths of time.
  ['It costs $12 per user a month.', 'how much for 3 sites?'],
  ['It costs $12 per user a month, with a minimum of 10 users.', 'how much for 4 users?'],
  ['It costs $12 per user a month. Over 50 users it gets cheaper.', 'how much for 80 users?'],
  ['The first 5 users are free, then it costs $12 per user a month.', 'how much for 8 users?'],
  ['It costs $12 per user a month.', 'how much is it for 2 years?'],
  ['It costs 65 EUR per user a month. On-premises adds 30%.', 'how much on-premises for 20 users?'],
  ['It costs $200 a month.', 'how much for 8 users?'],
  ['Sprout $79 for one crew, Grove $189 for up to five crews.', '3 crews, what do I pay'],
  // Numbers that count nothing.
  ['It costs €49 a month per shop.', "how much is it? I've had the shop since 1974"],
  ['It costs €49 a month per shop.', '49 when others charge 35. Why would I pay more?'],
])('calculates no total from “%s” for “%s”', (price, question) => {
  expect(ask(price, question)).not.toContain('comes to')
})

test('calculates totals for the plans of a price table', () => {
  const plans = [
    { id: 'team', name: 'Team', price: '$10', period: 'per user a month', includes: 'routes' },
    { id: 'business', name: 'Business', price: '$25', period: 'per user a month', includes: 'routes and reports' },
  ]
  const steps = otherSteps.map((step, at) => ({
    ...step,
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
  }))
  const talk = startTalk(
    { name: 'Vanline', description: '', steps },
    { ...plainAgent, knowledge: { ...noAgentKnowledge, plans } },
  )
  talk.say('how much for 12 users?')
  expect(talk.text()).toContain('For 12 users that comes to $120 a month with Team and $300 a month with Business.')
})

test.each([
  ['what do 20 users cost?', 'Fleet: $890 a month. For 20 people, Fleet is the smallest plan that fits.'],
  ['how much is it for 12 of us', 'Grow: $190 a month. For 12 people, Grow is the smallest plan that fits.'],
  ['which plan do 2 people need?', 'For 2 people, Start is the smallest plan that fits.'],
  ['what does Fleet cost?', 'Fleet: $890 a month'],
])('picks the plan for “%s”', (question, reply) => {
  const plans = [
    { id: 'start', name: 'Start', price: '$0', period: 'a month', includes: 'Up to 5 bookings, 2 people.' },
    { id: 'grow', name: 'Grow', price: '$190', period: 'a month', includes: 'Unlimited bookings, 15 people.' },
    { id: 'fleet', name: 'Fleet', price: '$890', period: 'a month', includes: 'Everything in Grow, unlimited people.' },
  ]
  const steps = otherSteps.map((step, at) => ({
    ...step,
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
  }))
  const talk = startTalk(
    { name: 'Vanline', description: '', steps },
    { ...plainAgent, knowledge: { ...noAgentKnowledge, plans } },
  )
  talk.say(question)
  expect(talk.text()).toContain(reply)
})

test('names the smallest plan that fits', () => {
  const prices = 'Starter is $89 a month for up to 25 customers. Pro is $189 a month for up to 120 customers.'
  expect(ask(prices, 'what does it cost for 60 customers?')).toContain(
    'For 60 customers, Pro is the smallest plan that fits.',
  )
  expect(ask(prices, 'what does it cost for 500 customers?')).toContain(
    'My notes name no plan for 500 customers; Pro has up to 120.',
  )
})

test('quotes the plan that fits instead of another price', () => {
  const prices =
    'Corner costs £29 a month for one shop and up to 300 orders; High Street costs £59 with unlimited orders. Each further shop is £25 a month.'
  const said = ask(prices, 'whats it cost, one shop, we do about 500 orders a month')
  expect(said).toContain('High Street costs £59')
  expect(said).toContain('For 500 orders, High Street is the smallest plan that fits.')
})

test.each([
  ['what would we pay for like 1.5 million events', 'For 1,500,000 events, Growth is the smallest plan that fits.'],
  ['which plan for 5m events', 'For 5,000,000 events, Business is the smallest plan that fits.'],
  ['what would 80k events cost', 'For 80,000 events, Free is the smallest plan that fits.'],
])('picks one of several plans in a sentence for “%s”', (question, reply) => {
  const prices =
    'Free covers 100,000 events a month. Growth is $149 a month for up to 2 million events, and Business is $490 a month for 10 million, with SSO.'
  expect(ask(prices, question)).toContain(reply)
})
