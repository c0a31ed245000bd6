import { expect, test } from 'vitest'

import type { SeenClick } from '../messages.ts'
import { createCaptureSaver } from './capture-saver.ts'
import { createRecording } from './recording.ts'
import type { RecordingStore, StoredCapture, StoredFrame } from './recording-store.ts'
import type { StreamedPicture } from '../stream/stream-messages.ts'
import type { TabPictures } from './tab-pictures.ts'

/* Tests which picture each click gets. */

const recording = createRecording({ sessionId: 's', frameToken: 't', startedAt: '2026-01-01T00:00:00.000Z', tabId: 1 })
const place = { tabId: 1, openerTabId: undefined, documentId: 'd' }
const clickedAt = Date.parse('2026-01-01T00:00:10.000Z')

function frame(id: string, takenAt: number): StoredFrame {
  return { id, tabId: 1, documentId: 'd', begunAt: takenAt - 40, takenAt, image: new Blob([id]) }
}

function click(clickId: string, shown: Partial<SeenClick> = {}): SeenClick {
  const page = {
    url: 'https://example.com/',
    title: 'Example',
    target: { role: 'button', name: 'Save' },
    hotspot: { xPercent: 50, yPercent: 50 },
    viewport: { width: 1, height: 1 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 1,
  }
  return {
    clickId,
    at: clickedAt,
    page,
    frameId: null,
    isFrameComing: false,
    shownSince: clickedAt,
    barHiddenAt: clickedAt,
    ...shown,
  }
}

function setUp(
  frames: readonly StoredFrame[],
  pictures: Partial<TabPictures> = {},
  streamed: StreamedPicture | null = null,
) {
  const captures = new Map<string, StoredCapture>()
  const store = {
    loadCapture: async (id: string) => captures.get(id),
    saveCapture: async (capture: StoredCapture) => void captures.set(capture.id, capture),
    deleteCapture: async (id: string) => void captures.delete(id),
    loadCaptures: async () => [...captures.values()].filter(({ undoneAt }) => undoneAt === undefined),
    loadUndone: async () => [...captures.values()].filter(({ undoneAt }) => undoneAt !== undefined),
    loadFrame: async (id: string) => frames.find((each) => each.id === id),
    loadNewestFrame: async (_: number, beforeMs: number) => frames.findLast(({ takenAt }) => takenAt <= beforeMs),
  } as Partial<RecordingStore> as RecordingStore
  const screenshots: TabPictures = {
    takeAhead: async () => null,
    hasToSpare: () => false,
    takeAtClick: async () => null,
    comingFrame: () => undefined,
    ...pictures,
  }
  const saver = createCaptureSaver(store, screenshots, { pictureOf: async () => streamed })
  const shown = async (id: string) => {
    const { image, ...rest } = captures.get(id) ?? { image: null }
    return { ...rest, image: image === null ? null : await image.text() }
  }
  return { saver, captures, shown }
}

test('uses the picture that was current at the click', async () => {
  const { saver, shown } = setUp([frame('current', clickedAt - 50)])
  await saver.keep(recording, click('c', { frameId: 'current' }), place)
  expect(await shown('c')).toMatchObject({ image: 'current', frameDelayMs: 0 })
})

test('takes the tab’s last frame before the click from its stream, and marks it only if the page changed since', async () => {
  const picture = { dataUrl: `data:image/png;base64,${btoa('streamed')}`, shownAt: clickedAt - 30, isCertain: true }
  const older = frame('older', clickedAt - 900)
  const certain = setUp([older], {}, picture)
  await certain.saver.keep(recording, click('c'), place)
  expect(await certain.shown('c')).toMatchObject({ image: 'streamed', frameDelayMs: 0 })
  const doubtful = setUp([older], {}, { ...picture, isCertain: false })
  await doubtful.saver.keep(recording, click('c'), place)
  expect(await doubtful.shown('c')).toMatchObject({ image: 'streamed', frameDelayMs: -30 })
})

test('keeps both pictures when neither is certain', async () => {
  const picture = { dataUrl: `data:image/png;base64,${btoa('streamed')}`, shownAt: clickedAt - 30, isCertain: false }
  const { saver, captures } = setUp([frame('older', clickedAt - 900)], {}, picture)
  await saver.keep(recording, click('c'), place)
  const { other } = captures.get('c') ?? {}
  expect(other?.frameDelayMs).toBe(-900)
  expect(await other?.image.text()).toBe('older')
})

test('uses a current screenshot even before the page knows about it', async () => {
  const { saver, shown } = setUp([frame('newest', clickedAt - 20)])
  await saver.keep(recording, click('c', { shownSince: clickedAt - 100 }), place)
  expect(await shown('c')).toMatchObject({ image: 'newest', frameDelayMs: 0 })
})

test('prefers a screenshot to an older, uncertain frame', async () => {
  const picture = { dataUrl: `data:image/png;base64,${btoa('streamed')}`, shownAt: clickedAt - 800, isCertain: false }
  const { saver, shown } = setUp([frame('newer', clickedAt - 200)], {}, picture)
  await saver.keep(recording, click('c'), place)
  expect(await shown('c')).toMatchObject({ image: 'newer', frameDelayMs: -200 })
})

test('uses the last picture before the click if none was current', async () => {
  const { saver, shown } = setUp([frame('older', clickedAt - 900), frame('later', clickedAt + 5)])
  await saver.keep(recording, click('c'), place)
  expect(await shown('c')).toMatchObject({ image: 'older', frameDelayMs: -900 })
})

test('takes a picture after the click when there was none before', async () => {
  const { saver, shown } = setUp([], { takeAtClick: async () => frame('after', clickedAt + 300) })
  await saver.keep(recording, click('c'), place)
  expect(await shown('c')).toMatchObject({ image: 'after', frameDelayMs: 300 })
})

test('prefers the picture that was being taken at the click', async () => {
  const { saver, shown } = setUp([frame('older', clickedAt - 900)], {
    comingFrame: async () => frame('coming', clickedAt + 20),
  })
  await saver.keep(recording, click('c', { isFrameComing: true }), place)
  expect(await shown('c')).toMatchObject({ image: 'coming', frameDelayMs: 20 })
})

test('gives a capture without a picture the next one, without its hotspot', async () => {
  const { saver, shown } = setUp([])
  await saver.keep(recording, click('c'), place)
  expect(await shown('c')).toMatchObject({ image: null })
  await saver.fillMissing(recording, frame('next', clickedAt + 2_000))
  expect(await shown('c')).toMatchObject({ image: 'next', hotspot: null, frameDelayMs: 2_000 })
})

test('remembers a double-click reported before its click', async () => {
  const { saver, shown } = setUp([])
  await saver.change('c', { kind: 'double-click', text: '', offsets: [] })
  await saver.keep(recording, click('c'), place)
  expect(await shown('c')).toMatchObject({ action: { kind: 'double-click' } })
})

test('stores a drag’s path in percent of the picture', async () => {
  const { saver, shown } = setUp([frame('current', clickedAt - 50)])
  await saver.keep(recording, click('c', { frameId: 'current' }), place)
  const offsets = [
    { x: 0, y: 0 },
    { x: 0.25, y: -0.5 },
    { x: 9, y: 0 },
  ]
  await saver.change('c', { kind: 'drag', text: '', offsets })
  expect(await shown('c')).toMatchObject({
    action: {
      kind: 'drag',
      path: [
        { xPercent: 50, yPercent: 50 },
        { xPercent: 75, yPercent: 0 },
        { xPercent: 100, yPercent: 50 },
      ],
    },
  })
})

test('takes no picture for an action that is reported late', async () => {
  const { saver, shown } = setUp([frame('before', clickedAt - 300)], {
    hasToSpare: () => true,
    takeAtClick: async () => frame('after', clickedAt + 300),
  })
  const { page, ...rest } = click('c')
  await saver.keep(recording, { ...rest, page: { ...page, isFolded: true } }, place)
  expect(await shown('c')).toMatchObject({ image: 'before' })
})

test('deletes undone captures on the next click', async () => {
  const { saver, captures } = setUp([])
  await saver.keep(recording, click('first'), place)
  const first = captures.get('first')
  if (first !== undefined) captures.set('first', { ...first, undoneAt: 1 })
  await saver.keep(recording, click('second'), place)
  expect([...captures.keys()]).toEqual(['second'])
})
