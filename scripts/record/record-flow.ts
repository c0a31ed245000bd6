import type { BrowserContext, Page } from '@playwright/test'

import type { Capture } from '#domain/capture.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension } from '#support/extension-page.ts'
import { waitUntilReady, whilePaused } from '#support/recording-author.ts'

import { act, actUnrecorded } from './act.ts'
import { FlowProblem, type Flow, type StepWords } from './flow.ts'

export interface RecordedFlow {
  readonly demoId: string
  /** One for each step of the demo, in order. */
  readonly words: readonly StepWords[]
}

/** Where a flow is recorded to: `session` is a signed-in author's, as stored by the browser. */
export interface Home {
  readonly url: string
  readonly session: string
}

/**
 * Records a flow with the extension, as an author would by hand, and makes a demo of it. `countSteps` says how many of
 * the demo's steps are stored.
 */
export async function recordFlow(
  flow: Flow,
  { home, storageState }: { readonly home: Home; readonly storageState: string | undefined },
  countSteps: (demoId: string) => Promise<number>,
): Promise<RecordedFlow> {
  const browser = await launchFlowBrowser(flow)
  try {
    if (storageState !== undefined) await browser.context.setStorageState(storageState)
    await browser.connect(home.url)
    const dashboard = await openDashboard(browser, home)
    const { words } = await doFlow(browser, dashboard, flow)
    if (words.length === 0) throw new FlowProblem('The flow has no step that is recorded.')
    const demoId = await stop(browser)
    await settle(async () => (await countSteps(demoId)) >= words.length)
    return { demoId, words }
  } finally {
    await browser.close()
  }
}

export function launchFlowBrowser({ width, height, scale, colors, language }: Flow): Promise<ExtensionBrowser> {
  return launchExtensionBrowser({ width, height, deviceScaleFactor: scale, colors, language })
}

/** A signed-in author's page. */
export async function openDashboard({ context }: ExtensionBrowser, { url, session }: Home): Promise<Page> {
  const dashboard = await context.newPage()
  await dashboard.goto(url)
  await dashboard.evaluate((value) => localStorage.setItem('understudy-session', value), session)
  await dashboard.goto(`${url}/dashboard`)
  return dashboard
}

export interface DoneFlow {
  readonly sessionId: string
  /** What becomes a step, in order. */
  readonly captures: readonly Capture[]
  /** One for each of them. */
  readonly words: readonly StepWords[]
}

/**
 * Performs every step while the extension records; leaves the recording running. `dashboard` is a page of the paired
 * server.
 */
export async function doFlow(browser: ExtensionBrowser, dashboard: Page, flow: Flow): Promise<DoneFlow> {
  const opened = browser.context.waitForEvent('page')
  const { sessionId } = await askExtension(dashboard, { type: 'start-recording', url: flow.start })
  const tabs = followTabs(browser.context, await opened)
  const list = async () => {
    const page = await tabs.current()
    await page.waitForLoadState()
    await waitUntilReady(page)
    const { captures } = await askExtension(dashboard, { type: 'list-captures', sessionId })
    return captures.filter(({ isFolded }) => isFolded !== true)
  }
  await (await tabs.current()).waitForLoadState()
  const words = await doSteps(browser, tabs, flow, async () => (await list()).length)
  return { sessionId, words, captures: await list() }
}

interface Tabs {
  readonly current: () => Promise<Page>
}

/** The tab that the author would look at: the one opened last, as long as it is open. */
function followTabs(context: BrowserContext, first: Page): Tabs {
  const pages: Page[] = []
  const follow = (page: Page) => {
    pages.push(page)
    page.on('popup', follow)
  }
  follow(first)
  return {
    async current() {
      await untilTabsAreKnown(context)
      return pages.findLast((page) => !page.isClosed()) ?? first
    },
  }
}

/** A click opens its new tab at once, but Playwright reports it only when its address has responded. */
async function untilTabsAreKnown(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('The browser is gone.')
  const deadline = performance.now() + 20_000
  for (;;) {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'page' }] })
    if (targetInfos.length === context.pages().length || performance.now() > deadline) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await session.detach()
}

/** Performs every step, and returns which texts belong to which capture. */
async function doSteps(
  browser: ExtensionBrowser,
  tabs: Tabs,
  { steps }: Flow,
  countCaptures: () => Promise<number>,
): Promise<readonly StepWords[]> {
  const words: StepWords[] = []
  for (const [index, step] of steps.entries()) {
    const place = `steps ${index + 1}`
    if ('unrecorded' in step) {
      const page = await tabs.current()
      await whilePaused(browser, page, () => actUnrecorded(page, step.unrecorded, place))
      continue
    }
    await act(await tabs.current(), step, place)
    const count = await countCaptures()
    // An action can add captures before its last one, such as for a field that loses the focus. They keep the
    // recorder's texts.
    while (words.length < count - 1) words.push({})
    const said: StepWords = 'see' in step || 'gone' in step ? {} : step
    if (words.length < count) words.push(said)
    else if (said.title !== undefined || said.note !== undefined) {
      throw new FlowProblem(`${place}: the recorder makes no step of it; say its title and note at another one.`)
    }
  }
  if (words.length === 0) throw new FlowProblem('The flow records nothing.')
  return words
}

/** Stops as an author does; the page that opens makes the demo, with what looks private redacted. */
async function stop({ context, openPopup }: ExtensionBrowser): Promise<string> {
  const popup = await openPopup()
  const opened = context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const editor = await opened
  const confirm = editor.getByRole('button', { name: 'Create demo' })
  const isMade = editor.waitForURL('**/dashboard/demos/*/edit', { timeout: 120_000 })
  await Promise.race([isMade, confirm.waitFor({ timeout: 120_000 }).then(() => confirm.click())])
  await isMade
  return new URL(editor.url()).pathname.split('/').at(-2) ?? ''
}

/** Pictures are sent one after the other. */
async function settle(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new FlowProblem('The demo’s pictures did not arrive within 5 minutes.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
