import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { launchExtensionBrowser } from '#support/extension-browser.ts'
import { buildParts } from './build-parts.ts'
import { recordTour } from './sample-tour.ts'
import { root } from './tasks.ts'
import { startServer } from '#support/server-process.ts'
import { startSwaggerApp } from '#support/swagger-app.ts'

/*
 * npm run sample: records the product tour with the extension and writes it to sample/, which the server seeds. Rerun
 * when the screens change.
 */

const width = 1440
const height = 900
const imageBytesMax = 60_000

await buildParts({ mode: 'production' })
const [app, server, browser] = await Promise.all([
  startSwaggerApp(),
  startServer(),
  launchExtensionBrowser({ width, height }),
])
try {
  const tour = await recordTour({ browser, serverUrl: server.url, appUrl: app.url })
  await writeSample(tour)
  console.log(`The tour has ${tour.steps.length} steps. Look at sample/ and commit it.`)
} finally {
  await browser.close()
  await Promise.all([app.stop(), server.stop()])
}

async function writeSample(tour: Awaited<ReturnType<typeof recordTour>>): Promise<void> {
  const folder = join(root, 'sample')
  await mkdir(folder, { recursive: true })
  const old = (await readdir(folder)).filter((name) => name.endsWith('.webp'))
  await Promise.all(old.map((name) => rm(join(folder, name))))
  const steps = await Promise.all(
    tour.steps.map(async ({ png, ...step }, index) => {
      const image = `${index + 1}.webp`
      await writeFile(join(folder, image), await toSmallWebp(png))
      return { ...step, image, width, height }
    }),
  )
  const { name, description } = tour
  await writeFile(join(folder, 'demo.json'), `${JSON.stringify({ name, description, steps }, null, 2)}\n`)
}

/** The best quality within the limit: the folder is part of every clone. */
async function toSmallWebp(png: Buffer): Promise<Buffer> {
  for (let quality = 90; ; quality -= 5) {
    const webp = await sharp(png).resize(width, height).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= imageBytesMax || quality <= 50) return webp
  }
}
