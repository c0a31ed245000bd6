import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { startHostSite, type HostSite } from '#support/host-page.ts'
import { hostilePages } from '#support/hostile-pages.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { startTrackingListener } from '#support/tracking-listener.ts'
import { watchConsole } from '#support/watch-console.ts'

/* The embed script on other people's pages, of the kinds the tracker must handle (tracker.spec.ts). */

test('on hostile pages the embed throws nothing, leaks no globals, touches only its container, and plays once', async ({
  page,
}) => {
  const listener = await startTrackingListener()
  const host = await startHostSite()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  for (const { what, headers, body = '', isTwice = false } of hostilePages) {
    // The hook is the tracker's, which is not on this page.
    if (what === 'whose own hook fails') continue
    const tag = `<script src="${listener.origin}/js/demo-player.js"></script>`
    const theirs = '<main style="color: rgb(1, 2, 3)"><button>Buy</button></main>'
    const probe = '<script>window.before = Object.getOwnPropertyNames(window).concat("before")</script>'
    const container = '<div id="demo" data-demo-id="x"></div>'
    await page.goto(host.serve('/', `${theirs}${container}${body}${probe}${tag}${isTwice ? tag : ''}`, headers))
    await expect(page.locator('#demo > iframe'), what).toHaveCount(1)
    const left = await page.evaluate(() => {
      const { before } = window as unknown as { before: readonly string[] }
      return {
        // A frame is also a property of the window: its index.
        names: Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && !/^\d+$/.test(name)),
        theirs: document.querySelector('main')?.outerHTML,
        scripts: document.querySelectorAll('script[src], style, link[rel=stylesheet]').length,
      }
    })
    expect(left, what).toEqual({ names: [], theirs, scripts: isTwice ? 2 : 1 })
  }
  expect(errors).toEqual([])
  await Promise.all([host.close(), listener.close()])
})

