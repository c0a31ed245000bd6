import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { factOf, hearFacts, hearReply, mergeFacts } from './buyer-facts.ts'
import { numberIn } from './fact-patterns.ts'

test.each([
  ["there's about sixty of us, we decide in March", { size: 'about sixty of us', timeline: 'in March' }],
  ['we are 25 people. sorry 35', { size: '35 people' }],
  ["I'm Dana from Acme", { name: 'Dana', company: 'Acme' }],
  ["i'm dana from acme", { name: 'Dana', company: 'Acme' }],
  ['We are a team of 40 and want to go live by the first of June', { size: '40', timeline: 'by the first of June' }],
  ['dana at acme dot com', { email: 'dana@acme.com' }],
  [
    'my name is dana, reach me at dana@acme.com or 0171 555 0123',
    { name: 'Dana', email: 'dana@acme.com', phone: '0171 555 0123' },
  ],
  ['we use HubSpot now', { tool: 'HubSpot' }],
  ["we're locked in with Qualtrics until December", { tool: 'Qualtrics', timeline: 'until December' }],
  ["our budget's around 500 a month", { budget: 'around 500 a month' }],
  ["we can't spend more than 2k a year", { budget: '2k a year' }],
  ["I'm the CFO at Northwind Traders", { role: 'CFO', company: 'Northwind Traders' }],
  ["what we're after is getting rid of paper", { need: 'getting rid of paper' }],
  ['our budget for this is 10k a year, decision by end of Q1', { budget: '10k a year', timeline: 'by end of Q1' }],
  ['currently on Descartes', { tool: 'Descartes' }],
  ['budget approved, around 50k', { budget: 'around 50k' }],
  ["We're twelve, no, twenty", { size: 'twenty' }],
  ['we rent out 200 machines, based in Leeds', { size: '200 machines' }],
  ["we're a 25 person agency, deciding this month", { size: '25 person', timeline: 'this month' }],
  ['I look after around 30 flats', { size: 'around 30 flats' }],
  ['we process 900 orders a week', { size: '900 orders a week' }],
  ['hi we got 22 vans', { size: '22 vans' }],
  ['Hiya! Mike here', { name: 'Mike' }],
  ['We rely on Zapier quite heavily.', { tool: 'Zapier' }],
  ['We currently use Magicline. Why would I switch?', { tool: 'Magicline' }],
  ["we're opening our second hall in Leipzig this October", { timeline: 'this October' }],
  ["We're with Ticketmaster until March", { tool: 'Ticketmaster', timeline: 'until March' }],
  ['07700 900142, ask for Dave', { phone: '07700 900142', name: 'Dave' }],
  ['01632 960118, Margaret', { phone: '01632 960118', name: 'Margaret' }],
  ['tom, 0470 12 34 56', { phone: '0470 12 34 56', name: 'Tom' }],
  ['please call me on Tuesday at half past two on 01947 555 0118', { phone: '01947 555 0118' }],
  ["I don't have email, only a telephone: 0161 496 0123", { phone: '0161 496 0123' }],
  ['im pat, pat.lowe@villagehall.org', { name: 'Pat', email: 'pat.lowe@villagehall.org' }],
  ['We are a 300-seat theatre with a subscription audience', { size: '300-seat theatre' }],
  ['we manage 11 small apartment blocks', { size: '11 small apartment blocks' }],
  ['I own one house with six flats', { size: 'six flats' }],
  ['there are fourteen of us', { size: 'fourteen of us' }],
  ['hey have 2 shops, mostly violins', { size: '2 shops' }],
  ['I am from Slovenia and I keep 120 hives of bees', { size: '120 hives' }],
  ['Could somebody call my daughter? Marijke, 0499 00 31 62.', { phone: '0499 00 31 62', name: 'Marijke' }],
  ['nah go on then call me tues after 4 07700 900318', { phone: '07700 900318' }],
  ['I still have 22 boats on it', { size: '22 boats' }],
  ["Don't ring the shop, ring Carol, 01632 960733.", { phone: '01632 960733', name: 'Carol' }],
  ["We're on Dockwa. It works.", { tool: 'Dockwa' }],
  ['its all on a whiteboard', { tool: 'whiteboard' }],
  ['I nap till two. 01632 960417', { phone: '01632 960417' }],
  ['Good afternoon, Margaret Hollis here. I keep the books.', { name: 'Margaret Hollis' }],
  ['Kate from Bristol here', { name: 'Kate' }],
  ['Morning! Anouk de Vries here, from the theatre.', { name: 'Anouk de Vries' }],
  ['its dave 07700 900456', { phone: '07700 900456', name: 'Dave' }],
  ['07700 900123 sam', { phone: '07700 900123', name: 'Sam' }],
  ['0161 496 0144, this is joanne', { phone: '0161 496 0144', name: 'Joanne' }],
  ['hi im lou from the allotments', { name: 'Lou' }],
  [
    'rkessler@norda-logistik.de, Robert Kessler, Norda Logistik',
    { email: 'rkessler@norda-logistik.de', name: 'Robert Kessler', company: 'Norda Logistik' },
  ],
] as const)('extracts the facts in “%s”', (said, facts) => {
  expect(Object.fromEntries(hearFacts(said).map(({ field, value }) => [field, value]))).toEqual(facts)
})

