import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { savePages } from '#support/save-pages.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Captured pages wherever a step is shown, and the picture wherever its page can't be. */

test.use({ viewport: { width: 1440, height: 900 } })

let server: ServerProcess
let demo: MadeDemo
let stepIds: readonly string[]

// No background: a tab shows it on white.
const page = (name: string) => `<!doctype html><html><head></head><body><p>${name}</p></body></html>`

test.beforeAll(async () => {
  server = await startServer()
  const picture = { png: await plainPicture('#ffd'), width: 1440, height: 900 }
  demo = await makeDemo(server.url, {
    name: 'Tour of billing',
    steps: ['Open', 'Choose', 'Pay'].map((title) => ({ ...picture, title, click: { x: 50, y: 50 } })),
  })
  await savePages(server.url, demo.author, demo.id, ['Jane Roe', 'Two', 'Three'].map(page))
  const { data } = await demo.author
    .from('demo_steps')
    .select('id')
    .eq('demo_id', demo.id)
    .order('order')
    .throwOnError()
  stepIds = data.map(({ id }) => String(id))
  await showAsPicture(stepIds[1] ?? '')
  await useVariable(stepIds[0] ?? '')
})
test.afterAll(async () => {
  await server.stop()
})

function plainPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1440, height: 900, channels: 3, background } })
    .png()
    .toBuffer()
}

async function showAsPicture(stepId: string): Promise<void> {
  await demo.author
    .from('demo_steps')
    .update({ look: { showAs: 'picture' } })
    .eq('id', stepId)
    .throwOnError()
}

/** As the editor does: a variable in place of the page's name, with a fallback in the demo. */
async function useVariable(stepId: string): Promise<void> {
  const look = { layout: 'callout', variables: [{ name: 'person', fallback: 'Ada Lovelace' }] }
  await demo.author.from('demos').update({ look }).eq('id', demo.id).throwOnError()
  const { data } = await demo.author
    .from('demo_steps')
    .select('screenshot_url')
    .eq('id', stepId)
    .single()
    .throwOnError()
  const edits = [{ kind: 'text', path: '1.0.0', was: 'Jane Roe', to: '{{person}}' }]
  const form = new FormData()
  form.set('change', JSON.stringify({ expected: data.screenshot_url, edits }))
  form.set('picture', new Blob([new Uint8Array(await plainPicture('#ddf'))], { type: 'image/png' }))
  const session = await demo.author.auth.getSession()
  const headers = { authorization: `Bearer ${session.data.session?.access_token ?? ''}` }
  const answer = await fetch(`${server.url}/snapshots/v1/steps/${stepId}/edits`, { method: 'PUT', headers, body: form })
  expect(answer.status).toBe(200)
}

const frame = (shown: Page) => shown.locator('.us-camera iframe')

/** The step shows its page, and nothing of the picture behind it. */
async function expectPage(shown: Page, text: string): Promise<void> {
  await expect(frame(shown)).toHaveCount(1)
  await expect(frame(shown)).toHaveCSS('opacity', '1')
  await expect(frame(shown).contentFrame().getByText(text)).toBeVisible()
  expect(await colourOf(shown)).toEqual([255, 255, 255])
}

async function expectPicture(shown: Page, colour: readonly number[]): Promise<void> {
  await expect(shown.locator('.us-frame-ready')).toBeVisible()
  await expect.poll(() => colourOf(shown)).toEqual(colour)
}

/** The step's colour at its upper right, where the page has no text. */
async function colourOf(shown: Page): Promise<readonly number[]> {
  const box = (await shown.locator('.us-view').boundingBox())!
  const clip = { x: box.x + box.width * 0.7, y: box.y + 40, width: 4, height: 4 }
  const pixels = await sharp(await shown.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  return [...pixels.subarray(0, 3)]
}

const paleBlue = [221, 221, 255]
const paleYellow = [255, 255, 221]

test('viewer, presenter and presenter window show pages as visitors see them', async ({ page: viewer, context }) => {
  const problems = watchConsole(viewer)
  await signInPage(viewer, demo.author)
  await viewer.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await expectPage(viewer, 'Ada Lovelace')
  await viewer.keyboard.press('ArrowRight')
  await expect(frame(viewer)).toHaveCount(0)
  await expectPicture(viewer, paleYellow)
  await viewer.keyboard.press('ArrowRight')
  await expectPage(viewer, 'Three')
  // The frame leaves clicks to the step.
  await viewer.getByRole('button', { name: 'Previous step' }).click()
  await viewer.locator('[data-hotspot]').click()
  await expectPage(viewer, 'Three')

  const opening = context.waitForEvent('page')
  await viewer.keyboard.press('p')
  const presenter = await opening
  await expectPage(presenter, 'Three')
  await presenter.close()
  await viewer.keyboard.press('f')
  const stage = viewer.getByRole('dialog', { name: 'Tour of billing' })
  await expect(stage.locator('.us-camera iframe')).toHaveCSS('opacity', '1')
  expect(problems).toEqual([])
})

test('the editor’s canvas shows the page, and the hotspot is dragged over it', async ({ page: editor }) => {
  const problems = watchConsole(editor)
  await signInPage(editor, demo.author)
  await editor.goto(`${server.url}/dashboard/demos/${demo.id}/edit?step=${stepIds[2] ?? ''}`)
  await editor
    .getByRole('button', { name: /^Step 3/ })
    .first()
    .click()
  await expectPage(editor, 'Three')
  const handle = editor.getByRole('button', { name: /^Hotspot at/ })
  const before = (await handle.boundingBox())!
  await editor.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await editor.mouse.down()
  await editor.mouse.move(before.x - 60, before.y - 60, { steps: 5 })
  await editor.mouse.up()
  await expect.poll(async () => (await handle.boundingBox())!.x).toBeLessThan(before.x - 40)
  await expectPage(editor, 'Three')
  expect(problems).toEqual([])
})

test('the picture stays where its page is gone, refused or unreachable', async ({ page: visit }) => {
  const address = `${server.url}/demo/${demo.id}/play`
  const pages = '**/snapshots/v1/*/page*'
  for (const status of [404, 429, 503]) {
    await visit.route(pages, (route) => route.fulfill({ status, json: { error: 'No page' } }))
    const answered = visit.waitForResponse(pages)
    await visit.goto(address)
    await answered
    await expectPicture(visit, paleBlue)
    await visit.unroute(pages)
  }
  await visit.route(pages, (route) => route.abort('connectionreset'))
  const failed = visit.waitForEvent('requestfailed')
  await visit.goto(address)
  await failed
  await expectPicture(visit, paleBlue)
  await visit.unroute(pages)
  await visit.goto(address)
  await expectPage(visit, 'Ada Lovelace')
})
