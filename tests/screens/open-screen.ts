import type { Page, Route } from '@playwright/test'

import type { Person, ScreenWorld } from './screen-people.ts'
import type { Screen, Conditions } from './screens.ts'

/** Signs in every page opened here as that person, without a form. */
export async function signInAs(page: Page, world: ScreenWorld, person: Person): Promise<void> {
  const session = await world.sessionOf(person)
  if (session === null) return
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    'understudy-session',
    JSON.stringify(session),
  ] as const)
}

/** Opens the screen in its state and waits until it has settled. */
export async function openScreen(page: Page, world: ScreenWorld, screen: Screen): Promise<void> {
  await setConditions(page, screen.weather)
  await screen.arrange?.(page)
  await page.goto(world.url + screen.path(world), { waitUntil: 'load' })
  await settle(page, screen.weather)
  if (screen.act === undefined) return
  await screen.act(page)
  await settle(page, screen.weather)
}

const dataCalls = /\/(rest|auth|storage|account|share|agents)\/v1\//

async function setConditions(page: Page, weather: Conditions): Promise<void> {
  if (weather === 'held') await page.route(dataCalls, () => undefined)
  if (weather === 'cut') await page.route(dataCalls, (route: Route) => route.abort())
}

/** Long enough for a call's three attempts without a server, and for a missing extension's timeout. */
const settledMs = 8_000

/** Resolves when rendering is done; a page that waits forever is taken as it is after a while. */
export async function settle(page: Page, weather: Conditions = 'fair'): Promise<void> {
  await page
    .waitForFunction(isSettled, weather === 'held', { timeout: weather === 'held' ? 3_000 : settledMs })
    .catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error
    })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Runs in the page. */
function isSettled(isHeld: boolean): boolean {
  if (document.fonts.status !== 'loaded') return false
  // The page's own code isn't loaded yet.
  const states = [...document.querySelectorAll('[role="status"]')]
  if (states.some((state) => (state.ariaLabel ?? state.textContent) === 'Loading')) return false
  const waiting = document.querySelectorAll('.animate-pulse-soft, .animate-spin, [aria-busy="true"]')
  if (isHeld) return waiting.length > 0 && document.querySelector('h1, .animate-pulse-soft') !== null
  const frames = [...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)
  if (frames.some((frame) => frame !== null && frame.querySelector('img')?.complete !== true)) return false
  const images = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const isDrawn = document.querySelector('h1, h2, [role="alert"]') !== null
  return isDrawn && waiting.length === 0 && images.every((image) => image.complete)
}
