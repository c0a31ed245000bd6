import { describe, expect, it } from 'vitest'

import { isPackedEvents, unpackEvents } from './unpack-events.ts'

describe('unpackEvents', () => {
  it('prefixes each event with the start of the previous one', () => {
    const packed = [0, '{"a":"one","b":1}', 8, 'ly","b":2}', 0, '{}', 1, '"c":"\uDE00"}']
    expect(isPackedEvents(packed)).toBe(true)
    expect(JSON.parse(unpackEvents(packed, 100))).toEqual([
      { a: 'one', b: 1 },
      { a: 'only', b: 2 },
      {},
      { c: '\uDE00' },
    ])
  })

  it.each([
    ['more than the event before has', [0, '{}', 3, '}']],
    ['more than nothing', [1, '{}']],
    ['a negative length', [0, '{}', -1, '}']],
    ['half a length', [0, '{}', 0.5, '}']],
    ['a length that is a text', [0, '{}', '1', '}']],
    ['no text', [0]],
    ['an event that is not packed', [0, {}]],
    ['nothing for a text', [0, null]],
  ])('refuses %s', (_what, packed) => {
    expect(() => unpackEvents(packed, 100)).toThrow('Packed events must be pairs')
  })

  it('stops before a few bytes expand into many', () => {
    const packed = [0, 'x'.repeat(1_000), ...Array.from({ length: 1_000 }, () => [1_000, '']).flat()]
    expect(() => unpackEvents(packed, 10_000)).toThrow('The packed events are larger than 512 KiB')
  })
})
