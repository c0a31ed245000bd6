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

test('a plain recording becomes a demo without a review', () => {
  expect(needsReview([capture({}), capture({ id: 'marked', frameDelayMs: -200 })])).toBe(false)
})

test('a step with two pictures stops nobody, and needs a check unless the author has seen both', () => {
  const doubtful = capture({ frameDelayMs: 120, otherFrameDelayMs: -300 })
  expect(needsReview([doubtful])).toBe(false)
  expect(needsReview([doubtful, capture({ id: 'f', isFolded: true })])).toBe(true)
  const choice = firstChoice([doubtful])
  expect(chosenCaptures([doubtful], choice)).toMatchObject([{ id: 'c', frameDelayMs: 120 }])
  expect(chosenCaptures([doubtful], { ...choice, isSeen: true })).toMatchObject([{ id: 'c', frameDelayMs: 0 }])
})

test('a picture that may hold more private data is looked at first', () => {
  expect(needsReview([capture({ isPartlySearched: true })])).toBe(true)
})

test('a folded action becomes a step only if the author adds it', () => {
  const folded = capture({ isFolded: true })
  const choice = firstChoice([folded])
  expect(chosenCaptures([folded], choice)).toEqual([])
  expect(chosenCaptures([folded], { ...choice, addedIds: new Set(['c']) })).toEqual([folded])
})
