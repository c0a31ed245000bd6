import { describe, expect, test } from 'vitest'

import { cardAddressProblem, cardNames, cardTypes, isVideoAddress, newCard, placeCard } from './card.ts'

describe('a card', () => {
  test.each([
    ['lead', 400, 300],
    ['click', 300, 100],
  ] as const)('of type %s is placed in the middle, %i by %i screen pixels', (type, widthPx, heightPx) => {
    const shown = { widthPx: 1000, heightPx: 625 }
    const card = newCard({ id: '1', stepId: 'a', type, position: 1, shown })
    expect((card.widthPercent / 100) * shown.widthPx).toBeCloseTo(widthPx)
    expect((card.heightPercent / 100) * shown.heightPx).toBeCloseTo(heightPx)
    expect(card.xPercent * 2 + card.widthPercent).toBeCloseTo(100)
    expect(card.yPercent * 2 + card.heightPercent).toBeCloseTo(100)
  })

  test('starts with the specification’s texts and fields', () => {
    const shown = { widthPx: 1000, heightPx: 625 }
    const [lead, click] = (['lead', 'click'] as const).map((type) =>
      newCard({ id: '1', stepId: 'a', type, position: 1, shown }),
    )
    expect(lead).toMatchObject({
      title: 'Add your demo intro title',
      description: 'Click here to add a description',
      buttonLabel: 'Submit',
      fields: [
        { label: 'WORK EMAIL', type: 'email', isRequired: true },
        { label: 'NAME', type: 'text', isRequired: true },
      ],
    })
    expect(click).toMatchObject({ title: 'Click here', description: 'Follow this step to continue', fields: [] })
    expect(cardTypes.map((type) => cardNames[type])).toEqual([
      { name: 'Lead Card', about: 'Captures lead info with a customizable form.' },
      { name: 'Click Card', about: 'Guides through click actions.' },
      { name: 'Cue Card', about: 'Hints and instructions.' },
      { name: 'Media Card', about: 'Embeds video, images or other media.' },
      { name: 'Custom Card', about: 'Fully customized layout.' },
    ])
  })

  test('stays inside the picture and large enough to grab', () => {
    const size = { widthPercent: 30, heightPercent: 20 }
    expect(placeCard({ ...size, xPercent: 90, yPercent: -5 })).toEqual({ ...size, xPercent: 70, yPercent: 0 })
    expect(placeCard({ widthPercent: 0, heightPercent: 300, xPercent: 0, yPercent: 50 })).toEqual({
      widthPercent: 4,
      heightPercent: 100,
      xPercent: 0,
      yPercent: 0,
    })
  })

  test.each([
    ['', 'media', true],
    ['https://example.com/a.png', 'media', true],
    ['http://example.com/a.png', 'media', false],
    ['http://example.com', 'link', true],
    ['javascript:alert(1)', 'link', false],
    ['https:///x', 'link', false],
    ['https://ex ample.com', 'link', false],
  ] as const)('takes %j for %s: %s', (address, kind, isFine) => {
    expect(cardAddressProblem(address, kind) === null).toBe(isFine)
  })

  test.each([
    ['https://example.com/tour.mp4', true],
    ['https://example.com/a/tour.WebM?sign=1', true],
    ['https://example.com/tour.png?name=x.mp4', false],
    ['https://example.mp4', false],
  ])('shows %s as a video: %s', (address, isVideo) => {
    expect(isVideoAddress(address)).toBe(isVideo)
  })
})
