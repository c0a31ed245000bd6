import { expect, test } from 'vitest'

import type { ListedDemo } from '#domain/demo.ts'

import { arrangeDemos, readDemoView } from './arrange-demos.ts'

const demo = (name: string, day: number, more: Partial<ListedDemo> = {}): ListedDemo => ({
  id: name,
  name,
  description: null,
  status: 'active',
  isSample: false,
  createdAt: `2026-01-0${day}T00:00:00Z`,
  updatedAt: `2026-01-0${day}T00:00:00Z`,
  steps: [],
  stepCount: 0,
  hasNotes: false,
  ...more,
})
const demos = [
  demo('Zebra', 1, { description: 'For the sales team' }),
  demo('Apple', 3, { status: 'archived' }),
  demo('Mango', 2, { status: 'draft' }),
]

test.each([
  ['', ['Apple', 'Mango', 'Zebra']],
  ['sort=name', ['Apple', 'Mango', 'Zebra']],
  ['status=draft', ['Mango']],
  ['q=SALES+zebra', ['Zebra']],
  ['q=sales&status=archived', []],
  ['status=nonsense&sort=nonsense', ['Apple', 'Mango', 'Zebra']],
])('“%s” shows %j', (query, names) => {
  expect(arrangeDemos(demos, readDemoView(new URLSearchParams(query))).map(({ name }) => name)).toEqual(names)
})
