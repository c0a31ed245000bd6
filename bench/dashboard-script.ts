import { brotliCompressSync } from 'node:zlib'

import type { Browser } from '@playwright/test'

import { makeDemo } from '#support/make-demo.ts'
import { createImage } from '#support/create-image.ts'
import { startServer } from '#support/server-process.ts'

import { launchChromium } from './support/launch-chromium.ts'
import { report, spreadOf } from './support/report.ts'

/*
 * The JavaScript that a signed-in author's browser loads, with an empty cache, until the demo list appears. Sizes are
 * best-quality brotli, which the server sends from the second request on.
 */

const runs = 5
/** The application's supabase-js storage key. */
const sessionKey = 'understudy-session'
const bytesOf = new Map<string, number>()

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
try {
  await measure(browser, server.url)
} finally {
  await browser.close()
  await server.stop()
}

async function measure(browser: Browser, serverUrl: string): Promise<void> {
  const { buffer } = await createImage(1)
  const { author } = await makeDemo(serverUrl, {
    name: 'Plan a launch',
    steps: [{ png: buffer, width: 1280, height: 800 }],
  })
  const { data } = await author.auth.getSession()
  const loads: (readonly ScriptFile[])[] = []
  for (let run = 0; run < runs; run += 1) loads.push(await loadList(browser, serverUrl, JSON.stringify(data.session)))

  for (const { name, bytes } of (loads[0] ?? []).toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${String(bytes).padStart(8)} ${name}`)
  }
  const bytes = spreadOf(loads.map(sum))
  report('dashboard-script', [
    {
      what: 'script until the demo list is shown, brotli',
      unit: 'bytes',
      ours: bytes,
      anchor: null,
      goal: '≤ 170000 bytes',
      passed: bytes.max <= 170_000,
    },
    {
      what: 'files of it',
      unit: 'files',
      ours: spreadOf(loads.map((files) => files.length)),
      anchor: null,
      goal: 'none; noted',
      passed: true,
    },
  ])
}

interface ScriptFile {
  readonly name: string
  readonly bytes: number
}

function sum(files: readonly ScriptFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

async function loadList(browser: Browser, serverUrl: string, session: string): Promise<readonly ScriptFile[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [sessionKey, session] as const)
    await context.addInitScript(recordFirstDemo)
    const page = await context.newPage()
    await page.goto(`${serverUrl}/dashboard/demos`)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= Number(window.name))
        .map(({ name }) => name),
    )
    return await Promise.all(urls.map(weigh))
  } finally {
    await context.close()
  }
}

/** Runs in the page first: records when the first demo appears. */
function recordFirstDemo(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('article') === null) return
    observer.disconnect()
    window.name = String(performance.now())
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function weigh(url: string): Promise<ScriptFile> {
  const known = bytesOf.get(url) ?? brotliCompressSync(await (await fetch(url)).bytes()).byteLength
  bytesOf.set(url, known)
  return { name: new URL(url).pathname, bytes: known }
}
