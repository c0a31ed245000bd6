import { expect, test, type Page } from '@playwright/test'

import { expectSaved, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* Pictures of a shared window become a demo whose clicks the author marks. The window is a canvas here. */

let server: ServerProcess
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** What the shared window shows: a word on a colour. */
async function showInWindow(page: Page, word: string, color: string): Promise<void> {
  await page.evaluate(
    ([text, fill]) => {
      const canvas = (window as unknown as { sharedWindow: HTMLCanvasElement }).sharedWindow
      const context = canvas.getContext('2d')!
      context.fillStyle = fill!
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#fff'
      context.font = '80px sans-serif'
      context.fillText(text!, 100, 300)
    },
    [word, color],
  )
}

async function openNewDemo(page: Page): Promise<void> {
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill(`windows-${Date.now()}@example.com`)
  await page.getByLabel('Password').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'New demo' }).click()
}

const tile = (page: Page) =>
  page.getByRole('dialog', { name: 'New demo' }).getByRole('button', { name: /^Record a window/ })
const bar = (page: Page) => page.getByRole('complementary', { name: 'Window recording' })
const pictures = (page: Page) => bar(page).getByRole('list', { name: 'Pictures' }).getByRole('img')

test('a window is recorded automatically and by hand, and the clicks are marked afterwards', async ({ page }) => {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1000
    canvas.getContext('2d')
    Object.assign(window, { sharedWindow: canvas })
    navigator.mediaDevices.getDisplayMedia = async (wanted) => {
      Object.assign(window, { wantedSound: wanted?.audio })
      return canvas.captureStream(10)
    }
  })
  await openNewDemo(page)
  await tile(page).click()
  await expect(bar(page).getByRole('status')).toHaveText('Recording, 0 pictures')
  expect(await page.evaluate(() => (window as unknown as { wantedSound: unknown }).wantedSound)).toBe(false)

  await showInWindow(page, 'Orders', '#114')
  await expect(bar(page).getByRole('status')).toHaveText('Recording, 1 picture')
  await showInWindow(page, 'Order 7', '#141')
  await expect(pictures(page)).toHaveCount(2)
  await bar(page).getByRole('switch', { name: 'Automatic' }).click()
  await showInWindow(page, 'Order 8', '#411')
  await page.keyboard.press('s')
  await expect(pictures(page)).toHaveCount(3)
  await bar(page).getByRole('button', { name: 'Take a picture' }).click()
  await expect(pictures(page)).toHaveCount(4)
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Remove picture 4' }).click()
  await expect(pictures(page)).toHaveCount(3)

  // The recording continues on other pages of the application.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(bar(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Create demo' }).click()
  await page.waitForURL('**/edit')
  await expect(bar(page)).toBeHidden()
  await expect(thumbnails(page)).toHaveCount(3)
  await expect(page.getByLabel('Demo name')).toHaveValue('Window recording')
  const size = () =>
    page
      .getByTestId('canvas')
      .getByRole('img')
      .first()
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([1600, 1000])

  await page.getByRole('button', { name: 'Mark where visitors click' }).click()
  await page.getByTestId('draw-surface').click({ position: { x: 100, y: 100 } })
  await expectSaved(page)
  await thumbnails(page).nth(1).click()
  // The author has used the hint already.
  await expect(page.getByRole('button', { name: 'Mark where visitors click' })).toHaveCount(0)
})

test('keeps the pictures when sharing stops, and changes nothing when no window is picked', async ({ page }) => {
  await page.addInitScript(() => {
    let isRefused = true
    navigator.mediaDevices.getDisplayMedia = async () => {
      if (isRefused) {
        isRefused = false
        throw new DOMException('Permission denied', 'NotAllowedError')
      }
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
      const stream = canvas.captureStream(10)
      Object.assign(window, {
        stopSharing: () => stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended')),
      })
      return stream
    }
  })
  await openNewDemo(page)
  await tile(page).click()
  await expect(tile(page)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await tile(page).click()
  await bar(page).getByRole('button', { name: 'Take a picture' }).click()
  await expect(pictures(page)).not.toHaveCount(0)
  await page.evaluate(() => (window as unknown as { stopSharing: () => void }).stopSharing())
  await expect(bar(page).getByRole('status')).toHaveText(/^Sharing has stopped, \d picture/)
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('a browser that can’t share windows says so', async ({ page }) => {
  await page.addInitScript(() => Object.assign(navigator.mediaDevices, { getDisplayMedia: undefined }))
  await openNewDemo(page)
  await expect(tile(page)).toBeDisabled()
  await expect(tile(page)).toContainText('This browser can’t share windows.')
})
