import { expect, test } from 'vitest'

import type { Step } from './demo.ts'
import { lintPages } from './lint-pages.ts'
import { plainStepLook } from './step-look.ts'

const step = (id: string, order: number): Step => ({
  id,
  demoId: 'demo',
  order,
  title: `Step ${id}`,
  description: null,
  screenshotUrl: `${id}.png`,
  alt: null,
  width: 100,
  height: 80,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
})

test('reports exactly the steps whose page contains personal data', () => {
  const texts = new Map([
    ['a', ['People', 'Write to ann.lee@example.com']],
    ['b', ['People', 'Balance']],
  ])
  const findings = lintPages([step('a', 1), step('b', 2), step('c', 3)], texts)
  expect(findings.map(({ stepId, place, action }) => [stepId, place, action])).toEqual([
    ['a', 'page', 'Make anonymous'],
  ])
})
