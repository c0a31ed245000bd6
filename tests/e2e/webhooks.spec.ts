import { createServer } from 'node:http'

import { expect, test } from '@playwright/test'
import sharp from 'sharp'

import { openAuthorPage } from '#support/author-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { listenOnLoopback, type LoopbackServer } from '#support/listen-on-loopback.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* An author connects the workspace to a chat or a CRM. */

let server: ServerProcess
let receiver: LoopbackServer
let demo: MadeDemo
const bodies: string[] = []
let answer = 200

test.beforeAll(async () => {
  server = await startServer({ env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  const png = await sharp({ create: { width: 720, height: 450, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, { name: 'Billing', steps: [{ png, width: 720, height: 450 }] })
  receiver = await listenOnLoopback(
    createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        bodies.push(body)
        response.writeHead(answer).end()
      })
    }),
  )
})
test.afterAll(() => Promise.all([server.stop(), receiver.close()]))

test('an author adds a webhook, tests, pauses and removes it', async ({ browser }) => {
  const page = await openAuthorPage(browser, server.url, demo)
  const problems = watchConsole(page)
  const host = new URL(receiver.origin).host
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: host })
  await page.goto(`${server.url}/dashboard/settings/integrations`)
  await page.getByLabel('Format').selectOption('JSON, signed')
  await page.getByRole('region', { name: 'Webhooks' }).getByLabel('Address').fill(`${receiver.origin}/catch`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByLabel('Signing key')).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('JSON · Nothing sent yet')
  await expectAccessible(page)

  await page.getByRole('button', { name: `Send a test to ${host}` }).click()
  await expect(page.getByText('Test delivered.')).toBeVisible()
  await expect(row).toContainText('Test now, delivered')
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ type: 'test' })
  answer = 500
  await page.getByRole('button', { name: `Send a test to ${host}` }).click()
  await expect(row).toContainText('the address answered 500')

  await page.getByRole('button', { name: `More for ${host}` }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await page.getByRole('button', { name: `More for ${host}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  expect(problems).toEqual([])
})
