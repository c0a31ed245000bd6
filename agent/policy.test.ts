import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'

import type { Effect } from './conversation.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

test('says that it is an AI, what it shows, and asks one question', () => {
  const talk = startTalk()
  expect(talk.text()).toBe("I'm Leo, an AI assistant. I can show you Ledgerline reports in 8 steps. Shall I start?")
})

test('keeps the author’s welcome and still discloses the AI', () => {
  const talk = startTalk(reportingDemo, { ...plainAgent, welcomeMessage: 'Welcome to Ledgerline! Ready for a tour?' })
  expect(talk.text()).toBe(
    "Welcome to Ledgerline! I'm Leo, an AI assistant. Ready for a tour? I can show you Ledgerline reports in 8 steps.",
  )
})

test('never drops the disclosure for a long welcome', () => {
  const welcomeMessage = 'We are so very glad that you came here today to have a look. '.repeat(4)
  const talk = startTalk(reportingDemo, { ...plainAgent, welcomeMessage })
  expect(talk.text()).toContain('an AI assistant')
  expect(talk.text().split(/\s+/).length).toBeLessThanOrEqual(45)
})

test('presents every step in order without input, then asks for questions', () => {
  const talk = startTalk()
  const shown: number[] = []
  const pauses: number[] = []
  for (let turns = 0; turns < 40 && talk.state().phase !== 'wrap'; turns += 1) {
    pauses.push(...clocksOf(talk.finish()))
    talk.wait()
    const turn = talk.turn()
    if (turn?.type === 'say' && turn.show !== null) shown.push(turn.show.step)
  }
  expect([...new Set(shown)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  // The pauses are longer after the greeting, and after the third and sixth step, where the agent asks for questions.
  // Each turn has two sentences.
  expect(pauses).toEqual([6_000, 1_200, 1_200, 4_000, 1_200, 1_200, 1_200, 4_000, 1_200, 1_200])
  expect(talk.text()).toContain('What else would you like to know?')
})

test('answers in the notes’ own words, cites and shows the step, then resumes', () => {
  const talk = startTalk()
  talk.say('yes')
  talk.finish()
  talk.say('How long are exports kept?')
  expect(talk.turn()).toMatchObject({
    outcome: 'answered',
    show: { step: 4, line: 0 },
    lines: [
      { text: 'Exports run every night at 02:00 UTC.', cite: [{ stepOrder: 4 }] },
      { text: 'They are kept for 90 days and can be downloaded as CSV or Parquet files.', cite: [{ stepOrder: 4 }] },
      { text: 'Shall I go on?', cite: [] },
    ],
  })
  talk.finish()
  talk.say('yes')
  expect(talk.turn()).toMatchObject({ outcome: 'presented', show: { step: 2 } })
})

test('says so when the notes have no answer', () => {
  const talk = startTalk()
  talk.say('What is the weather in Lisbon?')
  expect(talk.turn()).toMatchObject({ outcome: 'unknown', show: null })
  expect(talk.text()).toContain("I don't have that in my notes.")
})

test('keeps what was heard when interrupted, and resumes with the first unheard sentence', () => {
  const talk = startTalk()
  talk.say('yes')
  const turn = talk.state().turn
  talk.send({ type: 'interrupted', at: 5, turn, seg: 1, playedMs: 1_000, segMs: 2_000, cause: 'stop' })
  expect(talk.effects()).toContainEqual({
    type: 'truncated',
    turn,
    heard: 'The dashboard shows revenue for the last 30 days. Every tile can be —',
  })
  expect(talk.state().phase).toBe('paused')
  talk.say('go on')
  expect(talk.text()).toBe('Every tile can be opened for its invoices.')
})

test('stops at once and stays silent until asked to continue', () => {
  const talk = startTalk()
  talk.say('yes')
  talk.say('stop')
  expect(talk.text()).toBe('')
  expect(talk.state()).toMatchObject({ phase: 'paused', speaking: null })
})

test('follows a visitor who pages through the demo', () => {
  const talk = startTalk()
  talk.say('yes')
  talk.send({ type: 'step-changed', at: 9_000, step: 6 })
  expect(talk.state()).toMatchObject({ phase: 'present', step: 6, speaking: null })
  talk.wait()
  expect(talk.text()).toContain('The team plan costs $29 a month.')
})

test.each([
  ['go to step 5', 5],
  ['last step', 8],
  ['next', 2],
  ['back', 1],
])('goes to the step that “%s” asks for', (text, step) => {
  const talk = startTalk()
  talk.say('yes')
  talk.say(text)
  expect(talk.turn()).toMatchObject({ show: { step } })
})

test('says how many steps there are when asked for one that doesn’t exist', () => {
  const talk = startTalk()
  talk.say('go to step 40')
  expect(talk.text()).toContain('This demo has 8 steps.')
})

test('never claims to be human', () => {
  const talk = startTalk()
  for (const question of [
    'Are you a robot?',
    'Are you a real person?',
    'is this a human',
    'are you an AI',
    'are you a bot',
  ]) {
    talk.say(question)
    expect(talk.text()).toMatch(/\bAI\b/)
    expect(talk.text()).not.toMatch(/I(?:'m| am) (?:a )?(?:human|person)/)
  }
})

test('promises nothing', () => {
  const talk = startTalk()
  talk.say('Will you guarantee me a discount?')
  expect(talk.turn()).toMatchObject({ outcome: 'declined' })
})

test('says goodbye and ends once the goodbye was heard', () => {
  const talk = startTalk()
  talk.say('bye')
  expect(talk.state().phase).not.toBe('ended')
  expect(talk.finish()).toContainEqual({ type: 'end', reason: 'visitor' })
})

test('asks once after a silence, offers typing, and leaves politely', () => {
  const talk = startTalk()
  talk.say('Is it encrypted with rot13?')
  const said: string[] = []
  const silences: number[] = []
  while (talk.state().phase !== 'ended') {
    silences.push(...clocksOf(talk.finish()))
    if (talk.state().clock !== null) talk.wait()
    said.push(talk.text())
  }
  expect(said.filter((text) => text !== '')).toHaveLength(3)
  // The agent reacts after 8 seconds, 20 seconds, and a minute and a half.
  expect(silences).toEqual([8_000, 12_000, 70_000])
  expect(talk.effects()).toContainEqual({ type: 'end', reason: 'no-input' })
})

test('says goodbye when a limit is reached', () => {
  const talk = startTalk()
  talk.send({ type: 'limit', at: 1, kind: 'time' })
  expect(talk.text()).toContain('Our time is up')
  expect(talk.finish()).toContainEqual({ type: 'end', reason: 'time' })
})

test('ignores events of an earlier turn', () => {
  const talk = startTalk()
  talk.say('yes')
  const before = talk.state()
  talk.send({ type: 'play-ended', at: 3, turn: 1, seg: 2 })
  talk.send({ type: 'clock', at: 3, id: 999 })
  talk.send({ type: 'consented', at: 3, mode: 'voice', step: 3 })
  expect(talk.state()).toEqual(before)
})

test('shows a demo of one step without notes', () => {
  const talk = startTalk({
    name: 'Tiny',
    description: null,
    steps: [{ id: 'a', order: 1, title: null, description: '  ' }],
  })
  talk.say('yes')
  expect(talk.text()).toBe('This is step 1.')
  talk.finish()
  talk.wait()
  expect(talk.state().phase).toBe('wrap')
})

function clocksOf(effects: readonly Effect[]): readonly number[] {
  return effects.flatMap((effect) => (effect.type === 'clock' ? effect.ms : []))
}

test('discloses the AI after the greeting in the author’s welcome', () => {
  const talk = startTalk(reportingDemo, { ...plainAgent, welcomeMessage: 'Hello there! Ledgerline saves you a day.' })
  expect(talk.text()).toMatch(/^Hello there! I'm Leo, an AI assistant\. Ledgerline saves you a day\./)
})

test('reads a long hum before the demo without trying every way to split it', () => {
  const talk = startTalk()
  talk.finish()
  talk.say('thanks')
  talk.finish()
  expect(cpuMs(() => talk.say(`${'m'.repeat(499)}?`))).toBeLessThan(1_000)
})

test('reads “trust me” with a row of foreign letters without trying every way to split it', () => {
  const talk = startTalk()
  talk.finish()
  const letters = 'é'.repeat(160)
  const rest =
    'where is our data stored and who can see it, we had a breach last year and hackers stole all our passwords'
  const said = `Trust me ${letters}@${letters} 1 ${rest}, so security worries us most`
  expect(cpuMs(() => talk.say(said))).toBeLessThan(1_000)
})
