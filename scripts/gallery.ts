import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { createServer } from 'vite'

import { freePort, startServer } from '#support/server-process.ts'

import { openScreen, settle, signInAs } from '../tests/screens/open-screen.ts'
import { makeScreenWorld, type ScreenWorld } from '../tests/screens/screen-people.ts'
import { screens, type Screen } from '../tests/screens/screens.ts'
import { buildParts } from './build-parts.ts'
import { chromiumPath } from './chromium.ts'
import { contactSheet, pictureName, schemes, sizes, type Size } from './contact-sheet.ts'
import { root, stop } from './tasks.ts'

/*
 * npm run gallery [-- words]: takes pictures of every screen in every state, large and small, light and dark, into
 * gallery/, with an index.html. Words filter by address or state; `phone`, `desktop`, `light` and `dark` are words,
 * too.
 */

const folder = join(root, 'gallery')
const asked = process.argv.slice(2)
const askedSizes = sizes.filter(({ name }) => asked.includes(name))
const askedSchemes = schemes.filter((scheme) => asked.includes(scheme))
const words = asked.filter((word) => !/^(phone|desktop|light|dark)$/.test(word))
const wanted = screens.filter(
  ({ route, state }) => words.length === 0 || words.some((word) => `${route} ${state}`.includes(word)),
)
if (wanted.length === 0)
  stop(`No screen's address or state has ${words.map((word) => `"${word}"`).join(' or ')} in it.`)

await buildParts({ mode: 'production' })
if (asked.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
// Every picture of a talk opens one, and every newcomer signs up.
const server = await startServer({ env: { AGENT_LIMITS: 'off', AUTH_RATE_LIMITS: 'off' } })
const development = await createServer({
  configFile: join(root, 'web', 'vite.config.ts'),
  root: join(root, 'web'),
  logLevel: 'error',
  server: { port: await freePort(), host: '127.0.0.1' },
})
await development.listen()
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
const developmentUrl = development.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
const problems: string[] = []
/** Cuts off lists of more than two dozen cards. */
const highestPicture = 6_000
try {
  const world = await makeScreenWorld(server)
  const queue = (askedSizes.length > 0 ? askedSizes : sizes).flatMap((size) =>
    wanted.map((screen) => ({ screen, size })),
  )
  // Two at a time: one page loads while the other renders.
  await Promise.all([takeNext(), takeNext()])

  async function takeNext(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { screen, size } = next
      await takePictures(browser, world, screen, size).catch((error: unknown) => {
        problems.push(`${screen.route} (${screen.state}, ${size.name}): ${String(error).split('\n')[0]}`)
      })
    }
  }
} finally {
  await browser.close()
  await development.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), contactSheet(screens))
console.log(`${wanted.length} screens are in ${join(folder, 'index.html')}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function takePictures(by: Browser, world: ScreenWorld, screen: Screen, size: Size): Promise<void> {
  const isMobile = size.name === 'phone'
  const context = await by.newContext({ viewport: size, reducedMotion: 'reduce', isMobile, hasTouch: isMobile })
  try {
    const page = await openIn(context, world, screen)
    await stretch(page, screen, size)
    for (const scheme of askedSchemes.length > 0 ? askedSchemes : schemes) {
      await page.emulateMedia({ colorScheme: scheme })
      const path = join(folder, pictureName(screen, size, scheme))
      await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
    }
  } finally {
    await context.close()
  }
}

/**
 * Makes the viewport as high as the page, so that lazy content renders, bars stay at the bottom and touch sizes hold,
 * all of which a full-page screenshot loses. Skipped under an overlay, which hides the rest anyway.
 */
async function stretch(page: Page, screen: Screen, size: Size): Promise<void> {
  if (await page.locator('[role="dialog"], [role="menu"]').first().isVisible()) return
  // Twice: estimated sizes become exact once they were near the viewport.
  for (let round = 0; round < 2; round += 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, Math.min(height, highestPicture)) })
    await settle(page, screen.weather)
  }
}

async function openIn(context: BrowserContext, world: ScreenWorld, screen: Screen) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await signInAs(page, world, screen.person)
  const isOwn = screen.isForDevelopment === true
  await openScreen(page, isOwn ? { ...world, url: developmentUrl } : world, screen)
  return page
}
