import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

import { plainStepLook, storedStepLook } from '#domain/step-look.ts'
import { askExtension } from '#support/extension-page.ts'
import { readImage, signUpAuthor } from '#support/recording-author.ts'
import { startServer } from '#support/server-process.ts'

import { buildParts } from './build-parts.ts'
import { lookOfWords, readFlow, type Flow } from './record/flow.ts'
import { doFlow, launchFlowBrowser } from './record/record-flow.ts'
import { writePictures } from './sample-pictures.ts'
import { serveSampleApp } from './serve-sample-app.ts'
import { root } from './tasks.ts'
import { fillTourWorkspace } from './tour-workspace.ts'

/*
 * npm run sample: records the flows sample/*\/flow.yaml with the extension and writes the samples beside them, which the
 * server seeds: Tidelane, a made-up product (sample/app), and the product's own tour. `-- tidelane` or `-- tour` records
 * one, `-- pictures` none: it only writes the landing page's pictures again. Rerun when the screens change.
 */

interface Sample {
  /** The demo's look. */
  readonly look: Readonly<Record<string, unknown>>
  readonly imageBytesMax: number
  /** Prepares the app to be recorded; returns the values of the flow's `${NAME}`. */
  readonly prepare: (dashboard: Page, dataDir: string) => Promise<Readonly<Record<string, string>>>
}

const app = await serveSampleApp()

const samples: Readonly<Record<'tidelane' | 'tour', Sample>> = {
  tidelane: {
    look: {
      layout: 'callout',
      frame: 'window',
      frameAddress: 'tidelane.app',
      background: 'plain',
      ending: {
        kind: 'book',
        title: 'Get a price for your own lane',
        text: 'Fifteen minutes with a freight manager, at a time that suits you.',
        button: 'Book a call',
        url: '',
        cardId: null,
      },
    },
    imageBytesMax: 95_000,
    prepare: async () => ({ APP: app.origin }),
  },
  tour: {
    look: { layout: 'callout', frame: 'window', background: 'plain' },
    imageBytesMax: 60_000,
    prepare: prepareTour,
  },
}

const only = process.argv[2]
try {
  if (only !== 'pictures') await buildParts({ mode: 'production' })
  for (const folder of ['tidelane', 'tour'] as const) {
    if (only === undefined || only === folder) await record(folder, samples[folder])
  }
  await writePictures()
} finally {
  await app.close()
}

/** Fills the demo list with demos that people watch, and removes the tour, so that it doesn't show itself. */
async function prepareTour(dashboard: Page, dataDir: string): Promise<Readonly<Record<string, string>>> {
  const { origin } = new URL(dashboard.url())
  const demos = `${origin}/dashboard/demos`
  await dashboard.goto(demos)
  await dashboard.getByLabel('Pin the extension').getByRole('button').first().click()
  await dashboard.getByRole('button', { name: 'More for The Understudy tour', exact: true }).click()
  await dashboard.getByRole('menuitem', { name: 'Delete' }).click()
  // Leaving the page ends the undo period.
  await dashboard.goto(`${origin}/dashboard`)
  await dashboard.goto(demos)
  await expect(dashboard.getByRole('article')).toHaveCount(1)
  await fillTourWorkspace(dataDir)
  await dashboard.reload()
  await expect(dashboard.getByRole('article')).toHaveCount(6)
  // The recording opens the list in a new tab, which finds the covers in the browser's cache.
  await dashboard.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const edit = await dashboard.getByRole('link', { name: 'Edit Book a shipment' }).getAttribute('href')
  return { SERVER: origin, DEMO: edit?.split('/').at(-2) ?? '' }
}

async function record(folder: string, { look, imageBytesMax, prepare }: Sample): Promise<void> {
  const path = join(root, 'sample', folder)
  const source = await readFile(join(path, 'flow.yaml'), 'utf8')
  // The window is needed before the addresses are known.
  const nowhere = 'http://localhost'
  const [server, browser] = await Promise.all([
    startServer(),
    launchFlowBrowser(readFlow(source, { APP: nowhere, SERVER: nowhere, DEMO: '' })),
  ])
  try {
    const dashboard = await signUpAuthor(browser, server.url)
    const flow = readFlow(source, await prepare(dashboard, server.dataDir))
    const { sessionId, captures, words } = await doFlow(browser, dashboard, flow)
    const steps = captures.map(({ hotspot, box = null }, index) => {
      const said = words[index] ?? {}
      if (hotspot === null) throw new Error(`Step ${index + 1} has no place.`)
      return {
        title: said.title,
        description: said.note,
        alt: said.alt,
        clickX: hotspot.xPercent,
        clickY: hotspot.yPercent,
        look: storedStepLook(lookOfWords({ ...plainStepLook, box }, said)),
      }
    })
    // Read the images first: a stopped recording's images are compressed for the web.
    const pictures = await Promise.all(captures.map((capture) => readImage(dashboard, capture)))
    await askExtension(dashboard, { type: 'stop-recording', sessionId })
    const images = await writeImages(path, pictures, flow, imageBytesMax)
    const { name, description } = flow
    const demo = { name, description, look, steps: steps.map((step, index) => ({ ...step, ...images[index] })) }
    await writeFile(join(path, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`)
    console.log(`sample/${folder} has ${steps.length} steps. Look at them and commit them.`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function writeImages(path: string, pictures: readonly Buffer[], flow: Flow, bytesMax: number) {
  await mkdir(path, { recursive: true })
  const old = (await readdir(path)).filter((name) => name.endsWith('.webp'))
  await Promise.all(old.map((name) => rm(join(path, name))))
  const size = { width: flow.width * flow.scale, height: flow.height * flow.scale }
  return Promise.all(
    pictures.map(async (png, index) => {
      const image = `${index + 1}.webp`
      await writeFile(join(path, image), await toSmallWebp(png, size, bytesMax))
      return { image, ...size }
    }),
  )
}

/** The best quality within the limit, because every clone contains the folder. */
async function toSmallWebp(png: Buffer, size: { width: number; height: number }, bytesMax: number): Promise<Buffer> {
  for (let quality = 90; ; quality -= 5) {
    const resized = sharp(png).resize(size.width, size.height)
    const webp = await resized.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= bytesMax || quality <= 50) return webp
  }
}
