import { expect, test } from 'vitest'

import { choosePlace, toOffset, toPlace } from './bar-place.ts'

const bar = { width: 300, height: 40 }
const screen = { width: 1_280, height: 800 }

test.each([
  [
    { x: 0, y: 1 },
    { left: 16, top: 744 },
  ],
  [
    { x: 1, y: 0 },
    { left: 964, top: 16 },
  ],
  [
    { x: 0.5, y: 0.5 },
    { left: 490, top: 380 },
  ],
])('converts %o to %o and back', (place, offset) => {
  expect(toOffset(place, bar, screen)).toEqual(offset)
  expect(toPlace(offset, bar, screen)).toEqual(place)
})

test('stays inside any window size, however far it is dragged', () => {
  expect(toPlace({ left: -500, top: 5_000 }, bar, screen)).toEqual({ x: 0, y: 1 })
  expect(toOffset({ x: 1, y: 1 }, bar, { width: 200, height: 30 })).toEqual({ left: 16, top: 16 })
})

test('stays where the author put it unless it covers something', () => {
  const own = { x: 0.3, y: 0.3 }
  expect(choosePlace(own, () => 0)).toEqual(own)
  expect(choosePlace(own, (place) => (place === own ? 2 : 0))).toEqual({ x: 0, y: 1 })
  expect(choosePlace(own, (place) => (place.x === 1 && place.y === 0 ? 1 : 3))).toEqual({ x: 1, y: 0 })
})
