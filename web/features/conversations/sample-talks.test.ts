import { expect, test } from 'vitest'

import { listedTalk, sampleTalks } from './sample-talks.ts'

const talks = sampleTalks(Date.parse('2026-11-21T12:00:00Z'), { id: 'demo', name: 'Book a shipment', steps: [] })

test('quotes what the visitor said in that turn as evidence', () => {
  const wrong = talks.flatMap(({ conversation, turns }) =>
    conversation.evidence.filter(({ turn, quote }) => {
      const said = turns.find(({ number }) => number === turn)
      return said?.speaker !== 'visitor' || !said.text.includes(quote)
    }),
  )
  expect(wrong).toEqual([])
})

test('lists finished conversations by the visitor’s first question, newest first', () => {
  const listed = talks.map(listedTalk)
  expect(listed.map(({ live }) => live)).toEqual(talks.map(() => null))
  expect(listed[0]?.firstQuestion).toBe('We ship 60 pallets a month. Can I compare carriers?')
  const starts = listed.map(({ started_at: at }) => at)
  expect(starts).toEqual(starts.toSorted().toReversed())
})
