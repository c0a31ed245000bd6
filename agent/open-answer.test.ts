import { expect, test } from 'vitest'

import { buildKnowledge } from './knowledge.ts'
import type { Proposal } from './responder.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

const { items } = buildKnowledge(reportingDemo, plainAgent)
const retrieved = items.filter(({ stepOrder }) => stepOrder === 4)
const [first, second] = retrieved.map(({ id, text }) => ({ text, cites: [id] }))

const question = 'When do exports run? We are sixty people'

function answerOf(count: 1 | 2): Proposal {
  const answer = [first!, second!].slice(0, count)
  return { intent: { type: 'question' }, answer, retrieved }
}

function startAnswer() {
  const talk = startTalk()
  talk.finish()
  talk.say('ok, start')
  talk.finish()
  talk.send({ type: 'heard', at: 1, proposal: answerOf(1), text: 'When do exports run?', isOpen: true })
  return talk
}

const textsOf = (talk: ReturnType<typeof startTalk>) => {
  const turn = talk.turn()
  return turn?.type === 'say' ? turn.lines.map(({ text }) => text) : []
}

test('says the first sentence at once, and the rest after the first has been heard', () => {
  const talk = startAnswer()
  expect(talk.turn()).toMatchObject({ outcome: 'answered', show: { step: 4 } })
  expect(textsOf(talk)).toContain(first!.text)
  expect(textsOf(talk).at(-1)).toBe(first!.text)
  talk.send({ type: 'rest-heard', at: 2, proposal: answerOf(2), text: question })
  expect(talk.turn()).toBeUndefined()
  talk.finish()
  expect(talk.turn()).toMatchObject({ outcome: 'continued' })
  expect(textsOf(talk)[0]).toBe(second!.text)
  expect(textsOf(talk).join(' ')).toMatch(/\?$/)
})

test('says the rest at once when the first sentence is over', () => {
  const talk = startAnswer()
  talk.finish()
  talk.send({ type: 'rest-heard', at: 2, proposal: answerOf(2), text: question })
  expect(textsOf(talk)[0]).toBe(second!.text)
})

test('repeats nothing when there is no rest, and still returns to the demo', () => {
  const talk = startAnswer()
  talk.finish()
  talk.send({ type: 'rest-heard', at: 2, proposal: answerOf(1), text: question })
  expect(textsOf(talk)).not.toContain(first!.text)
  expect(textsOf(talk).join(' ')).toMatch(/\?$/)
})

test('drops the rest once the visitor has interrupted or asked something else', () => {
  const talk = startAnswer()
  talk.send({ type: 'interrupted', at: 2, turn: talk.state().turn, seg: 0, playedMs: 100, segMs: 1_000, cause: 'stop' })
  talk.send({ type: 'rest-heard', at: 3, proposal: answerOf(2), text: question })
  expect(talk.turn()).toBeUndefined()

  const other = startAnswer()
  other.say('Who can see the audit log?')
  other.send({ type: 'rest-heard', at: 3, proposal: answerOf(2), text: question })
  expect(other.turn()).toBeUndefined()
})

test('ignores a rest that doesn’t belong to an answer', () => {
  const talk = startTalk()
  talk.send({ type: 'rest-heard', at: 2, proposal: answerOf(2), text: question })
  expect(talk.effects()).toEqual([])
})

test('keeps a fact that only the model heard, even when its sentence was said before', () => {
  const talk = startAnswer()
  const proposal = { ...answerOf(1), facts: [{ field: 'tool', value: 'a homegrown thing' } as const] }
  talk.send({ type: 'rest-heard', at: 2, proposal, text: 'we use a homegrown thing, when do exports run?' })
  expect(talk.state().facts).toContainEqual(expect.objectContaining({ field: 'tool', value: 'a homegrown thing' }))
})
