import { expect, test } from 'vitest'

import type { ChildClick } from '../messages.ts'
import { createExpectedClicks, placePatienceMs, type ActionPlace, type ClickSnapshot } from './expected-clicks.ts'
import { createTestClock } from './test-clock.ts'

const click: ChildClick = {
  clickId: 'c',
  at: 0,
  target: { role: 'button', name: 'Save' },
  action: { kind: 'click', text: '', isFolded: false },
}

const spot: ActionPlace = { point: { x: 1, y: 2 }, box: null }

function setUp() {
  const clock = createTestClock()
  const sent: (readonly [string, ActionPlace | null, ClickSnapshot['frameId']])[] = []
  let frame = 'before'
  const clicks = createExpectedClicks({
    clock,
    snapshot: () => ({ frameId: frame, isFrameComing: false, shownSince: 0, barHiddenAt: 0 }),
    send: ({ clickId }, place, { frameId }) => sent.push([clickId, place, frameId]),
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

test('sends a click once its position and target have arrived, with the picture from the earlier one', () => {
  const { clock, clicks, sent, changePicture } = setUp()
  clicks.addPlace('c', spot)
  changePicture()
  expect(sent).toEqual([])
  clicks.addClick(click)
  expect(sent).toEqual([['c', spot, 'before']])
  clock.advance(placePatienceMs)
  expect(sent).toHaveLength(1)
})

test('sends a click without its position if that does not arrive in time', () => {
  const { clock, clicks, sent } = setUp()
  clicks.addClick(click)
  clock.advance(placePatienceMs - 1)
  expect(sent).toEqual([])
  clock.advance(1)
  expect(sent).toEqual([['c', null, 'before']])
})

test('forgets a position whose click never arrives', () => {
  const { clock, clicks, sent } = setUp()
  clicks.addPlace('c', null)
  clock.advance(placePatienceMs)
  expect(sent).toEqual([])
})
