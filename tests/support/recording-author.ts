import type { Capture } from '#domain/capture.ts'
import type { Hotspot } from '#domain/demo.ts'
import { errors, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { ExtensionBrowser } from './extension-browser.ts'

import { askExtension } from './extension-page.ts'

/** What an author did and saw, to compare with the recording. */
export interface DoneClick {
  readonly place: Hotspot
  /** The page right before the click, without the recorder's bar. */
  readonly reference: Buffer
}

/** Waits as a person does: until the recorder's bar is ready for the next click. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('understudy-recorder')?.getAttribute('data-state') === 'ready',
    null,
    { polling: 20 },
  )
}

/**
 * Also waits for the page to be read. Some never are: after a while such a page is taken as it is, and its step has only
 * the picture.
 */
export async function waitUntilRead(page: Page): Promise<void> {
  await waitUntilReady(page)
  const isRead = () => document.querySelector('understudy-recorder')?.matches('[data-state="ready"][data-page="read"]')
  await page.waitForFunction(isRead, null, { polling: 20, timeout: readMs }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

const readMs = 15_000

/** Clicks once the page has been read, so that the step has the page and not only its picture. */
export async function clickWhenRead(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await waitUntilRead(page)
  await target.click()
}

/** Clicks the middle of the element at a person's pace. */
export async function clickSlowly(page: Page, target: Locator): Promise<DoneClick> {
  await target.scrollIntoViewIfNeeded()
  // Away from controls, whose hover state would differ from the reference.
  const reference = await page.screenshot({
    style: 'understudy-recorder { display: none !important }',
    caret: 'initial',
  })
  await waitUntilReady(page)
  const place = await middleOf(page, target)
  await target.click()
  return { place, reference }
}

export async function middleOf(page: Page, target: Locator): Promise<Hotspot> {
  const box = await target.boundingBox()
  const viewport = page.viewportSize()
  if (box === null || viewport === null) throw new Error('Nothing to click.')
  return {
    xPercent: ((box.x + box.width / 2) / viewport.width) * 100,
    yPercent: ((box.y + box.height / 2) / viewport.height) * 100,
  }
}

/** Within 1 % of the image, in both directions. */
export function expectPlace(actual: Hotspot | null, place: Hotspot): void {
  expect(actual).not.toBeNull()
  expect(Math.abs((actual?.xPercent ?? 0) - place.xPercent)).toBeLessThan(1)
  expect(Math.abs((actual?.yPercent ?? 0) - place.yPercent)).toBeLessThan(1)
}

export async function readImage(home: Page, capture: Capture): Promise<Buffer> {
  const { dataUrl } = await askExtension(home, { type: 'read-capture-image', captureId: capture.id })
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Percentage of visibly different pixels. */
export async function differingPercent(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = await Promise.all([toPixels(a), toPixels(b)])
  if (first.info.width !== second.info.width || first.info.height !== second.info.height) return 100
  let differing = 0
  for (let index = 0; index < first.data.length; index += 3) {
    const isDifferent = [0, 1, 2].some(
      (channel) => Math.abs((first.data[index + channel] ?? 0) - (second.data[index + channel] ?? 0)) > 24,
    )
    if (isDifferent) differing += 1
  }
  return (differing / (first.data.length / 3)) * 100
}

async function toPixels(image: Buffer) {
  return sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** A page of a new author, signed up and paired. */
export async function signUpAuthor(browser: ExtensionBrowser, serverUrl: string): Promise<Page> {
  await browser.connect(serverUrl)
  const page = await browser.context.newPage()
  await page.goto(`${serverUrl}/signup`)
  await page.getByLabel('Email').fill('author@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

/** Does what isn't recorded: pauses and continues in the popup. */
export async function whilePaused(browser: ExtensionBrowser, page: Page, work: () => Promise<void>): Promise<void> {
  await pressInPopup(browser, 'Pause', 'Paused')
  await page.bringToFront()
  await work()
  await pressInPopup(browser, 'Continue', 'Recording')
  await page.bringToFront()
}

async function pressInPopup({ openPopup }: ExtensionBrowser, button: string, status: string): Promise<void> {
  const popup = await openPopup()
  await popup.getByRole('button', { name: button }).click()
  await popup.getByRole('status').filter({ hasText: status }).waitFor()
  await popup.close()
}
