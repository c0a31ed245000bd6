import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/* hero-loop.css moves ring and camera to positions of the recording; a new recording needs new ones. */

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

const whole = { xPercent: 0, yPercent: 0, widthPercent: 100 }

test.each([1, 3, 6])('the ring marks what was clicked in step %i', (order) => {
  const { clickX, clickY, look } = demo.steps[order - 1]!
  const { xPercent, yPercent, widthPercent } = look.zoom ?? whole
  const scale = 100 / widthPercent
  const [x, y] = placesOf('hero-ring-way')[[1, 3, 6].indexOf(order)]!
  expect(x).toBeCloseTo((clickX - xPercent) * scale, 0)
  expect(y).toBeCloseTo((clickY - yPercent) * scale, 0)
})

test('the box marks the element that was clicked in step 1', () => {
  const { xPercent, yPercent, widthPercent, heightPercent } = demo.steps[0]!.look.box!
  const sides = [yPercent, 100 - xPercent - widthPercent, 100 - yPercent - heightPercent, xPercent]
  const onPhone = [
    (yPercent * 2.3 * 1.02) / 1.6,
    100 - (xPercent + widthPercent + placesOf('hero-camera-phone')[0]![0]) * 2.3,
    100 - ((yPercent + heightPercent) * 2.3 * 1.02) / 1.6,
    (xPercent + placesOf('hero-camera-phone')[0]![0]) * 2.3,
  ]
  const [wide = [], phone = []] = [...css.matchAll(/\.hero-box \{[^}]*inset: ([^;]+);/g)].map(([, sides = '']) =>
    sides.split(' ').map(Number.parseFloat),
  )
  for (const index of sides.keys()) {
    expect(wide[index]).toBeCloseTo(sides[index]!, 1)
    expect(phone[index]).toBeCloseTo(onPhone[index]!, 1)
  }
})

test('the camera shows the areas that the steps name', () => {
  const [third, sixth] = placesOf('hero-camera')
  expect(third).toEqual([-demo.steps[2]!.look.zoom!.xPercent, -demo.steps[2]!.look.zoom!.yPercent])
  expect(sixth).toEqual([-demo.steps[5]!.look.zoom!.xPercent, -demo.steps[5]!.look.zoom!.yPercent])
})

test.each([1, 3, 6])('on a phone, too, in step %i', (order) => {
  const { clickX, clickY } = demo.steps[order - 1]!
  const index = [1, 3, 6].indexOf(order)
  const [cameraX, cameraY] = placesOf('hero-camera-phone')[index]!
  const [x, y] = placesOf('hero-ring-way-phone')[index]!
  // The picture is 230 % as wide as the view, which is 1.02 times as wide as high.
  expect(x).toBeCloseTo((clickX + cameraX) * 2.3, 0)
  expect(y).toBeCloseTo(((clickY + cameraY) * 2.3 * 1.02) / 1.6, 0)
})
