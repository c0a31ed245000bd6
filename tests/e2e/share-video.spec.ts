import { readFile } from 'node:fs/promises'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* An author downloads a demo as a video and as a GIF. */

let server: ServerProcess
let demo: MadeDemo

const green = { r: 20, g: 140, b: 90 }
const blue = { r: 30, g: 70, b: 190 }

test.beforeAll(async () => {
  server = await startServer()
  const pictureOf = (background: typeof green) =>
    sharp({ create: { width: 720, height: 450, channels: 3, background } })
      .png()
      .toBuffer()
  const size = { width: 720, height: 450 }
  demo = await makeDemo(server.url, {
    name: 'Billing in two minutes',
    steps: [
      { png: await pictureOf(green), ...size, title: 'Open the invoice' },
      { png: await pictureOf(blue), ...size, title: 'Then this' },
    ],
  })
  const look = { layout: 'callout', secondsPerStep: 2 }
  await demo.author.from('demos').update({ look }).eq('id', demo.id).throwOnError()
})
test.afterAll(() => server.stop())

async function openExport(page: Page): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  await page.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(data.session),
  )
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('tab', { name: 'Export' }).click()
}

async function download(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** How long a video is, its size, and the colour right of its middle at some times. */
async function play(page: Page, file: { readonly name: string; readonly bytes: Buffer }, times: readonly number[]) {
  const type = file.name.endsWith('.mp4') ? 'video/mp4' : 'video/webm'
  return page.evaluate(
    async ({ content, type, times }) => {
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
      const video = document.createElement('video')
      video.muted = true
      const loaded = new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve)
        video.addEventListener('error', () => reject(new Error(video.error?.message)))
      })
      video.src = URL.createObjectURL(new Blob([bytes], { type }))
      await loaded
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
      const context = canvas.getContext('2d')
      const colors: (readonly number[])[] = []
      for (const time of times) {
        const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
        // The frame may be painted only after the event.
        const shown = new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()))
        video.currentTime = time
        await Promise.all([sought, shown])
        context?.drawImage(video, 0, 0)
        colors.push([...(context?.getImageData(canvas.width * 0.7, canvas.height * 0.2, 1, 1).data ?? [])].slice(0, 3))
      }
      return { seconds: video.duration, width: canvas.width, height: canvas.height, colors }
    },
    { content: file.bytes.toString('base64'), type, times },
  )
}

function expectColor(color: readonly number[] | undefined, { r, g, b }: typeof green): void {
  for (const [at, wanted] of [r, g, b].entries()) expect(Math.abs((color?.[at] ?? -99) - wanted)).toBeLessThan(14)
}

test('a demo is downloaded as an MP4 and a WebM that play and seek', async ({ page }) => {
  await openExport(page)
  await page.getByRole('button', { name: /^Video/ }).click()
  await expect(page.getByRole('img', { name: 'Preview of the video' })).toBeVisible()
  await expect(page.getByText('4 s', { exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  for (const [format, name] of [
    ['MP4', 'billing-in-two-minutes.mp4'],
    ['WebM', 'billing-in-two-minutes.webm'],
  ] as const) {
    await page.getByLabel('Format', { exact: true }).selectOption(format)
    await page.getByLabel('Size').selectOption({ label: '720p, 1280 × 720' })
    const file = await download(page, 'Make video')
    expect(file.name).toBe(name)
    const { seconds, width, height, colors } = await play(page, file, [1, 3.5, 1.5])
    expect({ width, height }).toEqual({ width: 1_280, height: 720 })
    expect(seconds).toBeCloseTo(4.27, 1)
    expectColor(colors[0], green)
    expectColor(colors[1], blue)
    expectColor(colors[2], green)
  }
})

test('a demo is downloaded as a GIF that repeats', async ({ page }) => {
  await openExport(page)
  await page.getByRole('button', { name: /^GIF/ }).click()
  await page.getByLabel('Speed').selectOption('2×')
  const file = await download(page, 'Make GIF')
  expect(file.name).toBe('billing-in-two-minutes.gif')
  const { pages = 0, loop, delay = [], width, pageHeight } = await sharp(file.bytes, { pages: -1 }).metadata()
  expect({ width, pageHeight, loop }).toEqual({ width: 800, pageHeight: 450, loop: 0 })
  expect(delay.reduce((sum, each) => sum + each, 0)).toBeCloseTo(2_300, -2)
  const colorAt = async (at: number) => [
    ...(await sharp(file.bytes, { page: at })
      .extract({ left: 560, top: 90, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()),
  ]
  expectColor(await colorAt(0), green)
  expectColor(await colorAt(pages - 1), blue)
})

test('making a video can be cancelled', async ({ page }) => {
  await openExport(page)
  await page.getByRole('button', { name: /^Video/ }).click()
  await page.getByRole('button', { name: 'Make video' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Make video' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back to formats' }).click()
  await expect(page.getByRole('button', { name: /^GIF/ })).toBeVisible()
})
