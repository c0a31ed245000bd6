import { expect, test } from 'vitest'

import { PlayClock } from './play-clock.ts'

function clockAt(start: number) {
  let now = start
  return { clock: new PlayClock(() => now), pass: (ms: number) => (now += ms) }
}

test('counts all sent audio as ahead until the browser begins to play', () => {
  const { clock, pass } = clockAt(1_000)
  clock.send(0, 300)
  clock.send(0, 200)
  pass(5_000)
  expect(clock.aheadMs()).toBe(500)
  clock.start(0)
  pass(200)
  expect(clock.aheadMs()).toBe(300)
})

test('never counts more of a segment as heard than its duration', () => {
  const { clock, pass } = clockAt(0)
  clock.send(0, 300)
  clock.start(0)
  pass(9_000)
  clock.send(1, 400)
  expect(clock.aheadMs()).toBe(400)
  clock.end(0)
  expect(clock.aheadMs()).toBe(400)
  expect(clock.unheard).toBe(1)
})

test('a browser that skips reports doesn’t block the audio', () => {
  const { clock } = clockAt(0)
  clock.send(0, 300)
  clock.send(1, 300)
  clock.start(2)
  expect(clock.aheadMs()).toBe(0)
  expect(clock.unheard).toBe(2)
})
