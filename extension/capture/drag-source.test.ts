import { expect, test } from 'vitest'

import { simplifyPath } from './drag-source.ts'

test('reduces a straight drag to its two ends', () => {
  const path = Array.from({ length: 100 }, (_, index) => ({ x: index, y: index }))
  expect(simplifyPath(path, 24)).toEqual([path[0], path[99]])
})

test('keeps corners, and limits the points of a scribble', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 50, y: 50 },
  ]
  expect(simplifyPath(corner, 24)).toEqual(corner)
  const scribble = Array.from({ length: 500 }, (_, index) => ({ x: index, y: 80 * Math.sin(index / 3) }))
  expect(simplifyPath(scribble, 24)).toHaveLength(24)
})
