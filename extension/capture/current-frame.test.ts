import { expect, test } from 'vitest'

import { createCurrentFrame, frameTiming, type CurrentFrame } from './current-frame.ts'
import { createTestClock } from './test-clock.ts'

function setUp() {
  const clock = createTestClock()
  const asked: number[] = []
  const shown: boolean[] = []
  let isStill = true
  let finish: (id: string | null) => void = () => {}
  const currentFrame: CurrentFrame = createCurrentFrame({
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
    currentFrame,
    /** The worker prepares the page, takes the picture and answers. */
    async picture(id: string) {
      currentFrame.prepareFrame()
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
  const { clock, asked, shown, currentFrame, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  expect(asked).toEqual([frameTiming.settleMs])
  expect(currentFrame.currentFrameId()).toBeNull()
  await picture('first')
  expect(currentFrame.currentFrameId()).toBe('first')
  expect(shown).toEqual([true])
})

test('a change invalidates the picture, and a new one follows once the page settles', async () => {
  const { clock, asked, shown, currentFrame, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  clock.advance(1_000)
  currentFrame.noteChange()
  expect(currentFrame.currentFrameId()).toBeNull()
  clock.advance(100)
  currentFrame.noteChange()
  clock.advance(frameTiming.settleMs)
  expect(asked).toEqual([frameTiming.settleMs, 1_120 + 100 + frameTiming.settleMs])
  await picture('second')
  expect(currentFrame.currentFrameId()).toBe('second')
  expect(shown).toEqual([true, false, true])
})

test('drops a picture if the page changed while it was taken', async () => {
  const { clock, asked, currentFrame, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  currentFrame.prepareFrame()
  expect(currentFrame.isFrameComing()).toBe(true)
  currentFrame.noteChange()
  expect(currentFrame.isFrameComing()).toBe(false)
  expect(currentFrame.prepareFrame()).toBe('moving')
  await picture('late')
  expect(currentFrame.currentFrameId()).toBeNull()
  clock.advance(frameTiming.settleMs)
  expect(asked.length).toBe(2)
})

test('hovering keeps the picture and refreshes it later', async () => {
  const { clock, asked, currentFrame, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  currentFrame.noteTouch()
  clock.advance(frameTiming.settleMs)
  expect(currentFrame.currentFrameId()).toBe('first')
  expect(asked.length).toBe(1)
  clock.advance(frameTiming.touchUpMs)
  expect(asked.length).toBe(2)
})

test('takes a picture of a changed page before a scheduled refresh', async () => {
  const { clock, asked, currentFrame, picture } = setUp()
  clock.advance(frameTiming.settleMs)
  await picture('first')
  currentFrame.noteTouch()
  clock.advance(frameTiming.settleMs)
  currentFrame.noteChange()
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
  const { clock, asked, currentFrame, picture } = setUp()
  for (let tick = 0; tick < 20; tick += 1) {
    currentFrame.noteChange()
    clock.advance(50)
  }
  expect(asked.length).toBe(1)
  await picture('ticker')
  currentFrame.noteChange()
  expect(currentFrame.currentFrameId()).toBe('ticker')
  currentFrame.noteClick()
  expect(currentFrame.currentFrameId()).toBeNull()
})

test('a list replacing its spinner invalidates the picture of a restless page', async () => {
  const { clock, currentFrame, picture } = setUp()
  for (let tick = 0; tick < 20; tick += 1) {
    currentFrame.noteChange(() => false)
    clock.advance(50)
  }
  await picture('spinner')
  currentFrame.noteChange(() => false)
  expect(currentFrame.currentFrameId()).toBe('spinner')
  currentFrame.noteChange(() => true)
  expect(currentFrame.currentFrameId()).toBeNull()
})

test('retries a failed picture', async () => {
  const { clock, asked, refuse } = setUp()
  clock.advance(frameTiming.settleMs)
  await refuse()
  clock.advance(frameTiming.retryMs)
  expect(asked.length).toBe(2)
})
