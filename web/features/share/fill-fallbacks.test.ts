import { expect, test } from 'vitest'

import type { Step } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { fillFallbacks } from './fill-fallbacks.ts'

const step: Step = {
  id: 'a',
  demoId: 'd',
  order: 1,
  title: 'For {{company|you}}',
  description: 'Hello {{name}}, at {{company}}.',
  screenshotUrl: 'one.png',
  alt: null,
  width: null,
  height: null,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
}

test('a text’s own fallback comes before the demo’s, and an unknown variable leaves nothing', () => {
  const variables = [{ name: 'company', fallback: 'your shop' }]
  const { name, steps } = fillFallbacks(
    { name: 'Tour of {{company}}', description: null, steps: [step] },
    { variables },
  )
  expect(name).toBe('Tour of your shop')
  expect(steps).toMatchObject([{ title: 'For you', description: 'Hello , at your shop.', alt: null }])
})
