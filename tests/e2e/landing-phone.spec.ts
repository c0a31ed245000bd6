import { expect, test } from '@playwright/test'

import { startServer, type ServerProcess } from '#support/server-process.ts'

/* The landing page on a phone, on a server of its own: a network may hold only a few talks at a time. */

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('a suggested question is asked with a tap', async ({ page }) => {
  await page.goto(server.url)
  await page.getByText('Can I track my shipment?').tap()
  const panel = page.frameLocator('iframe[title="Interactive demo"]').getByRole('dialog')
  // The first answer of a server waits until the agent's weights are loaded and the notes are read.
  await expect(panel.getByText('Every shipment is on one map')).toBeVisible({ timeout: 30_000 })
})
