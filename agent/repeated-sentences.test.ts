import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

/* A visitor who says the same thing again and again. */

/** The sentences of each reply. */
function hearReplies(remark: string, times: number): readonly (readonly string[])[] {
  const talk = startTalk()
  talk.say('yes')
  return Array.from({ length: times }, () => {
    if (talk.state().speaking !== null) talk.finish()
    talk.say(remark)
    return talk.turn()?.lines.map(({ text }) => text) ?? []
  })
}

const remarks = ['thanks', 'are you a robot?', 'who made you?', 'does it work on Mars?', 'we are a small team', 'lol']

test.each(remarks)('answers “%s” forty times, with no sentence said more than twice', (remark) => {
  const replies = hearReplies(remark, 40)
  const counts = Map.groupBy(replies.flat(), (text) => text)
  expect(replies.filter((lines) => lines.length === 0)).toEqual([])
  expect([...counts].filter(([, said]) => said.length > 2)).toEqual([])
})

test.each(remarks)('doesn’t tell a visitor how often they said “%s”', (remark) => {
  const replies = hearReplies(remark, 10)
  expect(replies.flat().filter((text) => /\d|\btimes\b/.test(text))).toEqual([])
})

test('admits for the tenth time that its notes lack a name, with a lead-in and no count', () => {
  expect(hearReplies('does it work on Mars?', 10).at(-1)).toEqual([
    "Once more: My notes don't mention Mars.",
    'Again: Shall I get someone from the team?',
  ])
})

test('repeats itself in the language of the visitor’s question', () => {
  expect(hearReplies('quanto costa?', 5).at(-1)).toEqual([
    'Ancora una volta: Qui parlo solo inglese. La sua domanda resta annotata per il team.',
  ])
})

test('says nothing to a seventh “can I ask you something”', () => {
  expect(hearReplies('can I ask you something', 7).slice(-2)).toEqual([['Please do.'], []])
})
