import { expect, test } from 'vitest'

import { agoText } from './ago-text.ts'

test('says how long ago something was, as short as a list allows', () => {
  const now = new Date('2026-11-21T12:00:00')
  expect(agoText('2026-11-21T11:59:30', now)).toBe('now')
  expect(agoText('2026-11-21T11:48:00', now)).toBe('12 min')
  expect(agoText('2026-11-21T09:10:00', now)).toBe('2 h')
  expect(agoText('2026-11-19T12:00:00', now)).toBe('Thu')
  expect(agoText('2026-11-02T12:00:00', now)).toMatch(/2/)
  expect(agoText('2026-11-02T12:00:00', now)).not.toContain('2026')
  expect(agoText('2025-11-02T12:00:00', now)).toContain('2025')
})
