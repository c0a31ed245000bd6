import { expect, test } from 'vitest'

import { snapLines, snapPlace } from './snap-place.ts'

const reach = { x: 1, y: 1 }
const other = { xPercent: 60, yPercent: 10, widthPercent: 20, heightPercent: 20 }
const lines = snapLines([other])

test('snaps a moved area to the middle of the picture, and returns the guide line', () => {
  const area = { xPercent: 39.4, yPercent: 70, widthPercent: 20, heightPercent: 7 }
  expect(snapPlace(area, 'move', lines, reach)).toEqual({
    area: { ...area, xPercent: 40 },
    guides: { x: 50, y: null },
  })
})

test('snaps to the nearer of two lines', () => {
  const area = { xPercent: 0.75, yPercent: 30.5, widthPercent: 59, heightPercent: 5 }
  const { area: rested, guides } = snapPlace(area, 'move', lines, reach)
  expect([rested.xPercent, guides.x]).toEqual([1, 60])
  expect([rested.yPercent, guides.y]).toEqual([30, 30])
})

test('moves only the edges of a dragged corner', () => {
  const area = { xPercent: 59.5, yPercent: 9.5, widthPercent: 10, heightPercent: 10 }
  expect(snapPlace(area, 'left-top', lines, reach).area).toEqual({
    xPercent: 60,
    yPercent: 10,
    widthPercent: 9.5,
    heightPercent: 9.5,
  })
})

test('doesn’t snap to distant lines', () => {
  const area = { xPercent: 33, yPercent: 40, widthPercent: 11, heightPercent: 7 }
  expect(snapPlace(area, 'move', lines, reach)).toEqual({ area, guides: { x: null, y: null } })
})
