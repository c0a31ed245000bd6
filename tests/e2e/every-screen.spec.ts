import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Browser, type Page } from '@playwright/test'

import { accessibilityTags } from '#support/expect-accessible.ts'
import { watchLayoutShift } from '#support/layout-shift.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

import { openScreen, settle, signInAs } from '../screens/open-screen.ts'
import { makeScreenWorld, type ScreenWorld } from '../screens/screen-people.ts'
import { screens, type Screen } from '../screens/screens.ts'

/* Every page, with months of data: accessible, complete, stable, and free of errors. */

let server: ServerProcess
let world: ScreenWorld

test.beforeAll(async () => {
  server = await startServer()
  world = await makeScreenWorld(server)
})
test.afterAll(() => server.stop())

/** Each page in its usual state, which is listed first. */
const usual = screens.filter(
  (screen, index) =>
    screens.findIndex(({ route }) => route === screen.route) === index && screen.isForDevelopment !== true,
)
const shiftMax = 0.02
const pagesMax = 12

/** At most 12 pages per test, so that each fits the timeout. */
const groups = [...Map.groupBy(usual, (screen) => screen.person)].flatMap(([person, theirs]) =>
  Array.from({ length: Math.ceil(theirs.length / pagesMax) }, (_, part) => ({
    person,
    theirs: theirs.slice(part * pagesMax, (part + 1) * pagesMax),
  })),
)

for (const [size, viewport] of [
  ['large', { width: 1440, height: 900 }],
  ['small', { width: 390, height: 844 }],
] as const) {
  for (const { person, theirs } of groups) {
    const from = `${theirs[0]?.route} to ${theirs.at(-1)?.route}`
    test(`from ${from} (${person}), pages are accessible, complete and stable on a ${size} screen, light and dark`, async ({
      browser,
    }) => {
      test.setTimeout(240_000)
      const problems: string[] = []
      const page = await openBrowser(browser, viewport)
      await signInAs(page, world, person)
      const errors = watchFailures(page)
      const readShift = await watchLayoutShift(page)
      for (const screen of theirs) {
        const found = await lookAt(page, screen, readShift)
        problems.push(...[...found, ...errors.splice(0)].map((problem) => `${screen.route}: ${problem}`))
      }
      await page.context().close()
      expect(problems).toEqual([])
    })
  }
}

async function openBrowser(browser: Browser, viewport: { readonly width: number; readonly height: number }) {
  // Wait for colour transitions to finish.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  return page
}

async function lookAt(page: Page, screen: Screen, readShift: () => Promise<number>): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await openScreen(page, world, screen)
  const shift = await readShift()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const found = await violations(new AxeBuilder({ page }).withTags([...accessibilityTags]))
  // Only colours depend on the scheme; lazily rendered parts keep the first one's.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.paint-when-near')) {
      element.style.contentVisibility = 'visible'
    }
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  const dark = await violations(new AxeBuilder({ page }).withRules(['color-contrast']))
  return [
    ...found,
    ...dark.map((problem) => `dark: ${problem}`),
    ...(shift > shiftMax ? [`moved by ${shift.toFixed(3)}`] : []),
    ...(overflow > 0 ? [`${overflow} px wider than the screen`] : []),
  ]
}

async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  // Our pages have no cross-origin frames; legacy mode would open a page for each check.
  const result = await axe.setLegacyMode().analyze()
  return result.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`)
}

function watchFailures(page: Page): string[] {
  const failures = watchConsole(page)
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    const { errorText } = request.failure() ?? { errorText: '' }
    if (errorText !== 'net::ERR_ABORTED') failures.push(`${request.url()} ${errorText}`)
  })
  return failures
}
