import { expect, test } from 'vitest'

import { captureSessions } from './capture-session.ts'

test('lists a session once, newest first, with the day of its last capture', () => {
  const rows = [
    { session_id: 'a', url: 'https://app.example/3', timestamp: '2026-11-04T09:00:00+00:00' },
    { session_id: 'b', url: 'https://shop.example/', timestamp: '2026-11-03T10:00:00Z' },
    { session_id: 'a', url: 'https://app.example/2', timestamp: '2026-11-02T10:00:00+00:00' },
    { session_id: 'a', url: 'https://app.example/1', timestamp: '2026-11-01T10:00:00Z' },
  ]
  expect(captureSessions(rows, (timestamp) => timestamp.slice(0, 10))).toEqual([
    { id: 'a', url: 'https://app.example/3', timestamp: '2026-11-04T09:00:00+00:00', date: '2026-11-04' },
    { id: 'b', url: 'https://shop.example/', timestamp: '2026-11-03T10:00:00Z', date: '2026-11-03' },
  ])
})
