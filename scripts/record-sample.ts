import { expect, type Locator, type Page } from '@playwright/test'

import { insidePicture, plainStepLook, storedStepLook, type CalloutSide, type PictureArea } from '#domain/step-look.ts'
import type { ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension } from '#support/extension-page.ts'
import { readImage, waitUntilReady, whilePaused } from '#support/recording-author.ts'

/** What a sample says at a click. */
export interface StepWords {
  readonly title: string
  readonly description: string
  readonly alt: string
  readonly chapter?: string
  readonly calloutSide?: CalloutSide
  /** What the camera shows; missing: it follows the clicked element. */
  readonly zoom?: PictureArea
}

export interface RecordedStep {
  readonly title: string
  readonly description: string
  readonly alt: string
  readonly clickX: number
  readonly clickY: number
  readonly look: Readonly<Record<string, unknown>>
  readonly png: Buffer
}

/** Clicks while the extension records, and remembers what was clicked. */
export interface Recording {
  readonly page: Page
  readonly click: (target: Locator, position?: { readonly x: number; readonly y: number }) => Promise<void>
  /** Does the parts the sample doesn't show. */
  readonly paused: (work: () => Promise<void>) => Promise<void>
}

/** Records `walk` from `url` on; `home` is a page of the paired server. */
export async function recordSample(
  browser: ExtensionBrowser,
  home: Page,
  url: string,
  words: readonly StepWords[],
  walk: (recording: Recording) => Promise<void>,
): Promise<readonly RecordedStep[]> {
  const opened = browser.context.waitForEvent('page')
  const { sessionId } = await askExtension(home, { type: 'start-recording', url })
  const page = await opened
  await page.waitForLoadState()
  const boxes: PictureArea[] = []
  await walk({
    page,
    click: async (target, position) => {
      boxes.push(await clickAt(page, target, position))
    },
    paused: (work) => whilePaused(browser, page, work),
  })
  const { captures } = await askExtension(home, { type: 'list-captures', sessionId })
  expect(captures.length).toBe(words.length)
  const steps = await Promise.all(
    words.map(async ({ title, description, alt, chapter, zoom, calloutSide = 'auto' }, index) => {
      const capture = captures[index]
      const hotspot = capture?.hotspot ?? null
      if (capture === undefined || hotspot === null) throw new Error(`Step ${index + 1} has no place.`)
      const box = boxes[index] ?? null
      const look = storedStepLook({ ...plainStepLook, box, calloutSide, zoom: zoom ?? null, chapter: chapter ?? null })
      const place = { clickX: hotspot.xPercent, clickY: hotspot.yPercent }
      return { title, description, alt, ...place, look, png: await readImage(home, capture) }
    }),
  )
  // Read before: a stopped recording's images are reduced for the web.
  await askExtension(home, { type: 'stop-recording', sessionId })
  await page.close()
  return steps
}

async function clickAt(page: Page, target: Locator, position?: { x: number; y: number }): Promise<PictureArea> {
  await target.waitFor()
  await waitUntilReady(page)
  const box = await target.boundingBox()
  const viewport = page.viewportSize()
  if (box === null || viewport === null) throw new Error('Nothing to click.')
  await target.click(position === undefined ? {} : { position })
  return insidePicture({
    xPercent: (100 * box.x) / viewport.width,
    yPercent: (100 * box.y) / viewport.height,
    widthPercent: (100 * box.width) / viewport.width,
    heightPercent: (100 * box.height) / viewport.height,
  })
}
