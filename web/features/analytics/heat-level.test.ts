import { expect, test } from 'vitest'

import { heatLevel, heatLevels } from './heat-level.ts'

test.each([1, 2, 3, 4, 5, 7, 23, 100])('the legend up to %i clicks covers every level', (most) => {
  for (let clicks = 1; clicks <= most; clicks += 1) {
    const named = heatLevels(most).find(({ level }) => level === heatLevel(clicks, most))
    const [low, high] = (named?.text ?? '').split('–').map(Number)
    expect([clicks, clicks >= Number(low), clicks <= Number(high ?? low)]).toEqual([clicks, true, true])
  }
})

test('the hottest cell has the highest level', () => {
  expect([heatLevel(1, 1), heatLevel(9, 9), heatLevel(1, 100)]).toEqual([4, 4, 0])
})
