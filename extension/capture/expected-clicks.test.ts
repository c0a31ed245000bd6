import { expect, test } from 'vitest'

import type { ChildClick } from '../messages.ts'
import type { Point } from './click-place.ts'
import { createExpectedClicks, placePatienceMs, type ClickSnapshot } from './expected-clicks.ts'
import { createTestClock } from './test-clock.ts'

const click: ChildClick = { clickId: 'c', at: 0, target: { role: 'button', name: 'Save' } }

function setUp() {
  const clock = createTestClock()
  const sent: (readonly [string, Point | null, ClickSnapshot['frameId']])[] = []
  let frame = 'before'
  const clicks = createExpectedClicks({
    clock,
    snapshot: () => ({ frameId: frame, isFrameComing: false }),
    send: ({ clickId }, point, { frameId }) => sent.push([clickId, point, frameId]),
  })
  return {
    clock,
    clicks,
    sent,
    changePicture: () => {
      frame = 'after'
    },
  }
}

test('sends a click once its place and its target have arrived, with the picture of the first of them', () => {
  const { clock, clicks, sent, changePicture } = setUp()
  clicks.addPlace('c', { x: 1, y: 2 })
  changePicture()
  expect(sent).toEqual([])
  clicks.addClick(click)
  expect(sent).toEqual([['c', { x: 1, y: 2 }, 'before']])
  clock.advance(placePatienceMs)
  expect(sent).toHaveLength(1)
})

test('sends a click without its place when that does not arrive in time', () => {
  const { clock, clicks, sent } = setUp()
  clicks.addClick(click)
  clock.advance(placePatienceMs - 1)
  expect(sent).toEqual([])
  clock.advance(1)
  expect(sent).toEqual([['c', null, 'before']])
})

test('forgets a place whose click never arrives', () => {
  const { clock, clicks, sent } = setUp()
  clicks.addPlace('c', null)
  clock.advance(placePatienceMs)
  expect(sent).toEqual([])
})
