import { expect, test } from 'vitest'

import { recentText } from './dates.ts'

test('shows the year only when it is not the current one', () => {
  const now = new Date('2026-11-21T12:00:00')
  expect(recentText('2026-03-02T10:00:00', now)).not.toContain('2026')
  expect(recentText('2025-12-31T10:00:00', now)).toContain('2025')
})
