import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { newCard } from '#domain/card.ts'

import { overlap } from './callout-place.ts'
import { Callout } from './callout.tsx'
import { CardLayer } from './card-layer.tsx'

const actions = { onFollow: () => undefined, onSendLead: null }

test.each([
  ['stands higher where there is no room below its place', 600],
  ['is as high as the picture and scrolls where it is higher', 150],
])('a card that its text makes high %s', async (_, pictureHeight) => {
  const shown = { widthPx: 1000, heightPx: pictureHeight }
  const card = { ...newCard({ id: '1', stepId: 'a', type: 'lead', position: 1, shown }), yPercent: 80 }
  const screen = await render(
    <div data-testid="picture" style={{ position: 'relative', inlineSize: 1000, blockSize: pictureHeight }}>
      <CardLayer cards={[card]} actions={actions} isStacked={false} />
    </div>,
  )
  const picture = screen.getByTestId('picture').element().getBoundingClientRect()
  const drawn = screen.getByRole('region').element().getBoundingClientRect()
  expect(Math.round(drawn.bottom)).toBe(Math.round(picture.bottom))
  expect(drawn.top).toBeGreaterThanOrEqual(picture.top - 0.5)
  const submit = screen.getByRole('button', { name: 'Submit' }).element()
  submit.scrollIntoView({ block: 'nearest' })
  expect(submit.getBoundingClientRect().bottom).toBeLessThanOrEqual(picture.bottom)
})

test('a callout doesn’t cover the form, even when the player moves the callout', async () => {
  const shown = { widthPx: 1200, heightPx: 760 }
  const card = { ...newCard({ id: '1', stepId: 'a', type: 'lead', position: 1, shown }), xPercent: 27, yPercent: 22 }
  const size = { position: 'relative', inlineSize: 1200, blockSize: 760, containerType: 'size' } as const
  const screen = await render(
    <div className="us-scene" style={{ ...size, '--us-x': '16', '--us-y': '43' } as object}>
      <div style={{ ...size, position: 'absolute' }}>
        <CardLayer cards={[card]} actions={actions} isStacked={false} />
      </div>
      <Callout side="right">
        <h2>See what comes back</h2>
        <p>Insights show the top reasons for returns.</p>
      </Callout>
    </div>,
  )
  const callout = screen.container.querySelector<HTMLElement>('.us-callout')
  const form = screen.getByRole('button', { name: 'Submit' }).element().getBoundingClientRect()
  const isFree = () => {
    const place = callout?.getBoundingClientRect()
    return place !== undefined && (place.top >= form.bottom || place.bottom <= form.top || place.right <= form.left)
  }
  await expect.poll(isFree).toBe(true)
  callout?.setAttribute('data-side', 'right')
  await expect.poll(isFree).toBe(true)
})

test('a callout without room beside the form shows only its buttons; screen readers still get its text', async () => {
  const shown = { widthPx: 680, heightPx: 430 }
  const card = { ...newCard({ id: '1', stepId: 'a', type: 'lead', position: 1, shown }), xPercent: 33, yPercent: 24 }
  const size = { position: 'relative', inlineSize: 680, blockSize: 430, containerType: 'size' } as const
  const screen = await render(
    <div className="us-scene" style={{ ...size, '--us-x': '71', '--us-y': '62' } as object}>
      <div style={{ ...size, position: 'absolute' }}>
        <CardLayer cards={[{ ...card, widthPercent: 33, heightPercent: 40 }]} actions={actions} isStacked={false} />
      </div>
      <Callout side="right">
        <div className="us-caption">
          <h2>Say what you ship</h2>
          <p>Two ports, the goods, the pallets. No request to email, no waiting for a quote.</p>
        </div>
        <div className="us-callout-foot">
          <button type="button">Next</button>
        </div>
      </Callout>
    </div>,
  )
  const form = screen.getByRole('region').element().getBoundingClientRect()
  const next = screen.getByRole('button', { name: 'Next' })
  const callout = screen.container.querySelector('.us-callout')!
  await expect.element(next).toBeVisible()
  await expect.poll(() => overlap(callout.getBoundingClientRect(), form)).toBe(0)
  await expect.element(screen.getByRole('heading', { name: 'Say what you ship' })).toBeInTheDocument()
})