test.each([
  'Can 60 users log in?',
  'How much is it for 200 people?',
  'Does it work with Slack?',
  'Does the trial start in March?',
  'I want to book a meeting on Tuesday',
  'we want to see the prices',
  'Can I invite more than 5 colleagues',
  'We have 3 offices',
  'In winter nobody is in the water',
  'the season is from April to October',
  'We had that dreadful storm in 1987, three boats on the lawn',
  'can we run 3 branches with one account',
  'we run 3 hours behind',
  'We do 8000 people, would that work?',
  'three drivers too few here',
  'can i use my own phone at the entrance',
  'my vans are all electric, do I need the box?',
  'which languages does support speak, my dispatcher is Polish',
  'we pay about 2.90 a kilo right now',
  'I am interested',
  'in the mornings we are on the ramps',
  'I am 74 and not very technical, I hope that is alright.',
  'The team plan costs $29 a month',
  'im rubbish with computers',
  "I'm hopeless at this",
  "i'm good with phones, not with forms",
  'im new to all that',
  'Nobody here knows how the boiler works',
  'Everybody here shares one login',
  'SRE here, doing a quick check',
  'Teacher here',
  'First time here',
  'My boss, Mr Lane, should come too',
  'Our chair, Mrs Patel, decides on the 10th',
  'My sister Ruth would like to see it',
])('extracts no fact about the visitor from “%s”', (said) => {
  expect(hearFacts(said)).toEqual([])
})

test.each([
  ['07700 900123 thanks', '07700 900123'],
  ['0161 496 0144 mornings', '0161 496 0144'],
  ['its 0161 496 0144', '0161 496 0144'],
  ['mobile 07700 900123 please', '07700 900123'],
  ['07700 900123, whenever', '07700 900123'],
])('reads no name in “%s”', (said, phone) => {
  expect(hearFacts(said)).toEqual([{ field: 'phone', value: phone }])
})

test('doesn’t take a guest’s name for the visitor’s', () => {
  const facts = hearFacts('Our chair, Mrs Patel, should be present too: a.patel@ashbank.example')
  expect(factOf(facts, 'name')).toBeNull()
})

test('accepts a short reply as the answer, but not a question or a command', () => {
  expect(hearReply('roughly sixty', 'size')).toEqual({ field: 'size', value: 'roughly sixty' })
  expect(hearReply('well, mostly the monthly reports', 'need')).toEqual({ field: 'need', value: 'the monthly reports' })
  expect(hearReply('what does it cost', 'need')).toBeNull()
  expect(hearReply('I live on the 4th floor', 'size')).toBeNull()
  expect(hearReply('okay and if the beans arrive wet', 'need')).toBeNull()
  expect(hearReply('no', 'budget')).toBeNull()
  expect(hearReply('go back', 'role')).toBeNull()
})

test('replaces a corrected fact, and removes a cleared one', () => {
  const known = mergeFacts([], [{ field: 'size', value: '60' }])
  const corrected = mergeFacts(known, [
    { field: 'size', value: '80' },
    { field: 'name', value: 'Dana' },
  ])
  expect(factOf(corrected, 'size')).toBe('80')
  expect(mergeFacts(corrected, [{ field: 'size', value: '' }])).toEqual([{ field: 'name', value: 'Dana' }])
})

test.each([
  ['about sixty of us', 60],
  ['two hundred', 200],
  ['1,200 people', 1_200],
  ['2k a year', 2_000],
  ['a dozen', 12],
  ['twenty five', 25],
  ['some', null],
])('reads the number in “%s”', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

test('reads hostile text in bounded time and space', () => {
  const hostile = [
    'we use '.repeat(400),
    `I'm ${'A'.repeat(5_000)}`,
    'a a '.repeat(2_000),
    '9 '.repeat(3_000),
    'in the '.repeat(900),
  ]
  const taken = cpuMs(() => {
    for (const text of hostile) for (const { value } of hearFacts(text)) expect(value.length).toBeLessThanOrEqual(160)
  })
  expect(taken).toBeLessThan(500)
})

test.each([
  ['Jo Pettifer, jo@pettiferandsister.example', { name: 'Jo Pettifer', email: 'jo@pettiferandsister.example' }],
  [
    'Dana Whitlock dwhitlock@northlanefreight.example',
    { name: 'Dana Whitlock', email: 'dwhitlock@northlanefreight.example' },
  ],
  ['ah sorry no, tuesday my partner is at a fair. wednesday?', {}],
])('who writes “%s” is %o', (said, facts) => {
  expect(Object.fromEntries(hearFacts(said).map(({ field, value }) => [field, value]))).toEqual(facts)
})
