import { expect, test } from 'vitest'

import { dayText, momentText } from './dates.ts'

test.each([dayText, momentText])('shows the year only when it is not the current one', (text) => {
  const now = new Date('2026-11-21T12:00:00')
  expect(text('2026-03-02T10:00:00', now)).not.toContain('2026')
  expect(text('2025-12-31T10:00:00', now)).toContain('2025')
})
