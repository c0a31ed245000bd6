import type { CDPSession } from '@vitest/browser-playwright'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { StepStage, type StepStageProps } from './step-stage.tsx'

/** A picture of one colour in a given size. */
function picture(width: number, height: number, colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/png')
}

const blue = picture(1440, 900, 'navy')
const green = picture(1440, 900, 'green')
const tall = picture(390, 844, 'teal')

const step: StepStageProps = {
  imageUrl: blue,
  imageAlt: 'The settings page',
  width: 1440,
  height: 900,
  hotspot: { xPercent: 37.25, yPercent: 81.5 },
}

function box(width: number, stage: React.ReactNode, maxHeight = '600px') {
  return <div style={{ width, ['--us-max-height' as string]: maxHeight }}>{stage}</div>
}

function visibleImage(): HTMLImageElement {
  return document.querySelector<HTMLImageElement>('.us-image:not(.us-image-last)')!
}

/** Where the middle of the hotspot is, in percent of the picture as drawn. */
function hotspotPercent(): { x: number; y: number } {
  const hotspot = document.querySelector('[data-hotspot]')!.getBoundingClientRect()
  const image = visibleImage().getBoundingClientRect()
  return {
    x: ((hotspot.left + hotspot.width / 2 - image.left) / image.width) * 100,
    y: ((hotspot.top + hotspot.height / 2 - image.top) / image.height) * 100,
  }
}

function colourOf(style: string): string {
  const context = document.createElement('canvas').getContext('2d')!
  context.fillStyle = style
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return red > 2 * green && red > 2 * blue ? 'red' : `${red} ${green} ${blue}`
}

async function emulateReducedMotion(value: 'reduce' | ''): Promise<void> {
  const session: CDPSession = cdp()
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}

afterEach(async () => {
  await emulateReducedMotion('')
})

test('a page’s long picture is as wide as the stage, scrolled to its hotspot, and scrolls by hand', async () => {
  await emulateReducedMotion('reduce')
  const long = picture(1440, 6000, 'maroon')
  const props = { ...step, imageUrl: long, height: 6000, isTall: true }
  const screen = await render(box(800, <StepStage {...props} />))
  await expect.poll(() => visibleImage().complete).toBe(true)
  const view = document.querySelector('.us-view')!
  expect(visibleImage().getBoundingClientRect().width).toBe(view.clientWidth)
  expect(view.clientHeight).toBeCloseTo(500, 0)
  const middle = () => {
    const [hotspot, shown] = [document.querySelector('[data-hotspot]')!, view].map((each) =>
      each.getBoundingClientRect(),
    )
    return Math.round(hotspot!.top + hotspot!.height / 2 - shown!.top)
  }
  expect(middle()).toBeCloseTo(250, -1)
  expect(hotspotPercent().y).toBeCloseTo(81.5, 0)
  view.scrollBy(0, 100)
  expect(middle()).toBeCloseTo(150, -1)
  await screen.rerender(box(800, <StepStage {...props} hotspot={{ xPercent: 50, yPercent: 10 }} />))
  await expect.poll(middle).toBeCloseTo(250, -1)
})

test('marks the same spot on a wide picture that is known not to be long', async () => {
  const props = { ...step, imageUrl: picture(1920, 1080, 'olive'), width: 1920, height: 1080, isTall: false }
  await render(box(800, <StepStage {...props} />))
  await expect.poll(() => visibleImage().complete).toBe(true)
  expect(hotspotPercent()).toEqual({ x: expect.closeTo(37.25, 0), y: expect.closeTo(81.5, 0) })
})

test('shows the whole picture after a cover that the server placed', async () => {
  await emulateReducedMotion('reduce')
  const served = document.createElement('style')
  served.textContent = '.us-stage{--us-zoom:1.1;--us-left:-36.74;--us-top:0}'
  document.head.append(served)
  const camera = { scale: 1.1, xPercent: -33.4, yPercent: 0 }
  const screen = await render(box(900, <StepStage {...step} camera={camera} />))
  await screen.rerender(box(900, <StepStage {...step} />))
  const [shown, view] = [visibleImage(), document.querySelector('.us-view')!].map((element) =>
    element.getBoundingClientRect().toJSON(),
  )
  served.remove()
  expect(shown).toEqual(view)
})

