import { expect, test } from 'vitest'

import type { LiveVisit } from './follow-visits.ts'
import { isAskedFor } from './live-filter.ts'

const visit: LiveVisit = {
  id: 'visit',
  demo_id: 'tour',
  demo_version: 3,
  link: '',
  traffic: 'human',
  source: 'direct',
  device: 'phone',
  entry_url: 'https://shop.example/',
  started_at: '2026-03-01T10:00:00Z',
  last_seen_at: '2026-03-01T10:00:00Z',
  exit_step_id: null,
}
const all = { demoId: null, link: null, traffic: 'human', version: null } as const

test.each([
  [all, true],
  [{ ...all, demoId: 'tour', link: '', version: 3 }, true],
  [{ ...all, demoId: 'other' }, false],
  [{ ...all, link: 'spring' }, false],
  [{ ...all, version: 2 }, false],
  [{ ...all, traffic: 'bot' as const }, false],
])('matches a live visit against the filters %o', (filters, isShown) => {
  expect(isAskedFor(visit, filters)).toBe(isShown)
  expect(isAskedFor({ ...visit, traffic: 'self' }, { ...filters, traffic: 'all' })).toBe(
    isShown || filters.traffic === 'bot',
  )
})
