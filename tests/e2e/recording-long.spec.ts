import { expect, test } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension } from '#support/extension-page.ts'
import { waitUntilReady } from '#support/recording-author.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { startSwaggerApp, type SwaggerApp } from '#support/swagger-app.ts'

const clicks = 150

let app: SwaggerApp
let server: ServerProcess
let author: ExtensionBrowser

test.beforeAll(async () => {
  ;[app, server, author] = await Promise.all([startSwaggerApp(), startServer(), launchExtensionBrowser()])
  await author.connect(server.url)
})

test.afterAll(async () => {
  await author.close()
  await Promise.all([app.stop(), server.stop()])
})

test(`${clicks} steps are in the editor soon after Stop`, async () => {
  test.setTimeout(300_000)
  const dashboard = await author.context.newPage()
  await dashboard.goto(`${server.url}/signup`)
  await dashboard.getByLabel('Email').fill('author@example.com')
  await dashboard.getByLabel('Password').fill('a long enough password')
  await dashboard.getByRole('button', { name: 'Create account' }).click()
  await dashboard.waitForURL('**/dashboard')
  const opened = author.context.waitForEvent('page')
  const { sessionId } = await askExtension(dashboard, { type: 'start-recording', url: app.url })
  const page = await opened
  await waitUntilReady(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (let click = 0; click < clicks; click += 1) {
    await page.mouse.click(width - 40 - (click % 10) * 12, height - 40 - Math.floor(click / 10) * 12)
  }
  await expect
    .poll(async () => (await askExtension(dashboard, { type: 'list-captures', sessionId })).captures.length)
    .toBe(clicks)

  const popup = await author.openPopup()
  const importing = author.context.waitForEvent('page')
  const startedAt = Date.now()
  await popup.getByRole('button', { name: 'Stop' }).click()
  const editor = await importing
  const calls: string[] = []
  editor.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const steps = editor.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d+/ })
  // Pages that a busy machine couldn't search completely are shown to the author first.
  const confirm = editor.getByRole('button', { name: 'Create demo' })
  await expect(steps.first().or(confirm)).toBeVisible({ timeout: 120_000 })
  if (await confirm.isVisible()) await confirm.click()
  await editor.waitForURL('**/dashboard/demos/*/edit', { timeout: 120_000 })
  await expect(steps).toHaveCount(clicks)
  const tookMs = Date.now() - startedAt
  test.info().annotations.push({ type: 'measured', description: `${tookMs} ms` })
  console.log('import', tookMs)

  // Chrome takes two screenshots a second; each is uploaded, decoded and stored once.
  const uploads = calls.filter((call) => call.startsWith('POST /storage/v1/object/demo-captures/')).length
  const copies = calls.filter((call) => call === 'POST /storage/v1/object/copy').length
  expect(uploads + copies).toBe(clicks)
  expect(uploads).toBeLessThan(clicks / 3)
  expect(calls.filter((call) => call === 'POST /rest/v1/rpc/import_demo')).toHaveLength(1)
})
