import { expect, test } from 'vitest'

import type { Capture } from '#domain/capture.ts'

import { chosenCaptures, firstChoice, needsReview } from './review-choice.ts'

function capture(rest: Partial<Capture>): Capture {
  return {
    id: 'c',
    sessionId: 's',
    number: 1,
    url: 'https://example.com/',
    title: 'Example',
    timestamp: '2026-01-01T00:00:00.000Z',
    target: { role: 'button', name: 'Save' },
    hotspot: null,
    viewport: { width: 1280, height: 800 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 1,
    frameDelayMs: 0,
    ...rest,
  }
}

test('imports a recording without findings at once', () => {
  expect(needsReview([capture({}), capture({ id: 'marked', frameDelayMs: -200 })])).toBe(false)
})

test('imports a step with two pictures at once, to be checked unless the author has seen both', () => {
  const doubtful = capture({ frameDelayMs: 120, otherFrameDelayMs: -300 })
  expect(needsReview([doubtful])).toBe(false)
  expect(needsReview([doubtful, capture({ id: 'f', isFolded: true })])).toBe(true)
  const choice = firstChoice([doubtful])
  expect(chosenCaptures([doubtful], choice)).toMatchObject([{ id: 'c', frameDelayMs: 120 }])
  expect(chosenCaptures([doubtful], { ...choice, isSeen: true })).toMatchObject([{ id: 'c', frameDelayMs: 0 }])
})

test('asks for a review if a picture may contain more private data', () => {
  expect(needsReview([capture({ isPartlySearched: true })])).toBe(true)
})

test('makes a folded action a step only if the author adds it', () => {
  const folded = capture({ isFolded: true })
  const choice = firstChoice([folded])
  expect(chosenCaptures([folded], choice)).toEqual([])
  expect(chosenCaptures([folded], { ...choice, addedIds: new Set(['c']) })).toEqual([folded])
})
