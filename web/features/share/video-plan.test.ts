import { expect, test } from 'vitest'

import { ownBrand } from '#domain/brand.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import { plainStepLook } from '#domain/step-look.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'
import { click } from '#player/motion.ts'

import { momentAt } from './video-moment.ts'
import { layoutScenes } from './video-layout.ts'
import { planVideo, sceneAt } from './video-plan.ts'
import { videoSizes } from './video-size.ts'

const step = (id: string, change: Partial<PlayerStep> = {}): PlayerStep => ({
  id,
  order: Number(id),
  title: `Step ${id}`,
  description: 'What happens here',
  alt: null,
  width: 1_440,
  height: 900,
  hotspot: { xPercent: 20, yPercent: 50 },
  look: plainStepLook,
  targetStepId: null,
  imageUrl: '',
  renderUrl: null,
  ...change,
})

const demoOf = (steps: readonly PlayerStep[], look: Partial<typeof plainDemoLook> = {}): PlayerDemo => ({
  id: 'demo',
  name: 'Plan a day',
  description: null,
  brand: ownBrand,
  look: { ...plainDemoLook, layout: 'callout', secondsPerStep: 2, ...look },
  variables: {},
  steps,
  cards: [],
})

test('follows autoplay’s path, between cover and ending', () => {
  const demo = demoOf([step('1', { targetStepId: '3' }), step('2'), step('3', { targetStepId: '1' })], {
    cover: { ...plainDemoLook.cover, isOn: true },
    ending: { ...plainDemoLook.ending, kind: 'replay' },
  })
  const scenes = planVideo(demo, 1).scenes.map(({ kind, index }) => `${kind} ${index}`)
  // The third step leads back, so autoplay stops there.
  expect(scenes).toEqual(['cover 0', 'step 0', 'step 2'])
})

test('shortens reading time in a faster video, but not clicks', () => {
  const demo = demoOf([step('1'), step('2')])
  expect(planVideo(demo, 1).ms).toBe(2 * (2_000 + click.ms))
  expect(planVideo(demo, 2).ms).toBe(2 * (1_000 + click.ms))
})

test('makes no video of a demo without steps', () => {
  expect(planVideo(demoOf([]), 1)).toEqual({ scenes: [], ms: 0 })
  expect(sceneAt(planVideo(demoOf([]), 1), 0)).toBe(null)
})

const measures = { title: (text: string) => text.length * 9, text: (text: string) => text.length * 8 }

test('moves the callout and hotspot from step to step, and zooms in', () => {
  const zoom = { xPercent: 50, yPercent: 50, widthPercent: 50, heightPercent: 50 }
  const far = { xPercent: 75, yPercent: 75 }
  const demo = demoOf([step('1'), step('2', { hotspot: far, look: { ...plainStepLook, zoom } })])
  const plan = planVideo(demo, 1)
  const layouts = layoutScenes(demo, plan, videoSizes['720p'], measures)
  const second = plan.scenes[1]?.startMs ?? 0
  const [before, during, after] = [second - 1, second + 100, second + 1_000].map((ms) => momentAt(plan, layouts, ms))
  expect(before?.camera.scale).toBe(1)
  expect(during?.camera.scale).toBeGreaterThan(1)
  expect(during?.camera.scale).toBeLessThan(2)
  expect(after?.camera).toEqual({ scale: 2, xPercent: 50, yPercent: 50 })
  expect(during?.opacity).toBeLessThan(1)
  expect(during?.last?.step.id).toBe('1')
  expect(after?.spot).toEqual(layouts[1]?.spot)
  expect(after?.words).toEqual(layouts[1]?.words?.rect)
})

test('keeps texts inside the frame and off the hotspot', () => {
  for (const xPercent of [2, 50, 98]) {
    for (const yPercent of [2, 50, 98]) {
      const demo = demoOf([step('1', { hotspot: { xPercent, yPercent } })])
      const [layout] = layoutScenes(demo, planVideo(demo, 1), videoSizes['720p'], measures)
      const rect = layout?.words?.rect ?? { left: -1, top: -1, right: -1, bottom: -1 }
      const { x, y } = layout?.spot ?? { x: 0, y: 0 }
      expect(rect.left).toBeGreaterThanOrEqual(12)
      expect(rect.right).toBeLessThanOrEqual(1_268)
      expect(rect.bottom).toBeLessThanOrEqual(720)
      expect(x > rect.left && x < rect.right && y > rect.top && y < rect.bottom).toBe(false)
    }
  }
})

test('captions a step without a hotspot at the bottom, as wide as its words', () => {
  const rectOf = (description: string) => {
    const demo = demoOf([step('1', { hotspot: null, description })])
    return layoutScenes(demo, planVideo(demo, 1), videoSizes['720p'], measures)[0]?.words?.rect
  }
  const short = rectOf('What happens here') ?? { left: 0, top: 0, right: 0, bottom: 0 }
  const long = rectOf('What happens here, and why it matters to everybody. '.repeat(9)) ?? short
  expect(short.right - short.left).toBe(17 * 8 + 6 * 8 + 32 + 44)
  expect(short.bottom - short.top).toBe(24 + 6 + 22.5 + 32)
  expect(long.right - long.left).toBeLessThanOrEqual(760)
  expect(long.bottom - long.top).toBe(24 + 6 + 4 * 22.5 + 32)
  expect(long.bottom).toBe(short.bottom)
  expect((long.left + long.right) / 2).toBe(640)
})
