import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/* hero-loop.css puts marks and camera at positions of the recording; a new recording needs new ones. */

interface Step {
  readonly clickX: number
  readonly clickY: number
  readonly look: {
    readonly box?: {
      readonly xPercent: number
      readonly yPercent: number
      readonly widthPercent: number
      readonly heightPercent: number
    }
    readonly zoom?: { readonly xPercent: number; readonly yPercent: number; readonly widthPercent: number }
  }
}

const css = readFileSync(new URL('hero-loop.css', import.meta.url), 'utf8')
const demo = JSON.parse(readFileSync(new URL('../../../sample/tidelane/demo.json', import.meta.url), 'utf8')) as {
  readonly steps: readonly Step[]
}

/** The places that a keyframes rule moves to, in their order. */
function placesOf(name: string): readonly (readonly [number, number])[] {
  const [, rule = ''] = new RegExp(`@keyframes ${name} \\{([^]*?)\\n\\}`).exec(css) ?? []
  return [...rule.matchAll(/translate\((-?[\d.]+)%?, (-?[\d.]+)%?\)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

/** On a phone, the picture is 230 % as wide as the view, which is 1.02 times as wide as high. */
const phoneScaleY = (2.3 * 1.02) / 1.6

const whole = { xPercent: 0, yPercent: 0, widthPercent: 100 }

const sides = ['top', 'right', 'bottom', 'left'] as const

/** The places of a mark, in percent of the view: on a wide screen and on a phone. */
function marksOf(selector: string, property: string): readonly (readonly number[])[] {
  const rules = css.matchAll(new RegExp(`${selector} \\{[^}]*${property}([^;]+);`, 'g'))
  return [...rules].map(([, numbers = '']) => numbers.split(/[ ,]+/).map((text) => Number.parseFloat(text)))
}

test.each([
  [1, '.hero-box-first'],
  [3, '.hero-box-third'],
])('the box marks the element that was clicked in step %i', (order, selector) => {
  const { box, zoom } = demo.steps[order - 1]!.look
  const { xPercent, yPercent, widthPercent } = zoom ?? whole
  const scale = 100 / widthPercent
  const left = (box!.xPercent - xPercent) * scale
  const top = (box!.yPercent - yPercent) * scale
  const onWide = {
    left,
    top,
    right: 100 - left - box!.widthPercent * scale,
    bottom: 100 - top - box!.heightPercent * scale,
  }
  const [cameraX, cameraY] = placesOf('hero-camera-phone')[[1, 3].indexOf(order)]!
  const phoneLeft = (box!.xPercent + cameraX) * 2.3
  const phoneTop = (box!.yPercent + cameraY) * phoneScaleY
  const onPhone = {
    left: phoneLeft,
    top: phoneTop,
    right: 100 - phoneLeft - box!.widthPercent * 2.3,
    bottom: 100 - phoneTop - box!.heightPercent * phoneScaleY,
  }
  const [wide = [], phone = []] = marksOf(selector, 'inset: ')
  for (const [index, side] of sides.entries()) {
    expect(wide[index]).toBeCloseTo(onWide[side], 1)
    expect(phone[index]).toBeCloseTo(onPhone[side], 1)
  }
})

test('the ring marks what was clicked in step 6', () => {
  const { clickX, clickY, look } = demo.steps[5]!
  const { xPercent, yPercent, widthPercent } = look.zoom!
  const [wide = [], phone = []] = marksOf('.hero-ring-way', 'translate\\(')
  expect(wide[0]).toBeCloseTo(((clickX - xPercent) * 100) / widthPercent, 0)
  expect(wide[1]).toBeCloseTo(((clickY - yPercent) * 100) / widthPercent, 0)
  const [cameraX, cameraY] = placesOf('hero-camera-phone')[2]!
  expect(phone[0]).toBeCloseTo((clickX + cameraX) * 2.3, 0)
  expect(phone[1]).toBeCloseTo((clickY + cameraY) * phoneScaleY, 0)
})

test('the camera shows the areas that the steps name', () => {
  const [third, sixth] = placesOf('hero-camera')
  expect(third).toEqual([-demo.steps[2]!.look.zoom!.xPercent, -demo.steps[2]!.look.zoom!.yPercent])
  expect(sixth).toEqual([-demo.steps[5]!.look.zoom!.xPercent, -demo.steps[5]!.look.zoom!.yPercent])
})
