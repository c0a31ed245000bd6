import { describe, expect, test } from 'vitest'

import { recogniseIntent } from './intent.ts'
import { startTalk } from './testing/start-talk.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'

const withMeetings = { ...plainAgent, takesMeetings: true }

describe('a question about the product neither opens the calendar nor calls a person', () => {
  test.each([
    'how do i make a demo',
    'what about groups of 4',
    'can a guest book at 2 am',
    'how can we record a call in the app',
    'can the agent speak',
    'does the assistant talk to customers',
    "what's the agent allowed to say",
    'can someone call guests automatically',
    'can prospects book a call with us in the demo',
    'I sacked somebody Friday night. Could he still get in there on Saturday?',
    'My cook forgot to sign off on Friday. Could she do it on Monday?',
  ])('%s', (text) => {
    expect(['book', 'human']).not.toContain(recogniseIntent(text, true).type)
    const talk = startTalk(reportingDemo, withMeetings)
    talk.say(text)
    expect(talk.effects().map(({ type }) => type)).not.toContain('ring-person')
  })
})

test.each([
  'got half an hour on Friday?',
  'walk us through it sometime?',
  'how do we schedule a demo with your team',
  'can someone show us around live',
  "we'd want a session for 4 people before we decide",
  'could we do a zoom',
  "let's set something up",
  'can the team meet with us on Monday',
  'my boss wants in too. could he come along on Friday?',
  'I talked to your colleagues. Could they call me on Saturday?',
])('“%s” is a meeting request', (text) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'book' })
})

test.each(['show me around', 'walk me through it', 'can you give me a tour?'])('“%s” starts the demo', (text) => {
  const talk = startTalk(reportingDemo, withMeetings)
  talk.say(text)
  expect(talk.text()).toContain('The dashboard shows revenue')
})

test('answers a question that follows “wait”', () => {
  const talk = startTalk()
  talk.say('wait, how long are exports kept?')
  expect(talk.text()).toContain('90 days')
})

describe('while times are on offer', () => {
  function offering() {
    const talk = startTalk(reportingDemo, withMeetings)
    talk.say('book a meeting')
    return talk
  }

  test.each([
    "we'd need it by easter",
    'i need to ask my husband first',
    'we are using Loom today, why would I switch',
  ])('“%s” doesn’t choose a time', (text) => {
    const talk = offering()
    talk.say(text)
    expect(talk.state().booking?.chosen ?? null).toBeNull()
    expect(talk.text()).not.toMatch(/invitation|that time/i)
  })

  test('repeats the open question once, not after each answer', () => {
    const talk = offering()
    const replies = ['How long are exports kept?', 'What does the team plan cost?', 'Which banks work?', 'thanks'].map(
      (text) => {
        talk.say(text)
        return talk.text()
      },
    )
    expect(replies.filter((reply) => /time|which one/i.test(reply.split(/(?<=\.)\s/).at(-1) ?? '')).length).toBe(1)
    expect(talk.say('the second one') && talk.text()).toContain('Tuesday 24 November at 10:00')
  })

  test('responds to a short question instead of asking for the time again', () => {
    const talk = offering()
    talk.say('whats your refund policy')
    expect(talk.turn()?.outcome).toMatch(/^un(?:sure|known)$/)
  })

  test('thanks for an address given before the time', () => {
    const talk = offering()
    talk.say('dana@northpine.test')
    expect(talk.text()).toMatch(/^Thanks, I'll use dana@northpine\.test\./)
  })
})

test.each(['can i talk to the agent in charge', 'can I speak with a real agent', 'can someone call me back'])(
  '“%s” asks for a person',
  (text) => {
    expect(recogniseIntent(text, false)).toEqual({ type: 'human' })
  },
)

test('recognises casual remarks', () => {
  expect(recogniseIntent('ok so what can this do for our sales team', true)).toEqual({ type: 'remark', about: 'about' })
  expect(recogniseIntent('hiya', true)).toEqual({ type: 'hello' })
  expect(recogniseIntent('can you speak german', true)).toEqual({ type: 'foreign', language: 'other' })
  expect(recogniseIntent('can I show it in german', true).type).toBe('question')
  expect(recogniseIntent('not sure my boss would go for it', true)).toEqual({ type: 'remark', about: 'authority' })
  expect(recogniseIntent('you already said that', true)).toEqual({ type: 'remark', about: 'missed' })
})

test('answers a bare “price?” with the prices', () => {
  const talk = startTalk()
  talk.say('price?')
  expect(talk.turn()?.outcome).toBe('answered')
  expect(talk.text()).toContain('$29')
})

test.each([
  ['not convinced', 'need'],
  ['we already have a system for that', 'competitor'],
] as const)('recognises “%s” as an objection', (text, objection) => {
  const talk = startTalk()
  talk.say(text)
  expect(talk.turn()).toMatchObject({ outcome: 'objection', objection })
})

test('answers a question that mentions a tool the visitor already uses', () => {
  const talk = startTalk()
  talk.say('we already use Slack, do alerts go there?')
  expect(talk.text()).toContain('Alerts go to Slack')
})

test('answers a joke differently from “how are you?”', () => {
  const talk = startTalk()
  talk.say("haha you're funny")
  expect(talk.text()).not.toMatch(/thank/i)
  talk.say('how are you?')
  expect(talk.text()).toMatch(/^All good, thank you\./)
})

test('recognises the tool a visitor uses, and doesn’t read a question as a need', () => {
  const talk = startTalk()
  talk.say('we just use powerpoint')
  expect(talk.turn()).toMatchObject({ objection: 'competitor' })
  talk.say('whats the difference to the others')
  expect(talk.state().facts.map(({ field }) => field)).toEqual(['tool'])
})

test('says in different words each time that it is not sure', () => {
  const talk = startTalk()
  const starts = ['can I brand it with our logo', 'does the alert have a sound', 'who made the audit thing'].flatMap(
    (text) => {
      talk.say(text)
      return talk.turn()?.outcome === 'unsure' ? [talk.text().replace(/step \d.*/, '')] : []
    },
  )
  expect(starts.length).toBeGreaterThan(1)
  expect(new Set(starts).size).toBe(starts.length)
})

test.each([
  'we are a charity not a company, is this for us',
  "we're a private academy not a school board. is this also for us",
])('“%s” is a question', (text) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'question' })
})
