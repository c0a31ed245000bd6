import { expect, test } from 'vitest'

import { createFrameKeeper, frameTiming, type FrameKeeper } from './frame-keeper.ts'
import { createTestClock } from './test-clock.ts'

function setUp() {
  const clock = createTestClock()
  const asked: number[] = []
  const shown: boolean[] = []
  let isStill = true
  let finish: (id: string | null) => void = () => {}
  const keeper: FrameKeeper = createFrameKeeper({
    clock,
    isStill: () => isStill,
    requestFrame: () => {
      asked.push(clock.now())
      return new Promise((resolve) => {
        finish = resolve
      })
    },
    onCurrentChange: (isCurrent) => shown.push(isCurrent),
  })
  return {
    clock,
    asked,
    shown,
    keeper,
    /** The worker prepares the page, takes the picture and answers. */
    async picture(id: string) {
      keeper.prepareFrame()
      finish(id)
      await Promise.resolve()
      await Promise.resolve()
    },
    async refuse() {
      finish(null)
      await Promise.resolve()
      await Promise.resolve()
    },
    move(isMoving: boolean) {
      isStill = !isMoving
    },
  }
}

test('takes a picture of a settled page and reports it', async () => {
  const { clock, asked, shown, keeper, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  expect(asked).toEqual([frameTiming.settleMs])
  expect(keeper.currentFrameId()).toBeNull()
  await picture('first')
  expect(keeper.currentFrameId()).toBe('first')
  expect(shown).toEqual([true])
})

test('a change invalidates the picture, and a new one follows once the page settles', async () => {
  const { clock, asked, shown, keeper, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  clock.advance(1_000)
  keeper.noteChange()
  expect(keeper.currentFrameId()).toBeNull()
  clock.advance(100)
  keeper.noteChange()
  clock.advance(frameTiming.settleMs)
  expect(asked).toEqual([frameTiming.settleMs, 1_120 + 100 + frameTiming.settleMs])
  await picture('second')
  expect(keeper.currentFrameId()).toBe('second')
  expect(shown).toEqual([true, false, true])
})

test('drops a picture if the page changed while it was taken', async () => {
  const { clock, asked, keeper, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  keeper.prepareFrame()
  expect(keeper.isFrameComing()).toBe(true)
  keeper.noteChange()
  expect(keeper.isFrameComing()).toBe(false)
  expect(keeper.prepareFrame()).toBe('moving')
  await picture('late')
  expect(keeper.currentFrameId()).toBeNull()
  clock.advance(frameTiming.settleMs)
  expect(asked.length).toBe(2)
})

test('hovering keeps the picture and refreshes it later', async () => {
  const { clock, asked, keeper, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  keeper.noteTouch()
  clock.advance(frameTiming.settleMs)
  expect(keeper.currentFrameId()).toBe('first')
  expect(asked.length).toBe(1)
  clock.advance(frameTiming.touchUpMs)
  expect(asked.length).toBe(2)
})

test('takes a picture of a changed page before a scheduled refresh', async () => {
  const { clock, asked, keeper, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  keeper.noteTouch()
  clock.advance(frameTiming.settleMs)
  keeper.noteChange()
  clock.advance(frameTiming.settleMs)
  expect(asked.length).toBe(2)
})

test('waits for an animation to end', () => {
  const { clock, asked, move } = setUp()
  move(true)
  clock.advance(500)
  expect(asked).toEqual([])
  move(false)
  clock.advance(frameTiming.stillMovingMs)
  expect(asked.length).toBe(1)
})

test('a restless page has usable pictures until it is clicked', async () => {
  const { clock, asked, keeper, picture } = setUp()
  for (let tick = 0; tick < 20; tick += 1) {
    keeper.noteChange()
    clock.advance(50)
  }
  expect(asked.length).toBe(1)
  await picture('ticker')
  keeper.noteChange()
  expect(keeper.currentFrameId()).toBe('ticker')
  keeper.noteClick()
  expect(keeper.currentFrameId()).toBeNull()
})

test('a list replacing its spinner invalidates the picture of a restless page', async () => {
  const { clock, keeper, picture } = setUp()
  for (let tick = 0; tick < 20; tick += 1) {
    keeper.noteChange(() => false)
    clock.advance(50)
  }
  await picture('spinner')
  keeper.noteChange(() => false)
  expect(keeper.currentFrameId()).toBe('spinner')
  keeper.noteChange(() => true)
  expect(keeper.currentFrameId()).toBeNull()
})

test('retries a failed picture', async () => {
  const { clock, asked, refuse } = setUp()
  clock.advance(frameTiming.settleMs)
  await refuse()
  clock.advance(frameTiming.retryMs)
  expect(asked.length).toBe(2)
})
