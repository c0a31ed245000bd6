import { expect, test } from 'vitest'

import { drawQr } from './qr-drawing.ts'

test('draws each dark cell once, within a light border', () => {
  const { size, cells, path } = drawQr('https://understudy.example/demo/6a3d1e00-0000-4000-8000-000000000001/play')
  const dark = cells.flat().filter(Boolean).length
  const drawn = [...path.matchAll(/h(\d+)v1/g)].reduce((sum, [, length]) => sum + Number(length), 0)
  expect(drawn).toBe(dark)
  expect(cells).toHaveLength(size)
  expect([...(cells[0] ?? []), ...(cells[1] ?? []), ...(cells.at(-1) ?? [])].some(Boolean)).toBe(false)
})
