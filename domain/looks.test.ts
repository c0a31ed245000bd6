import { expect, test } from 'vitest'

import { plainDemoLook, readDemoLook, storedDemoLook } from './demo-look.ts'
import { plainStepLook, readStepLook, storedStepLook } from './step-look.ts'

test('replaces only the invalid parts of a look with defaults', () => {
  for (const stored of [null, 7, [], 'x', {}]) {
    expect(readStepLook(stored)).toEqual(plainStepLook)
    expect(readDemoLook(stored)).toEqual(plainDemoLook)
  }
  expect(readStepLook({ marker: 'flag', calloutSide: 'left', box: { xPercent: Number.NaN } })).toEqual({
    ...plainStepLook,
    calloutSide: 'left',
  })
  expect(readDemoLook({ layout: 'side', color: 'red', ending: { kind: 'link', url: 'javascript:alert(1)' } })).toEqual({
    ...plainDemoLook,
    layout: 'side',
    ending: { ...plainDemoLook.ending, kind: 'link' },
  })
})

test('moves an area into the picture', () => {
  const box = { xPercent: 90, yPercent: -5, widthPercent: 40, heightPercent: 200 }
  expect(readStepLook({ box }).box).toEqual({ xPercent: 60, yPercent: 0, widthPercent: 40, heightPercent: 100 })
})

test('stores only differences from the default look, and reads them back', () => {
  expect(storedStepLook(plainStepLook)).toEqual({})
  expect(storedDemoLook(plainDemoLook)).toEqual({})
  const zoom = { xPercent: 1, yPercent: 2, widthPercent: 30, heightPercent: 40 }
  const step = { ...plainStepLook, marker: 'box' as const, zoom, chapter: 'Billing' }
  expect(readStepLook(storedStepLook(step))).toEqual(step)
  const demo = {
    ...plainDemoLook,
    layout: 'callout' as const,
    cover: { ...plainDemoLook.cover, isOn: true, title: 'Hello' },
    variables: [{ name: 'company', fallback: 'there' }],
  }
  expect(readDemoLook(storedDemoLook(demo))).toEqual(demo)
})
