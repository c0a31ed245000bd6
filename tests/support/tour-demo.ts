import { expect, type Page } from '@playwright/test'

import { createImage } from '#support/create-image.ts'
import { makeDemo, type MadeDemo, type DemoStepOptions } from '#support/make-demo.ts'
import { signInPage } from '#support/sign-in-page.ts'

/** The demo “Tour” of a new author, whose steps all have the same picture. */
export async function makeTour(
  serverUrl: string,
  steps: readonly Omit<DemoStepOptions, 'png' | 'width' | 'height'>[],
): Promise<MadeDemo> {
  const { buffer: png } = await createImage(1)
  return makeDemo(serverUrl, { name: 'Tour', steps: steps.map((step) => ({ png, width: 1280, height: 800, ...step })) })
}

/** Makes a tour, signs its author in, and opens it in the editor. */
export async function openNewTour(
  page: Page,
  serverUrl: string,
  steps: Parameters<typeof makeTour>[1],
): Promise<MadeDemo> {
  const demo = await makeTour(serverUrl, steps)
  await signInPage(page, demo.author)
  await openTour(page, serverUrl, demo.id)
  return demo
}

/** Opens a tour in the editor. */
export async function openTour(page: Page, serverUrl: string, demoId: string): Promise<void> {
  await page.goto(`${serverUrl}/dashboard/demos/${demoId}/edit`)
  await expect(page.getByLabel('Demo name')).toHaveValue('Tour')
}
