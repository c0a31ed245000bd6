import { expect, test } from 'vitest'

import {
  isNewer,
  newTimer,
  pauseTimer,
  parsePresentation,
  resetTimer,
  startTimer,
  timerMs,
  timerText,
  type Presentation,
} from './presentation.ts'

const here: Presentation = { version: 3, stepId: 'a', isFullScreen: false, timer: newTimer }

test('the later change wins, and ties resolve the same in every window', () => {
  expect(isNewer({ ...here, version: 4 }, here)).toBe(true)
  expect(isNewer(here, { ...here, version: 4 })).toBe(false)
  expect(isNewer(here, here)).toBe(false)
  const other = { ...here, stepId: 'b' }
  expect(isNewer(other, here)).not.toBe(isNewer(here, other))
})

test('the timer runs, pauses and resets', () => {
  const running = startTimer(newTimer, 1_000)
  expect(timerMs(running, 4_000)).toBe(3_000)
  expect(startTimer(running, 9_000)).toBe(running)
  const paused = pauseTimer(running, 4_000)
  expect(timerMs(paused, 60_000)).toBe(3_000)
  expect(timerMs(startTimer(paused, 60_000), 61_000)).toBe(4_000)
  expect(timerMs(resetTimer(running, 5_000), 6_000)).toBe(1_000)
  expect(resetTimer(paused, 5_000)).toEqual(newTimer)
})

test('a clock set back does not make the timer run backwards', () => {
  expect(timerMs(startTimer(newTimer, 5_000), 1_000)).toBe(0)
})

test.each([
  [0, '0:00'],
  [61_999, '1:01'],
  [3_600_000, '1:00:00'],
])('%i ms read %s', (ms, text) => {
  expect(timerText(ms)).toBe(text)
})

test('ignores messages of other versions', () => {
  expect(parsePresentation(here)).toEqual(here)
  expect(parsePresentation({ ...here, timer: { elapsedMs: 0 } })).toBeNull()
  expect(parsePresentation('step 4')).toBeNull()
})
