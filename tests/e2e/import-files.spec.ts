import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

import { makePdf } from '../../server/agents/testing/make-documents.ts'

/* An author makes a demo from a PDF and from a screen recording. */

let server: ServerProcess
let known: MadeDemo

test.beforeAll(async () => {
  server = await startServer()
  const png = await sharp({ create: { width: 720, height: 450, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
  known = await makeDemo(server.url, { name: 'Billing in two minutes', steps: [{ png, width: 720, height: 450 }] })
})
test.afterAll(() => server.stop())

async function openNewDemo(page: Page): Promise<void> {
  const { data } = await known.author.auth.getSession()
  await page.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(data.session),
  )
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'New demo' }).click()
}

async function choose(
  page: Page,
  way: string,
  file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
): Promise<void> {
  await openNewDemo(page)
  const picker = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${way}`) })
    .click()
  await (await picker).setFiles([file])
}

/** The step titles of the demo with this name, once it exists. */
async function stepsOf(name: string): Promise<readonly (string | null)[]> {
  const { data } = await known.author.from('demos').select('id,demo_steps(title,order)').eq('name', name)
  const steps: readonly { title: string | null; order: number }[] = data?.[0]?.demo_steps ?? []
  return steps.toSorted((a, b) => a.order - b.order).map(({ title }) => title)
}

test('a demo begins with a blank step', async ({ page }) => {
  await openNewDemo(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Blank step' }).click()
  await expect.poll(() => stepsOf('Untitled demo')).toEqual(['Welcome'])
})

test('a PDF becomes a demo of the pages that the author keeps', async ({ page }) => {
  const buffer = Buffer.from(makePdf([['Plan a day'], ['Assign a driver'], ['Thank you']]))
  await choose(page, 'PDF', { name: 'Route planning.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('3 of 3 pages')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  // The page is drawn, with its text.
  const ink = await page
    .getByRole('button', { name: 'Page 1' })
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height / 8) ?? { data: [] }
      return data.filter((value, at) => at % 4 === 0 && value < 128).length
    })
  expect(ink).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('2 of 3 pages')).toBeVisible()
  await page.getByRole('button', { name: 'Create demo' }).click()
  await expect.poll(() => stepsOf('Route planning')).toEqual(['Plan a day', 'Assign a driver'])
})

test('a PDF that can’t be read says why', async ({ page }) => {
  const locked = Buffer.from(makePdf([['Secret']], { isEncrypted: true }))
  await choose(page, 'PDF', { name: 'Locked.pdf', mimeType: 'application/pdf', buffer: locked })
  await expect(page.getByText('protected by a password')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Record your app' })).toBeVisible()
})

test('a screen recording becomes a demo, one step for each screen', async ({ page }) => {
  await page.goto(server.url)
  const content = await page.evaluate(recordScreens)
  const buffer = Buffer.from(content, 'base64')
  await choose(page, 'Video', { name: 'Carrier booking.webm', mimeType: 'video/webm', buffer })
  await expect(page.getByText('3 of 3 frames')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Create demo' }).click()
  await expect.poll(async () => (await stepsOf('Carrier booking')).length).toBe(3)
})

test('a file that isn’t a video shows what to do', async ({ page }) => {
  const buffer = Buffer.from('not a video')
  await choose(page, 'Video', { name: 'notes.mp4', mimeType: 'video/mp4', buffer })
  await expect(page.getByText('This browser can’t play “notes.mp4”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create demo' })).toBeDisabled()
})

/** Three screens of three seconds each, with a pointer that moves; as browsers record, without a duration. */
async function recordScreens(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 400
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  const started = performance.now()
  recorder.start()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started
      if (context === null || elapsed > 9_000) {
        clearInterval(timer)
        resolve()
        return
      }
      context.fillStyle = ['#204080', '#d0e0a0', '#802040'][Math.floor(elapsed / 3_000)] ?? '#000'
      context.fillRect(0, 0, 640, 400)
      context.fillStyle = '#fff'
      context.fillRect(elapsed / 20, 200, 10, 10)
    }, 33)
  })
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
