import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'

import { placeOnPicture } from './place-on-picture.ts'
import { StepStage } from './step-stage.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"/>')}`

/** The position on the picture of a click in the middle of the element. */
function clickOn(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const click = { event_type: 'click', click_x: left + width / 2, click_y: top + height / 2 } as TrackingEventRow
  const { image_x, image_y } = placeOnPicture(click)
  return typeof image_x === 'number' ? [Math.round(image_x), Math.round(image_y ?? 0)] : null
}

test('adds coordinates to clicks on the picture and its hotspot, not on overlays', async () => {
  const over = { position: 'absolute', left: 0, top: 0, width: 80, height: 40 } as const
  const screen = await render(
    <div style={{ width: 400, position: 'relative' }}>
      <StepStage
        imageUrl={picture}
        imageAlt="The invoices"
        width={400}
        height={200}
        hotspot={{ xPercent: 75, yPercent: 25 }}
        hotspotLabel="Send"
        onHotspotActivate={() => undefined}
      >
        <div className="us-card-place" style={{ ...over, top: 120 }}>
          <button type="button">Submit</button>
        </div>
      </StepStage>
      <button type="button" style={over}>
        Close the agent
      </button>
    </div>,
  )
  await expect.element(screen.getByRole('img')).toBeVisible()
  expect(clickOn(screen.getByRole('img').element())).toEqual([50, 50])
  expect(clickOn(screen.getByRole('button', { name: 'Send' }).element())).toEqual([75, 25])
  for (const name of ['Submit', 'Close the agent']) {
    expect(clickOn(screen.getByRole('button', { name }).element())).toBeNull()
  }
})

test('gives no place to a click by key', async () => {
  const screen = await render(
    <div style={{ position: 'fixed', left: 0, top: 0, width: 400 }}>
      <StepStage
        imageUrl={picture}
        imageAlt="The invoices"
        width={400}
        height={200}
        hotspot={null}
        hotspotLabel="Send"
        onHotspotActivate={() => undefined}
      />
    </div>,
  )
  await expect.element(screen.getByRole('img')).toBeVisible()
  const clickAt = (place: number) =>
    placeOnPicture({ event_type: 'click', click_x: place, click_y: place } as TrackingEventRow)
  expect(clickAt(1).image_x).toBe(0.25)
  // The form's button, clicked by Enter in its field.
  expect(clickAt(0).image_x).toBeUndefined()
})
