import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { newCard } from '#domain/card.ts'

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
