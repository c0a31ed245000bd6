import { plainDemoLook } from './demo-look.ts'
import { plainStepLook } from './step-look.ts'
import { describe, expect, test } from 'vitest'

import { checkPlayable, estimatedMinutes, screenshotAddress, trimmedOrNull, type Demo } from './demo.ts'
import { messages } from './messages.ts'

const step = {
  id: 'a',
  demoId: 'demo',
  order: 1,
  title: null,
  description: null,
  screenshotUrl: 'a.webp',
  alt: null,
  width: null,
  height: null,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
}

const demo: Demo = {
  id: 'demo',
  name: 'Tour',
  description: null,
  status: 'active',
  isSample: false,
  createdAt: '2026-11-21T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  look: plainDemoLook,
  steps: [step],
}

describe('reports why a demo can’t be shown', () => {
  const problemOf = (given: Demo | null, requireScreenshots = true) => {
    const playable = checkPlayable(given, { requireScreenshots })
    return playable.ok ? null : messages[playable.problem]
  }

  test('when it does not exist', () => {
    expect(problemOf(null)).toBe('Demo not found')
  })

  test('when it has no steps', () => {
    expect(problemOf({ ...demo, steps: [] })).toBe('No steps found for this demo')
  })

  test('when a step lacks its screenshot, in the viewer only', () => {
    const lacking = { ...demo, steps: [step, { ...step, screenshotUrl: ' ' }] }
    expect(problemOf(lacking)).toBe('Invalid step data: missing screenshot URL')
    expect(problemOf(lacking, false)).toBeNull()
  })

  test('and nothing otherwise', () => {
    expect(problemOf(demo)).toBeNull()
  })
})

test.each([
  [0, 0],
  [1, 2],
  [7, 14],
])('%i steps take about %i minutes', (steps, minutes) => {
  expect(estimatedMinutes(steps)).toBe(minutes)
})

test.each([
  ['w/d/step 1.webp', 'https://back.example/storage/v1/object/public/demo-captures/w/d/step%201.webp'],
  ['/w/step.webp', 'https://back.example/storage/v1/object/public/demo-captures/w/step.webp'],
  ['https://elsewhere.example/a.png', 'https://elsewhere.example/a.png'],
  ['http://elsewhere.example/a.png', 'http://elsewhere.example/a.png'],
])('the screenshot %s is read at %s', (screenshotUrl, address) => {
  expect(screenshotAddress('https://back.example', screenshotUrl)).toBe(address)
})

test.each([
  ['  For the launch \n', 'For the launch'],
  [' \n ', null],
  ['', null],
  [null, null],
])('the description %j is saved as %j', (typed, saved) => {
  expect(trimmedOrNull(typed)).toBe(saved)
})
