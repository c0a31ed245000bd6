import { describe, expect, it } from 'vitest'

import { readCsv } from './read-csv.ts'
import { toScenario, type StoredTurn } from './scenario-from-talk.ts'
import { parseExpectation } from './test-expectations.ts'

describe('an expectation written in a file', () => {
  it.each([
    ['step 2', { kind: 'step', stepId: 'b' }],
    ['Step 3', null],
    ['refuses', { kind: 'refuses' }],
    ['Says it doesn’t know', { kind: 'refuses' }],
    ['hands over', { kind: 'hands-over' }],
    ['Books a meeting', { kind: 'books' }],
    [
      'books are kept for ten years, says the tax office',
      { kind: 'says', text: 'books are kept for ten years, says the tax office' },
    ],
    ['90 days', { kind: 'says', text: '90 days' }],
    ['  ', null],
  ])('%s', (written, expected) => {
    expect(parseExpectation(written, ['a', 'b'])).toEqual(expected)
  })
})

describe('a CSV file', () => {
  it.each([
    [
      'commas and quotes',
      'question,expected\n"Is it, say, free?","""Yes"", it is"\n',
      ['Is it, say, free?', '"Yes", it is'],
    ],
    ['semicolons and a byte order mark', '\uFEFFFrage;Erwartet\nWas kostet es?;29 €\n', ['Was kostet es?', '29 €']],
    ['tabs, no header, Windows lines', 'Is it free?\tYes\r\n', ['Is it free?', 'Yes']],
    ['line breaks in a cell', 'question,expected\n"Is it\nfree?",Yes\n', ['Is it\nfree?', 'Yes']],
  ])('is read with %s', (_, text, cells) => {
    expect(readCsv(text, 10)).toMatchObject([{ cells }])
  })

  it.each([
    ['nothing', '', 'The file has no rows.'],
    ['only a header', 'question,expected\n', 'The file has no rows.'],
    ['too many rows', 'a,b\n'.repeat(11), 'The file has more than 10 rows. Split it.'],
    ['a quote that never ends', 'question,expected\n"Is it', expect.stringContaining('not valid CSV')],
  ])('is refused with %s', (_, text, sentence) => {
    expect(readCsv(text, 10)).toEqual(sentence)
  })
})

describe('a conversation as a test', () => {
  const turn = (number: number, text: string, source = 'typed'): StoredTurn => ({
    number,
    speaker: 'visitor',
    text,
    source,
  })

  it('repeats the visitor’s turns in order, without personal data', () => {
    const turns = [
      turn(5, 'Mail dana@acme.example or call +49 (30) 1234-5678'),
      turn(3, 'Tue 24 Nov, 10:00', 'button'),
      turn(1, 'Can we meet?'),
      { ...turn(2, 'Of course.'), speaker: 'agent' as const },
    ]
    expect(toScenario(turns, { booked: 1, human: 1 })).toEqual({
      persona: 'From a conversation',
      turns: ['Can we meet?', 'The first one', 'Mail visitor@example.com or call 555 0100 200'],
      goal: 'books',
    })
  })

  it.each([
    [{ human: 1 }, 'hands-over'],
    [{ contact: 2, answered: 1 }, 'leaves-address'],
    [{ answered: 1 }, 'answers'],
  ])('expects the conversation’s outcome: %o', (outcomes, goal) => {
    expect(toScenario([turn(1, 'Hello')], outcomes as Record<string, number>)?.goal).toBe(goal)
  })

  it('returns null when the visitor said nothing', () => {
    expect(toScenario([turn(1, '  ')], {})).toBeNull()
  })
})
