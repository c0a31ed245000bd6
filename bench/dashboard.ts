import { parseArgs } from 'node:util'

import type { Browser, CDPSession, Page } from '@playwright/test'

import { makeDemo } from '#support/make-demo.ts'
import { createImage } from '#support/create-image.ts'
import { startServer } from '#support/server-process.ts'

import { quantileOf, watchGesture, type Gesture } from './support/gesture.ts'
import { launchChromium } from './support/launch-chromium.ts'
import { middleOf, report, spreadOf, type Finding } from './support/report.ts'

/*
 * Main-thread cost of navigating between pages, and scrolling a list of 2,000 demos. CPU time, not wall time. Anchors:
 * inserting the page's own elements at once, and a list of 50 demos. `--short` for a quick look (2 runs).
 */

const { values: options } = parseArgs({ options: { short: { type: 'boolean' } } })
const runs = options.short === true ? 2 : 5
const manyDemos = 2_000
const fewDemos = 50
const routes = [
  ['Demos', 'Demos'],
  ['Analytics', 'Analytics'],
  ['Settings', 'Settings'],
  ['Account', 'Account'],
  ['Dashboard', 'Welcome Back'],
] as const

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
try {
  const many = await makeAuthor(manyDemos)
  const few = await makeAuthor(fewDemos)
  report('dashboard', [...(await routeChanges(browser, few)), ...(await longLists(browser, many, few))])
} finally {
  await browser.close()
  await server.stop()
}

/** Creates a user with this many demos and returns their session. */
async function makeAuthor(count: number): Promise<string> {
  const { buffer } = await createImage(1)
  const step = { png: buffer, width: 1280, height: 800 }
  const { id, author } = await makeDemo(server.url, { name: 'Demo 1', steps: [step] })
  const { data } = await author.from('demo_steps').select('screenshot_url').eq('demo_id', id).single().throwOnError()
  const { screenshot_url: screenshot } = data as { readonly screenshot_url: string }
  for (let from = 1; from < count; from += 500) {
    const ids = Array.from({ length: Math.min(500, count - from) }, () => crypto.randomUUID())
    const demos = ids.map((demoId, index) => ({ id: demoId, name: `Demo ${from + index + 1}` }))
    await author.from('demos').insert(demos).throwOnError()
    const steps = ids.map((demoId) => ({ demo_id: demoId, order: 1, screenshot_url: screenshot }))
    await author.from('demo_steps').insert(steps).throwOnError()
  }
  return JSON.stringify((await author.auth.getSession()).data.session)
}

async function withPage<T>(
  browser: Browser,
  session: string,
  path: string,
  work: (page: Page, client: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      'understudy-session',
      session,
    ] as const)
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${server.url}${path}`)
    await page.waitForLoadState('networkidle')
    return await work(page, client)
  } finally {
    await context.close()
  }
}

async function routeChanges(browser: Browser, session: string): Promise<readonly Finding[]> {
  const ours = new Map<string, number[]>()
  const byHand = new Map<string, number[]>()
  for (let run = 0; run < runs; run += 1) {
    await withPage(browser, session, '/dashboard', async (page, client) => {
      // A route's code and data are cached after the first visit.
      for (const [label, title] of routes) await visit(page, label, title)
      for (const [label, title] of routes) {
        const spent = await cpuMs(client, () => visit(page, label, title))
        ours.set(label, [...(ours.get(label) ?? []), spent])
      }
    })
    for (const [label] of routes) {
      await withPage(
        browser,
        session,
        label === 'Dashboard' ? '/dashboard' : `/dashboard/${label.toLowerCase()}`,
        (page, client) =>
          insertByHand(page, client).then((spent) => byHand.set(label, [...(byHand.get(label) ?? []), spent])),
      )
    }
  }
  return routes.map(([label]) => {
    const value = spreadOf(ours.get(label) ?? [])
    return {
      what: `go to ${label}, visited before: processor time of the main thread`,
      unit: 'ms',
      ours: value,
      anchor: { what: 'its elements put into the document at once', value: spreadOf(byHand.get(label) ?? []) },
      goal: '≤ 100 ms',
      passed: value.median <= 100,
    }
  })
}

async function visit(page: Page, label: string, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: label, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  // Refetches are done and rendered by then.
  await page.waitForTimeout(500)
}

function insertByHand(page: Page, client: CDPSession): Promise<number> {
  return cpuMs(client, () =>
    page.evaluate(async () => {
      const main = document.querySelector('main')
      if (main === null) throw new Error('There is no page')
      const html = main.innerHTML
      const box = document.createElement('div')
      main.replaceChildren(box)
      box.innerHTML = html
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }),
  )
}

async function cpuMs(client: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await metric(client, 'TaskDuration')
  await work()
  return ((await metric(client, 'TaskDuration')) - before) * 1000
}

async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? 0
}

interface ListLoad {
  readonly scriptMs: number
  readonly scrolling: Gesture
}

async function longLists(browser: Browser, many: string, few: string): Promise<readonly Finding[]> {
  const loads = { many: [] as ListLoad[], few: [] as ListLoad[] }
  for (let run = 0; run < runs; run += 1) {
    loads.many.push(await loadList(browser, many))
    loads.few.push(await loadList(browser, few))
  }
  const compare = (what: string, unit: string, read: (load: ListLoad) => number, goal?: number): Finding => {
    const [ours, value] = [spreadOf(loads.many.map(read)), spreadOf(loads.few.map(read))]
    const ratio = middleOf(ours) / middleOf(value)
    return {
      what: `${manyDemos} demos: ${what}`,
      unit,
      ours,
      anchor: { what: `${fewDemos} demos`, value },
      goal: goal === undefined ? 'none; noted' : `≤ ${goal} × the anchor`,
      passed: goal === undefined || ratio <= goal,
    }
  }
  return [
    compare('script until the list stands', 'ms', ({ scriptMs }) => scriptMs, 1.5),
    compare('frame while scrolling, median', 'ms', ({ scrolling }) => quantileOf(scrolling.frameMs, 0.5), 1.2),
    compare('frame while scrolling, p99', 'ms', ({ scrolling }) => quantileOf(scrolling.frameMs, 0.99)),
    compare('script per second of scrolling', 'ms', ({ scrolling }) => scrolling.scriptMsPerSecond),
  ]
}

function loadList(browser: Browser, session: string): Promise<ListLoad> {
  return withPage(browser, session, '/dashboard/demos', async (page, client) => {
    await page.getByRole('article').first().waitFor()
    const scriptMs = (await metric(client, 'ScriptDuration')) * 1000
    const scrolling = await watchGesture(page, client, 'wheel', async () => {
      await page.mouse.move(900, 500)
      for (let turn = 0; turn < 60; turn += 1) {
        await page.mouse.wheel(0, turn < 40 ? 200 : -200)
        await page.waitForTimeout(16)
      }
    })
    return { scriptMs, scrolling }
  })
}
