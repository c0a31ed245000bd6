import { expect, test, type Page } from '@playwright/test'

import { allowStream, startRecordedApp, type RecordedApp } from '#support/recorded-app.ts'
import { differingPercent, readImage, waitUntilReady } from '#support/recording-author.ts'

/* Actions faster than screenshots can be taken, in a tab whose author has used the toolbar button. */

const colours = ['#c2185b', '#1565c0', '#2e7d32', '#ef6c00', '#6a1b9a', '#00838f']

const bodies = {
  // Each press shows the next panel, in strong colours.
  '/panels': `<h1 style="color:#c2185b">Invoices</h1>
    <button style="position:fixed;left:600px;top:300px;width:120px;height:60px">Next</button>
    <div id="panel" style="padding:20px;height:220px;width:400px"></div>
    ${Array.from({ length: 12 }, (_, row) => `<p style="color:hsl(${row * 30} 80% 40%)">Row ${row} of the list, <a href="#row">with a link</a></p>`).join('')}
    <script>
      let presses = 0
      const colours = ${JSON.stringify(colours)}
      const show = () => {
        panel.style.background = colours[presses]
        panel.innerHTML = '<p style="color:white">Panel ' + presses + '</p>'
      }
      document.querySelector('button').addEventListener('click', () => { presses += 1; show() })
      window.showPanel = (number) => { presses = number; show() }
      show()
    </script>`,
}

let app: RecordedApp<keyof typeof bodies>

test.beforeAll(async () => {
  app = await startRecordedApp(bodies)
})

test.afterEach(async () => {
  await app.forgetRecordings()
})

test.afterAll(async () => {
  await app.stop()
})

test('shows the page before clicks 260 ms apart as a screenshot would, or marks it', async () => {
  const { page, sessionId } = await app.record('/panels')
  await allowStream(app.browser, page)
  await clickQuickly(page, colours.length)
  await expect.poll(async () => (await app.listCaptures(sessionId)).length).toBe(colours.length)
  const captures = await app.listCaptures(sessionId)
  const pictures = await Promise.all(captures.map((capture) => readImage(app.home, capture)))
  const differences: number[] = []
  for (const [number, picture] of pictures.entries()) {
    // The button keeps its hovered look.
    await page.evaluate((panel) => (window as unknown as { showPanel(panel: number): void }).showPanel(panel), number)
    const reference = await page.screenshot({ style: 'understudy-recorder { display: none !important }' })
    differences.push(await differingPercent(picture, reference))
  }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(differences) })
  const unmarked = differences.filter((_, index) => captures[index]?.frameDelayMs === 0)
  // A busy machine paints late, and its pictures are marked; `bench capture` measures how many.
  expect(unmarked.length).toBeGreaterThan(0)
  expect(Math.max(...unmarked)).toBeLessThan(0.5)

  await app.forgetRecordings()
  await expect.poll(() => app.browser.isStreaming()).toBe(false)
  await page.close()
})

test('follows the tab to another site', async () => {
  const { page, sessionId } = await app.record('/panels')
  await allowStream(app.browser, page)
  await page.goto(`${app.url.replace('127.0.0.1', 'localhost')}/panels`)
  await waitUntilReady(page)
  await clickQuickly(page, 3)
  await expect.poll(async () => (await app.listCaptures(sessionId)).length).toBe(3)
  expect(await app.browser.isStreaming()).toBe(true)
  await page.close()
})

test('marks what it cannot know without a stream', async () => {
  const { page, sessionId } = await app.record('/panels')
  expect(await app.browser.isStreaming()).toBe(false)
  await clickQuickly(page, colours.length)
  await expect.poll(async () => (await app.listCaptures(sessionId)).length).toBe(colours.length)
  const captures = await app.listCaptures(sessionId)
  expect(captures.some(({ frameDelayMs }) => frameDelayMs !== 0)).toBe(true)
  await page.close()
})

/** Every 260 ms. */
async function clickQuickly(page: Page, count: number): Promise<void> {
  let dueAt = Date.now()
  for (let click = 0; click < count; click += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - Date.now())))
    await page.mouse.click(660, 330)
    dueAt += 260
  }
}
