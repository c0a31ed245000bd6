import { expect, test } from 'vitest'

import { certainFrom, createFrameClock, createRollingFrames, judgeFrame } from './rolling-frames.ts'

test('keeps the newest frames, and finds the last one before an action', () => {
  const frames = createRollingFrames<string>(2)
  for (const [shownAt, content] of [
    [100, 'a'],
    [200, 'b'],
    [300, 'c'],
  ] as const)
    frames.add({ shownAt, content })
  expect(frames.newest(250)?.content).toBe('b')
  expect(frames.newest(300)?.content).toBe('c')
  expect(frames.newest(150)).toBeNull()
  expect(frames.isComplete(299)).toBe(true)
  expect(frames.isComplete(300)).toBe(false)
  frames.clear()
  expect(frames.newest(300)).toBeNull()
})

test('is certain of a frame when the page stood still, or the frame came after the change', () => {
  const barHiddenAt = 0
  expect(judgeFrame(500, { at: 1_000, shownSince: 600, barHiddenAt })).toBe('certain')
  expect(judgeFrame(500, { at: 1_000, shownSince: 700, barHiddenAt })).toBe('doubtful')
  expect(judgeFrame(720, { at: 1_000, shownSince: 700, barHiddenAt })).toBe('certain')
  // Shows the pressed button, but maybe not yet the effect of the press.
  expect(judgeFrame(720, { at: 800, shownSince: 700, barHiddenAt })).toBe('doubtful')
  expect(judgeFrame(990, { at: 1_000, shownSince: null, barHiddenAt })).toBe('doubtful')
})

test.each([
  [700, 0],
  [0, 700],
])('is certain of a frame drawn once the page is at rest, for quick actions too: %i, %i', (shownSince, barHiddenAt) => {
  const drawnAt = certainFrom(shownSince, barHiddenAt)
  expect(judgeFrame(drawnAt, { at: 900, shownSince, barHiddenAt })).toBe('certain')
  expect(judgeFrame(drawnAt - 1, { at: 900, shownSince, barHiddenAt })).not.toBe('certain')
})

test('never takes a frame that may show the recorder’s bar', () => {
  expect(judgeFrame(990, { at: 1_000, shownSince: 0, barHiddenAt: null })).toBeNull()
  expect(judgeFrame(960, { at: 1_000, shownSince: 0, barHiddenAt: 950 })).toBeNull()
  expect(judgeFrame(960, { at: 1_400, shownSince: 0, barHiddenAt: 950 })).toBe('certain')
})

test('calibrates a stream’s timestamps by the frames with the least delay, whatever their origin', () => {
  const toEpoch = createFrameClock()
  toEpoch(1_000_000, 50_080)
  expect(toEpoch(1_100_000, 50_110)).toBe(50_110)
  expect(toEpoch(1_200_000, 50_400)).toBe(50_210)
})
