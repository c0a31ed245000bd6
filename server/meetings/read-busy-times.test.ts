import { describe, expect, it } from 'vitest'

import { memoryBudget } from '#backend/memory-budget.ts'

import { readCalendarFile } from './read-calendar-file.ts'

const from = Date.parse('2026-11-23T00:00:00Z')
const workspaceId = '5a3d1e00-0000-4000-8000-000000000001'
const range = { from, to: from + 14 * 86_400_000, timeZone: 'Europe/Berlin' }

const file = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//t//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${lines.join('').length}-${lines[0]}@t`,
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
const read = async (text: string) =>
  (await readCalendarFile(workspaceId, { text, range })).map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(5, 16)).join(' to '),
  )

describe('busy times', () => {
  it('are those of single events, in their zone', async () => {
    const zone = 'DTSTART;TZID=America/New_York:20261124T090000'
    expect(await read(file(event(zone, 'DTEND;TZID=America/New_York:20261124T100000')))).toEqual([
      '11-24T14:00 to 11-24T15:00',
    ])
    expect(await read(file(event('DTSTART:20261124T090000Z', 'DURATION:PT45M')))).toEqual([
      '11-24T09:00 to 11-24T09:45',
    ])
  })

  it('repeat, without the exceptions', async () => {
    const weekly = event(
      'DTSTART;TZID=Europe/Berlin:20260105T100000',
      'DTEND;TZID=Europe/Berlin:20260105T110000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
      'EXDATE;TZID=Europe/Berlin:20261125T100000',
    )
    expect(await read(file(weekly))).toEqual([
      '11-23T09:00 to 11-23T10:00',
      '11-30T09:00 to 11-30T10:00',
      '12-02T09:00 to 12-02T10:00',
    ])
  })

  it('cover whole days in the author’s zone', async () => {
    expect(await read(file(event('DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261128')))).toEqual([
      '11-25T23:00 to 11-27T23:00',
    ])
  })

  it('leave out what is free, cancelled or past, and join what overlaps', async () => {
    const at = (start: string, end: string, ...more: string[]) =>
      event(`DTSTART:202611${start}00Z`, `DTEND:202611${end}00Z`, ...more)
    const events = [
      at('24T0900', '24T1000', 'TRANSP:TRANSPARENT'),
      at('24T1100', '24T1200', 'STATUS:CANCELLED'),
      at('01T1100', '01T1200'),
      at('24T1300', '24T1400'),
      at('24T1330', '24T1500'),
    ]
    expect(await read(file(...events))).toEqual(['11-24T13:00 to 11-24T15:00'])
  })

  it('are none in an empty calendar', async () => {
    expect(await read(file())).toEqual([])
  })

  it.each([
    ['a page', '<!doctype html><html></html>'],
    ['nothing', ''],
  ])('are refused from %s', async (_, text) => {
    await expect(readCalendarFile(workspaceId, { text, range })).rejects.toThrow('Not a calendar')
  })

  it('of hostile rules end in bounded time', async () => {
    const endless = event('DTSTART:19000101T000000Z', 'DTEND:19000101T000001Z', 'RRULE:FREQ=SECONDLY')
    const never = event(
      'DTSTART:20260101T000000Z',
      'DTEND:20260101T010000Z',
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    )
    const many = Array.from({ length: 15_000 }, (_, n) =>
      event(`DTSTART:20261124T09${String(n % 60).padStart(2, '0')}00Z`, `X-N:${n}`),
    )
    const deep = `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(50_000)}`
    for (const text of [file(endless), file(never), file(...many), deep]) {
      const before = performance.now()
      await readCalendarFile(workspaceId, { text, range }).catch(() => [])
      expect(performance.now() - before).toBeLessThan(8_000)
    }
  }, 40_000)

  it('of an ordinary calendar don’t wait for the memory of large jobs', async () => {
    const { promise: pictures, resolve: endPictures } = Promise.withResolvers<void>()
    const others = memoryBudget.run('visitors', Infinity, () => pictures)
    expect(await read(file())).toEqual([])
    endPictures()
    await others
  })

  it('wait for hostile files of their own workspace only', async () => {
    const endless = file(event('DTSTART:19000101T000000Z', 'DTEND:19000101T000001Z', 'RRULE:FREQ=SECONDLY'))
    const order: string[] = []
    const readFor = (owner: string, text: string) =>
      readCalendarFile(owner, { text, range })
        .catch(() => [])
        .then(() => order.push(owner))
    const hostile = Array.from({ length: 6 }, () => readFor('hostile', endless))
    await readFor(workspaceId, file())
    expect(order.length).toBeLessThanOrEqual(3)
    await Promise.all(hostile)
  }, 40_000)
})
