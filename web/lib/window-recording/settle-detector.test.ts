import { expect, test } from 'vitest'

import { copyHeight, copyWidth, createSettleDetector } from './settle-detector.ts'

/** A grey screen; `lit` cells from the start are bright. */
function screen(lit: number, grey = 40): Uint8Array {
  const copy = new Uint8Array(copyWidth * copyHeight).fill(grey)
  return copy.fill(220, 0, lit)
}

/** The indexes of the frames at which a picture is taken. */
function takenAt(frames: readonly Uint8Array[]): readonly number[] {
  const detector = createSettleDetector()
  return frames.flatMap((frame, index) => {
    if (!detector.see(frame)) return []
    detector.noteTaken(frame)
    return [index]
  })
}

const repeat = (frame: Uint8Array, times: number) => Array.from({ length: times }, () => frame)

test('takes the first picture once the window has settled', () => {
  expect(takenAt(repeat(screen(0), 5))).toEqual([1])
})

test('takes a change once, when it has settled', () => {
  const moving = [screen(200), screen(400), screen(600)]
  expect(takenAt([...repeat(screen(0), 3), ...moving, ...repeat(screen(800), 4)])).toEqual([1, 7])
})

test('ignores a blinking caret, noise and a flicker', () => {
  const blinking = Array.from({ length: 10 }, (_, index) => screen(index % 2 === 0 ? 0 : 6))
  expect(takenAt(blinking)).toEqual([1])
  const noisy = Array.from({ length: 10 }, (_, index) => screen(0, 40 + (index % 8)))
  expect(takenAt(noisy)).toEqual([1])
  expect(takenAt([...repeat(screen(0), 3), screen(900), ...repeat(screen(0), 3)])).toEqual([1])
})

test('takes no picture of a window that never settles', () => {
  expect(takenAt(Array.from({ length: 20 }, (_, index) => screen(index * 200)))).toEqual([])
})

test('does not take again what was taken by hand', () => {
  const detector = createSettleDetector()
  detector.see(screen(0))
  detector.noteTaken(screen(0))
  expect(detector.see(screen(0))).toBe(false)
})
