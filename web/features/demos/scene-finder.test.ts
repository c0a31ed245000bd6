import { expect, test } from 'vitest'

import { SceneFinder, type Thumbprint } from './scene-finder.ts'

const size = 96 * 54
const screen = (value: number, changed = 0): Thumbprint => new Uint8Array(size).fill(value, changed)

/** The times at which a frame is taken, one frame each half second. */
function takenOf(frames: readonly Thumbprint[]): readonly number[] {
  const finder = new SceneFinder()
  return frames.flatMap((frame, at) => (finder.takes(frame, at * 500) ? [at] : []))
}

test('takes each screen once it has settled', () => {
  const [first, moving, second] = [screen(40), screen(120), screen(200)]
  expect(takenOf([first, first, moving, second, second, second, first, first])).toEqual([0, 4, 7])
})

test('ignores a moving pointer', () => {
  expect(takenOf([screen(40), screen(40, 12), screen(40, 6), screen(40)])).toEqual([0])
})

test('takes a frame of constant motion every few seconds', () => {
  const frames = Array.from({ length: 20 }, (_, at) => screen((at * 60) % 256))
  expect(takenOf(frames)).toEqual([0, 8, 16])
})
