import { describe, expect, test } from 'vitest'

import { newCard } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { cardClip, clipLengthMax, clipText, readClip, stepClip, writeClip } from './clipboard-clip.ts'

const ids = {
  demo: '10000000-0000-4000-8000-000000000000',
  step: '20000000-0000-4000-8000-000000000000',
  other: '30000000-0000-4000-8000-000000000000',
  card: '40000000-0000-4000-8000-000000000000',
}
const card = {
  ...newCard({ id: ids.card, stepId: ids.step, type: 'lead', position: 3, shown: { widthPx: 1000, heightPx: 600 } }),
  title: 'Talk to us',
  gate: 'required' as const,
  targetStepId: ids.other,
}
const step: Step = {
  id: ids.step,
  demoId: ids.demo,
  order: 4,
  title: 'Orders <b>come</b> in',
  description: 'Notes',
  screenshotUrl: 'workspace/demo/picture.png',
  alt: null,
  width: 1440,
  height: 900,
  captureId: null,
  hotspot: { xPercent: 12.5, yPercent: 80 },
  look: { ...plainStepLook, chapter: 'Plan' },
  targetStepId: ids.other,
  narration: { audioId: ids.other, ms: 4_200, text: 'Orders come in here.', of: 'a1' },
}

test('copies and pastes a step with its cards', () => {
  const clip = readClip(writeClip(stepClip(step, [card])))
  const { order: _, demoId, captureId: __, ...copied } = step
  expect(clip).toEqual({
    demoId,
    cards: [],
    steps: [{ ...copied, cards: [{ ...card, id: '', stepId: '', position: 1 }] }],
  })
})

test('copies and pastes a card, and gives other programs its title', () => {
  const clip = cardClip(ids.demo, card)
  expect(readClip(writeClip(clip))?.cards).toEqual([{ ...card, id: '', stepId: '', position: 1 }])
  expect(clipText(clip)).toBe('Talk to us')
})

describe('text from elsewhere', () => {
  const whole = JSON.parse(writeClip(stepClip(step, [card]))) as { steps: Record<string, unknown>[] }
  const changed = (change: (first: Record<string, unknown>) => void) => {
    const copy = structuredClone(whole)
    change(copy.steps[0]!)
    return readClip(JSON.stringify(copy))
  }

  test.each(['', 'Orders come in', '{}', '[]', 'null', '{"version":1}', '{"version":2}', '{"version":1,"steps":{}}'])(
    'is not taken for a clip: %s',
    (text) => expect(readClip(text)).toBeNull(),
  )

  test('is limited in length and count', () => {
    expect(readClip(JSON.stringify({ ...whole, padding: 'x'.repeat(clipLengthMax) }))).toBeNull()
    const steps = Array.from({ length: 201 }, () => whole.steps[0])
    expect(readClip(JSON.stringify({ ...whole, steps }))).toBeNull()
  })

  test('is refused if a step is invalid, and repaired where possible', () => {
    expect(changed((first) => (first['screenshotUrl'] = 7))).toBeNull()
    expect(changed((first) => (first['cards'] = [{ x_percent: 'NaN' }]))).toBeNull()
    const repaired = changed((first) => {
      first['hotspot'] = { xPercent: 900, yPercent: 3 }
      first['targetStepId'] = 'javascript:alert(1)'
      first['width'] = -4
      first['title'] = 'x'.repeat(600)
      first['cards'] = [{ ...(first['cards'] as object[])[0], link_url: 'javascript:alert(1)', media_url: 'http://x' }]
    })?.steps[0]
    expect(repaired).toMatchObject({ hotspot: null, targetStepId: null, width: null, title: 'x'.repeat(500) })
    expect(repaired?.cards[0]).toMatchObject({ linkUrl: null, mediaUrl: null })
  })
})
