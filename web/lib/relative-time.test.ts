import { expect, test } from 'vitest'

import { relativeTime } from './relative-time.ts'

test('says how long ago something was, as short as a list allows', () => {
  const now = new Date('2026-11-21T12:00:00')
  expect(relativeTime('2026-11-21T11:59:30', now)).toBe('now')
  expect(relativeTime('2026-11-21T11:48:00', now)).toBe('12 min')
  expect(relativeTime('2026-11-21T09:10:00', now)).toBe('2 h')
  expect(relativeTime('2026-11-19T12:00:00', now)).toBe('Thu')
  expect(relativeTime('2026-11-02T12:00:00', now)).toMatch(/2/)
  expect(relativeTime('2026-11-02T12:00:00', now)).not.toContain('2026')
  expect(relativeTime('2025-11-02T12:00:00', now)).toContain('2025')
})
