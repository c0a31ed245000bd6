import { expect, test, type Page } from '@playwright/test'

import type { PageTextsAnswer } from '#protocol/page-edits.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { startRecordedPages, type RecordedPages } from '#support/recorded-pages.ts'
import { signUpAuthor, waitUntilRead } from '#support/recording-author.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

import { countSteps, nameDemo, signIn, type Author } from '../../scripts/record/flow-demo.ts'
import { readFlow } from '../../scripts/record/flow.ts'
import { recordFlow } from '../../scripts/record/record-flow.ts'

/* An app recorded by hand, and once more by a flow in a file: both demos say and show the same. */

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const bodies = {
  '/': `<style>
      body { user-select: none } main { padding: 40px } nav { position: relative } button { height: 36px }
      #menu { position: absolute; top: 40px; margin: 0; padding: 8px; background: #eee; list-style: none }
      [draggable] { position: absolute; left: 40px; top: 320px; width: 160px; height: 60px; background: #cde }
      #done { position: absolute; left: 640px; top: 280px; width: 320px; height: 200px; background: #eee }
    </style>
    <main><h1>Freight board</h1>
    <nav><button onclick="menu.hidden = !menu.hidden">Views</button>
      <ul id="menu" role="menu" hidden><li role="menuitem" tabindex="-1" onclick="menu.hidden = true; view.textContent = 'Late shipments'">Late</li></ul></nav>
    <p id="view">All shipments</p>
    <p><button onclick="ask.showModal()">New shipment</button></p>
    <p><a href="/report" target="_blank">Open the report</a></p>
    <div role="button" aria-label="Tea for Oslo" draggable="true">Tea for Oslo</div>
    <section id="done" aria-label="Delivered" ondragover="event.preventDefault()" ondrop="view.textContent = 'Tea is delivered'"></section>
    <dialog id="ask"><h2>New shipment</h2><label>Goods <input></label> <button onclick="ask.close()">Book</button></dialog>
    </main>`,
  '/report': `<main style="padding:40px"><h1>Report</h1><p>12 shipments</p><button>Print</button></main>`,
}

const flowSteps = `
  - click: Views
  - click: Late
  - click: New shipment
  - fill: { label: Goods }
    with: 12 pallets of tea
  - click: Book
  - drag: Tea for Oslo
    to: { css: '#done' }
  - click: Open the report
  - click: Print
`

let pages: RecordedPages
let server: ServerProcess
let hand: ExtensionBrowser
let author: Author
let byHand: string
let byFlow: string

test.beforeAll(async () => {
  ;[pages, server, hand] = await Promise.all([startRecordedPages(bodies), startServer(), launchExtensionBrowser()])
})
test.afterAll(async () => {
  await hand.close()
  await Promise.all([pages.stop(), server.stop()])
})

/** Moves the pointer in steps, like a person, across the elements in between. */
async function pointAt(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`There is no ${selector}`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
}

async function press(page: Page, selector: string): Promise<void> {
  await waitUntilRead(page)
  await pointAt(page, selector)
  await waitUntilRead(page)
  await page.mouse.down()
  await page.mouse.up()
}

test('an author records the app by hand', async () => {
  const dashboard = await signUpAuthor(hand, server.url)
  await dashboard.goto(`${server.url}/dashboard/demos`)
  await dashboard.getByRole('button', { name: 'New Demo' }).click()
  await dashboard.getByLabel('App URL').fill(`${pages.url}/`)
  const opened = hand.context.waitForEvent('page')
  await dashboard.getByRole('button', { name: 'Start recording' }).click()
  const page = await opened
  await press(page, 'button:text-is("Views")')
  await press(page, '[role=menuitem]')
  await press(page, 'button:text-is("New shipment")')
  await press(page, 'input')
  await page.keyboard.type('12 pallets of tea', { delay: 40 })
  await press(page, 'button:text-is("Book")')
  await waitUntilRead(page)
  await pointAt(page, '[draggable]')
  await waitUntilRead(page)
  await page.mouse.down()
  await pointAt(page, '#done')
  await page.mouse.up()
  const report = page.waitForEvent('popup')
  await press(page, 'a')
  await press(await report, 'button:text-is("Print")')

  const popup = await hand.openPopup()
  const importing = hand.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const editor = await importing
  await editor.waitForURL('**/dashboard/demos/*/edit')
  byHand = new URL(editor.url()).pathname.split('/').at(-2) ?? ''
})

test('a flow records the same', async () => {
  author = await signIn(server.url, 'author@example.com', 'a long enough password')
  const flow = readFlow(`name: Freight\nstart: ${pages.url}/\nwidth: 1280\nheight: 800\nsteps:${flowSteps}`, {})
  const home = { url: server.url, session: author.session }
  const recorded = await recordFlow(flow, { home, storageState: undefined }, (id) => countSteps(author, id))
  await nameDemo(author, flow, recorded)
  byFlow = recorded.demoId
})

test('both demos have the same steps, places and pages', async () => {
  const [first, second] = await Promise.all([storedOf(byHand), storedOf(byFlow)])
  expect(first.map(({ title }) => title)).toEqual([
    'Click "Views"',
    'Click "Late"',
    'Click "New shipment"',
    'Fill in "Goods"',
    'Click "Book"',
    'Drag "Tea for Oslo"',
    'Click "Open the report"',
    'Click "Print"',
  ])
  expect(second.map(({ places: _places, ...step }) => step)).toEqual(first.map(({ places: _places, ...step }) => step))
  for (const [index, { places }] of first.entries()) {
    for (const [at, percent] of places.entries()) {
      expect(Math.abs((second[index]?.places[at] ?? Infinity) - percent)).toBeLessThan(0.1)
    }
  }
  for (const { texts } of first) expect(texts.length).toBeGreaterThan(0)
})

interface StoredStep {
  readonly title: string
  readonly click_x: number
  readonly click_y: number
  readonly look: { readonly action?: { readonly path?: readonly { xPercent: number; yPercent: number }[] } }
}

/** What visitors get of each step: `places` are its hotspot, and where its drag ends, in percent. */
async function storedOf(demoId: string) {
  const { data } = await author.client
    .from('demo_steps')
    .select('id,title,description,alt,width,height,click_x,click_y,look')
    .eq('demo_id', demoId)
    .order('order')
    .throwOnError()
  const texts = await textsOf(demoId)
  return data.map(({ id, click_x: x, click_y: y, look, ...step }) => {
    const { path = [], ...action } = (look as StoredStep['look']).action ?? {}
    const end = path.at(-1)
    const places = [x, y, ...(end === undefined ? [] : [end.xPercent, end.yPercent])] as readonly number[]
    return { ...step, action, places, texts: texts.get(id as string) ?? [] }
  })
}

/** The texts of each step's captured page. */
async function textsOf(demoId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { data } = await author.client.auth.getSession()
  const answer = await fetch(`${server.url}/snapshots/v1/demos/${demoId}/texts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { pages: found } = (await answer.json()) as PageTextsAnswer
  return new Map(found.flatMap(({ stepIds, texts }) => stepIds.map((id) => [id, texts.map(({ text }) => text)])))
}
