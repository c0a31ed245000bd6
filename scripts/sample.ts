import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { signUpAuthor } from '#support/recording-author.ts'
import { startServer } from '#support/server-process.ts'

import { buildParts } from './build-parts.ts'
import type { RecordedStep } from './record-sample.ts'
import { writePictures } from './sample-pictures.ts'
import { recordTidelane, tidelane } from './sample-tidelane.ts'
import { recordTour, tour } from './sample-tour.ts'
import { serveSampleApp } from './serve-sample-app.ts'
import { root } from './tasks.ts'

/*
 * npm run sample: records the samples with the extension and writes them to sample/, which the server seeds: Tidelane,
 * a made-up product (sample/app), and the product's own tour. `-- tidelane` or `-- tour` records one, `-- pictures` none:
 * it only writes the landing page's pictures again. Rerun when the screens change.
 */

const width = 1440
const height = 900

const only = process.argv[2]
if (only !== 'pictures') await buildParts({ mode: 'production' })
if (only === undefined || only === 'tidelane') await record(tidelane, 'tidelane', 1.5, 95_000, recordTidelaneAlone)
if (only === undefined || only === 'tour') await record(tour, 'tour', 1, 60_000, recordTour)
await writePictures()

async function recordTidelaneAlone(browser: ExtensionBrowser, home: Page): Promise<readonly RecordedStep[]> {
  const app = await serveSampleApp()
  const steps = await recordTidelane(browser, home, app.origin)
  await app.close()
  return steps
}

async function record(
  demo: { readonly name: string; readonly description: string; readonly look: Readonly<Record<string, unknown>> },
  folder: string,
  scale: number,
  imageBytesMax: number,
  work: (browser: ExtensionBrowser, home: Page) => Promise<readonly RecordedStep[]>,
): Promise<void> {
  const [server, browser] = await Promise.all([
    startServer(),
    launchExtensionBrowser({ width, height, deviceScaleFactor: scale }),
  ])
  try {
    const steps = await work(browser, await signUpAuthor(browser, server.url))
    await write(join(root, 'sample', folder), demo, steps, { scale, imageBytesMax })
    console.log(`sample/${folder} has ${steps.length} steps. Look at them and commit them.`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function write(
  folder: string,
  demo: { readonly name: string; readonly description: string; readonly look: Readonly<Record<string, unknown>> },
  recorded: readonly RecordedStep[],
  { scale, imageBytesMax }: { readonly scale: number; readonly imageBytesMax: number },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const old = (await readdir(folder)).filter((name) => name.endsWith('.webp'))
  await Promise.all(old.map((name) => rm(join(folder, name))))
  const size = { width: width * scale, height: height * scale }
  const steps = await Promise.all(
    recorded.map(async ({ png, ...step }, index) => {
      const image = `${index + 1}.webp`
      await writeFile(join(folder, image), await toSmallWebp(png, size, imageBytesMax))
      return { ...step, image, ...size }
    }),
  )
  await writeFile(join(folder, 'demo.json'), `${JSON.stringify({ ...demo, steps }, null, 2)}\n`)
}

/** The best quality within the limit: the folder is part of every clone. */
async function toSmallWebp(png: Buffer, size: { width: number; height: number }, bytesMax: number): Promise<Buffer> {
  for (let quality = 90; ; quality -= 5) {
    const resized = sharp(png).resize(size.width, size.height)
    const webp = await resized.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= bytesMax || quality <= 50) return webp
  }
}