describe('the hotspot', () => {
  test('shows all four sides of a box that is wider than the camera’s view', async () => {
    const wide = { xPercent: 5, yPercent: 45, widthPercent: 90, heightPercent: 10 }
    const camera = { scale: 2, xPercent: 25, yPercent: 25 }
    await render(box(900, <StepStage {...step} marker="box" box={wide} camera={camera} />))
    const view = document.querySelector('.us-view')!.getBoundingClientRect()
    const marker = document.querySelector('[data-hotspot]')!.getBoundingClientRect()
    expect([marker.left, marker.right].map(Math.round)).toEqual([view.left, view.right].map(Math.round))
    expect(Math.round(marker.height)).toBe(Math.round(view.height * 0.2))
  })

  test.each([
    { place: { xPercent: 0, yPercent: 0 }, width: 900, imageUrl: blue, size: [1440, 900] },
    { place: { xPercent: 100, yPercent: 100 }, width: 900, imageUrl: blue, size: [1440, 900] },
    { place: { xPercent: 37.25, yPercent: 81.5 }, width: 333, imageUrl: blue, size: [1440, 900] },
    { place: { xPercent: 66.6, yPercent: 12.3 }, width: 900, imageUrl: tall, size: [390, 844] },
  ])('sits at $place.xPercent %, $place.yPercent % of the picture, $width px wide', async (scenario) => {
    const [width, height] = scenario.size
    await render(
      box(
        scenario.width,
        <StepStage
          {...step}
          imageUrl={scenario.imageUrl}
          width={width ?? null}
          height={height ?? null}
          hotspot={scenario.place}
        />,
      ),
    )
    const at = hotspotPercent()
    expect(Math.abs(at.x - scenario.place.xPercent)).toBeLessThan(0.5)
    expect(Math.abs(at.y - scenario.place.yPercent)).toBeLessThan(0.5)
    const marker = document.querySelector('[data-hotspot]')!
    expect(marker.getBoundingClientRect().width).toBe(32)
    expect(colourOf(getComputedStyle(marker, '::before').borderTopColor)).toBe('red')
    const [pulse] = marker.getAnimations({ subtree: true })
    expect(pulse?.effect?.getComputedTiming().iterations).toBe(Infinity)
  })

  test('glides to the next place, and arrives exactly', async () => {
    const screen = await render(box(800, <StepStage {...step} />))
    expect(hotspotPercent().x).toBeCloseTo(37.25, 0)
    await screen.rerender(box(800, <StepStage {...step} hotspot={{ xPercent: 90, yPercent: 10 }} />))
    const rail = document.querySelector('.us-hotspot-rail')!
    const [glide] = rail.getAnimations()
    expect(glide?.effect?.getTiming().duration).toBe(240)
    await glide?.finished
    expect(hotspotPercent().x).toBeCloseTo(90, 0)
    expect(hotspotPercent().y).toBeCloseTo(10, 0)
  })

  test('jumps and does not pulse with reduced motion', async () => {
    await emulateReducedMotion('reduce')
    const screen = await render(box(800, <StepStage {...step} />))
    expect(hotspotPercent().x).toBeCloseTo(37.25, 0)
    await screen.rerender(box(800, <StepStage {...step} hotspot={{ xPercent: 90, yPercent: 10 }} />))
    expect(document.querySelector('.us-hotspot-layer')!.getAnimations({ subtree: true })).toEqual([])
    expect(hotspotPercent().x).toBeCloseTo(90, 1)
  })

  test('is a 44 px button when it leads on, else hidden from screen readers', async () => {
    const handleActivate = vi.fn<() => void>()
    const screen = await render(
      box(800, <StepStage {...step} hotspotLabel="Go to step 2" onHotspotActivate={handleActivate} />),
    )
    const button = screen.getByRole('button', { name: 'Go to step 2' })
    await button.click()
    expect(handleActivate).toHaveBeenCalledOnce()
    const rect = button.element().getBoundingClientRect()
    const edge = document.elementFromPoint(rect.left - 5, rect.top + rect.height / 2)
    expect(edge).toBe(button.element())

    await screen.rerender(box(800, <StepStage {...step} />))
    expect(screen.container.querySelector('button')).toBeNull()
    expect(document.querySelector('[data-hotspot]')!.getAttribute('aria-hidden')).toBe('true')
  })

  test('is absent for a step without a click', async () => {
    await render(box(800, <StepStage {...step} hotspot={null} />))
    expect(document.querySelector('[data-hotspot]')).toBeNull()
  })
})

describe('the picture', () => {
  test('has its shape before it loads, within its maximum size', async () => {
    const screen = await render(box(800, <StepStage {...step} imageUrl="/never-answered.png" />, '400px'))
    const frame = screen.container.querySelector('.us-frame')!.getBoundingClientRect()
    expect(frame.height).toBeCloseTo(400, 0)
    expect(frame.width).toBeCloseTo(640, 0)
  })

  test('gives the stage its shape when its size is unknown', async () => {
    const screen = await render(box(390, <StepStage {...step} imageUrl={tall} width={null} height={null} />, '9999px'))
    await expect
      .poll(() => screen.container.querySelector('.us-frame')!.getBoundingClientRect().height)
      .toBeCloseTo(844, 0)
  })

  test('keeps the last picture until the next has loaded', async () => {
    const screen = await render(box(800, <StepStage {...step} />))
    await expect.poll(() => document.querySelector('.us-frame-ready')).not.toBeNull()
    await screen.rerender(box(800, <StepStage {...step} imageUrl={green} />))
    await expect.poll(() => [...document.querySelectorAll('img')].map((image) => image.src)).toEqual([green])
    expect(document.querySelectorAll('img')).toHaveLength(1)
  })

  test('reports a missing picture and loads it on retry', async () => {
    const handleError = vi.fn<() => void>()
    const broken = 'data:image/png;base64,AAAA'
    const screen = await render(box(800, <StepStage {...step} imageUrl={broken} onImageError={handleError} />))
    await expect.element(screen.getByText(/^This picture could not be loaded\./)).toBeVisible()
    expect(handleError).toHaveBeenCalledOnce()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => handleError.mock.calls.length).toBe(2)

    await screen.rerender(box(800, <StepStage {...step} imageUrl={green} onImageError={handleError} />))
    await expect.element(screen.getByRole('img', { name: 'The settings page' })).toBeVisible()
  })
})
