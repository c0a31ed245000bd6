import { expect, test } from 'vitest'

import { hotPlaces } from './hot-places.ts'

const cell = (cell_x: number, cell_y: number, clicks: number) => ({ cell_x, cell_y, clicks })

test('counts clicks near each other as one place, the busiest first', () => {
  const cells = [cell(10, 10, 40), cell(11, 12, 21), cell(40, 5, 14), cell(25, 40, 25)]
  expect(hotPlaces(cells, 3)).toEqual([
    { x: 21, y: 21, clicks: 61 },
    { x: 51, y: 81, clicks: 25 },
    { x: 81, y: 11, clicks: 14 },
  ])
  expect(hotPlaces(cells, 1)).toHaveLength(1)
})

test('names no place among scattered clicks', () => {
  const scattered = Array.from({ length: 36 }, (_, index) => cell((index % 6) * 8, Math.floor(index / 6) * 8, 1))
  expect(hotPlaces(scattered, 3)).toEqual([])
  expect(hotPlaces([], 3)).toEqual([])
})