test.describe('on a site with a strict policy', () => {
  let server: ServerProcess
  let host: HostSite
  let demo: MadeDemo

  test.beforeAll(async () => {
    server = await startServer()
    host = await startHostSite()
    const png = await createPng()
    const step = { png, width: 720, height: 450 }
    demo = await makeDemo(server.url, {
      name: 'Billing in two minutes',
      steps: [
        { ...step, title: 'Hello {{company|there}}' },
        { ...step, title: 'Send an invoice', description: 'An invoice is sent with one click.' },
        { ...step, title: 'Done' },
      ],
    })
  })
  test.afterAll(() => Promise.all([server.stop(), host.close()]))

  /** A page of another origin whose policy names our scripts and frames, and nothing inline but the page's own. */
  async function visit(page: Page, container: string): Promise<readonly string[]> {
    const problems = watchConsole(page)
    const policy = `default-src 'none'; script-src ${server.url} 'nonce-theirs'; frame-src ${server.url}; img-src ${server.url} data:`
    const listening = `<script nonce="theirs">
      window.events = []
      for (const type of ['ready', 'step', 'finished', 'playing', 'lead', 'gate', 'cta', 'agent', 'meeting'])
        document.addEventListener('understudy-' + type, ({ detail, target }) => events.push({ ...detail, on: target.id }))
      window.send = (command) =>
        document.querySelector('iframe').contentWindow.postMessage({ source: 'understudy-host', ...command }, '${server.url}')
    </script>`
    const script = `<script async src="${server.url}/js/demo-player.js"></script>`
    await page.goto(
      host.serve('/strict', `${listening}<h1>Shop</h1>${container}${script}`, { 'content-security-policy': policy }),
    )
    return problems
  }
  const eventsOf = (page: Page) =>
    page.evaluate(() => (window as unknown as { events: readonly Record<string, unknown>[] }).events)
  const typesOf = async (page: Page) =>
    (await eventsOf(page)).map(({ type, step }) => `${String(type)} ${String(step)}`)
  const send = (page: Page, command: Readonly<Record<string, unknown>>) =>
    page.evaluate((given) => (window as unknown as { send: (command: unknown) => void }).send(given), command)

  test('the page gets events and controls the demo', async ({ page }) => {
    const problems = await visit(page, `<div id="demo" data-demo-id="${demo.id}"></div>`)
    const frame = page.frameLocator('#demo iframe')
    await expect.poll(() => typesOf(page)).toEqual(['ready 1'])
    expect(await eventsOf(page)).toEqual([
      { source: 'understudy-player', type: 'ready', demoId: demo.id, step: 1, stepCount: 3, on: 'demo' },
    ])
    await expect(frame.getByText('Hello there').first()).toBeVisible()
    await send(page, { command: 'set-variables', variables: { company: '<b>Tamsin</b>' } })
    await expect(frame.getByText('Hello <b>Tamsin</b>').first()).toBeVisible()

    await send(page, { command: 'go-to-step', step: 99 })
    await expect.poll(() => typesOf(page)).toEqual(['ready 1', 'step 3', 'finished 3'])
    await send(page, { command: 'previous' })
    await expect.poll(() => typesOf(page)).toContain('step 2')
    for (const wrong of [
      { command: 'explode' },
      { command: 'go-to-step', step: 'x' },
      {},
      { command: 'set-variables' },
    ]) {
      await send(page, wrong)
    }
    await send(page, { command: 'start-agent', question: 'How is an invoice sent?' })
    // The first question is the visitor's consent, so the page can't send it for them.
    const field = frame.getByRole('textbox', { name: 'Your question' })
    await expect(field).toHaveValue('How is an invoice sent?')
    expect((await eventsOf(page)).filter(({ state }) => state === 'answered')).toEqual([])
    await field.press('Enter')
    await expect
      .poll(async () => (await eventsOf(page)).filter(({ type }) => type === 'agent'))
      .toMatchObject([
        { state: 'opened', answers: 0, step: 2 },
        { state: 'answered', answers: 1 },
      ])
    // Only the demo's author may learn what was asked.
    expect(JSON.stringify(await eventsOf(page))).not.toContain('invoice sent')
    expect(problems).toEqual([])
  })

  test('commands of any other window are ignored', async ({ page }) => {
    await visit(page, `<div id="demo" data-demo-id="${demo.id}"></div>`)
    await expect.poll(() => typesOf(page)).toEqual(['ready 1'])
    const frame = page.frames().find((each) => each.url().startsWith(server.url))
    // The frame's own window is not its host.
    await frame?.evaluate(() => window.postMessage({ source: 'understudy-host', command: 'next' }, '*'))
    await send(page, { command: 'next' })
    await expect.poll(() => typesOf(page)).toEqual(['ready 1', 'step 2'])
  })

  for (const mode of ['popup', 'bubble'] as const) {
    test(`a ${mode} opens the demo over the page, by keyboard too, and returns to where the visitor was`, async ({
      page,
    }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const problems = await visit(
        page,
        `<div id="demo" data-demo-id="${demo.id}" data-mode="${mode}" data-label="Watch it"></div>`,
      )
      const button = page.getByRole('button', { name: 'Watch it' })
      await expect(button).toBeVisible()
      expect(asked.filter((path) => path.startsWith('/demo/'))).toEqual([])
      await button.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Interactive demo' })
      await expect(dialog).toBeVisible()
      await expect(page.frameLocator('dialog iframe').getByText('Step 1 of 3', { exact: true }).first()).toBeVisible()
      await expect.poll(() => typesOf(page)).toEqual(['ready 1'])
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('Enter')
      await page.frameLocator('dialog iframe').getByRole('button', { name: 'Next' }).first().focus()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(problems).toEqual([])
    })
  }

  test('the container’s own content opens the pop-up', async ({ page }) => {
    await visit(
      page,
      `<p id="demo" data-demo-id="${demo.id}" data-mode="popup"><a href="/elsewhere">Take the tour</a></p>`,
    )
    await page.locator('[data-demo-player] script').waitFor({ state: 'attached' })
    await expect(async () => {
      await page.getByRole('link', { name: 'Take the tour' }).click()
      await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
    }).toPass()
    expect(page.url()).toContain('/strict')
  })

  for (const width of [1120, 640, 358]) {
    test(`nothing scrolls inside a container of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width: width + 32, height: 844 })
      await visit(page, `<div id="demo" data-demo-id="${demo.id}"></div>`)
      await expect.poll(() => typesOf(page)).toEqual(['ready 1'])
      const frame = page.frames().find((each) => each.url().startsWith(server.url))
      await expect
        .poll(() =>
          frame?.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
        )
        .toBe(0)
    })
  }
})

async function createPng(): Promise<Buffer> {
  return sharp({ create: { width: 720, height: 450, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
}
