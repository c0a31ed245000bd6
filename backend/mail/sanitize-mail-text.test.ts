import { describe, expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { parseMeetingPlace, sanitizeMailText } from './sanitize-mail-text.ts'

describe('user text in a mail', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['J. R. Smith & Sons, Inc.', 'J. R. Smith & Sons, Inc.'],
    ['Ærøskøbing 東京', 'Ærøskøbing 東京'],
    ['Node.js', 'Node js'],
    ['Verify now: https://evil.example/login', 'Verify now: evil example login'],
    ['www.evil.example', 'www evil example'],
    ['HTTPS:\\\\evil.example', 'evil example'],
    ['evil\u3002example and evil\uff0eexample', 'evil example and evil example'],
    ['mailto:eve@evil.example', 'eve evil example'],
    ['javascript:alert(1)', 'alert(1)'],
    ['Ada\r\nBcc: eve@evil.example', 'Ada Bcc: eve evil example'],
    ['Ada \u202Emoc.live\u202C', 'Ada moc live'],
    ['e\u200Bvil\u2060.ex\u00ADample', 'e vil ex ample'],
    ['\u0000', ''],
  ])('%j is read as %j', (words, read) => expect(sanitizeMailText(words)).toBe(read))

  test('is cut without splitting a character', () => {
    expect(sanitizeMailText('😀'.repeat(100))).toBe(`${'😀'.repeat(59)}…`)
  })
})

test.each([['.'.repeat(60_000)], ['a.'.repeat(30_000)], ['a-'.repeat(30_000)], ['\ufdfa'.repeat(60_000)]])(
  'sanitizes long sign-up data quickly: %#',
  (words) => {
    expect(cpuMs(() => sanitizeMailText(`${words} end`))).toBeLessThan(500)
  },
)

describe('a place', () => {
  test.each([
    ['https://meet.example/rosa', { words: 'Online', link: 'https://meet.example/rosa' }],
    ['Zoom, https://zoom.example/j/1?pwd=x', { words: 'Zoom,', link: 'https://zoom.example/j/1?pwd=x' }],
    ['We call you', { words: 'We call you', link: '' }],
    ['http://meet.example/rosa', { words: 'meet example rosa', link: '' }],
    ['https://bank.example@evil.example/', { words: 'Online', link: '' }],
    [
      'Locked! evil.example https://a.example https://b.example',
      { words: 'Locked! evil example b example', link: 'https://a.example/' },
    ],
    [`https://meet.example/${'x'.repeat(500)}`, { words: 'Online', link: '' }],
  ])('%j is read as %j', (place, read) => expect(parseMeetingPlace(place)).toEqual(read))
})
