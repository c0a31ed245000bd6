import { expect, test, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { expectSaved, thumbnails } from '#support/editor-page.ts'
import { changePageText } from '#support/page-mode.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import type { ClientConfig } from '#protocol/client-config.ts'

import { actUnrecorded } from '../../scripts/record/act.ts'
import { countSteps, nameDemo, refreshDemo, signIn, type Author } from '../../scripts/record/flow-demo.ts'
import { FlowProblem, readFlow, type Flow } from '../../scripts/record/flow.ts'
import { recordFlow, type RecordedFlow } from '../../scripts/record/record-flow.ts'
import { serveSampleApp } from '../../scripts/serve-sample-app.ts'

/* A flow in a file becomes a demo, and later brings it up to date. Each test continues from the last. */

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const account = { email: 'flows@example.com', password: 'a long enough password' }

let server: ServerProcess
let app: Awaited<ReturnType<typeof serveSampleApp>>
let author: Author
let demoId: string

test.beforeAll(async () => {
  ;[server, app] = await Promise.all([startServer(), serveSampleApp()])
  await signUp(server.url)
  author = await signIn(server.url, account.email, account.password)
})
test.afterAll(async () => {
  await Promise.all([server.stop(), app.close()])
})

async function signUp(url: string): Promise<void> {
  const { supabaseUrl, supabaseAnonKey } = (await (await fetch(`${url}/config.json`)).json()) as ClientConfig
  const client = createClient(supabaseUrl, supabaseAnonKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signUp(account)
  if (error !== null) throw error
}

const steps = `
  - click: New booking
    title: Start a booking
    note: A new booking begins here.
  - click: { role: button, name: See prices }
  - click: { role: button, name: Book, nth: 1 }
    title: Pick a carrier
  - unrecorded:
      - open: /
      - see: { role: link, name: Overview }
  - click: Show TL-2472
`

function flowOf(text: string): Flow {
  return readFlow(`name: Book a shipment\ndescription: Made by a flow\nstart: ${app.origin}/\nsteps:${text}`, {})
}

function record(flow: Flow): Promise<RecordedFlow> {
  const home = { url: server.url, session: author.session }
  return recordFlow(flow, { home, storageState: undefined }, (id) => countSteps(author, id))
}

async function rowsOf(client: SupabaseClient, id: string) {
  const columns = 'id,title,description,screenshot_url,click_x,click_y'
  const { data } = await client.from('demo_steps').select(columns).eq('demo_id', id).order('order').throwOnError()
  return data
}

test('pictures have as many pixels as the flow says', async () => {
  const flow = readFlow(
    `name: Sharp\nstart: ${app.origin}/\nwidth: 800\nheight: 600\nscale: 2\nsteps: [{ click: { role: link, name: Overview } }]`,
    {},
  )
  const { demoId: sharp } = await record(flow)
  const { data } = await author.client.from('demo_steps').select('width,height').eq('demo_id', sharp).throwOnError()
  expect(data).toEqual([{ width: 1600, height: 1200 }])
  await author.client.from('demos').delete().eq('id', sharp).throwOnError()
})

test('chooses an option as a person does, so that the recorder sees it', async ({ page }) => {
  await page.setContent(`<label for="plan">Plan</label><select id="plan"><option>Free<option disabled>Old<option>Team<option>Team plus</select>
    <output></output><script>document.querySelector('select').onchange = ({ isTrusted, target }) => {
      document.querySelector('output').textContent = isTrusted ? target.value : 'by script' }</script>`)
  await actUnrecorded(page, [{ choose: { label: 'Plan' }, option: 'Team' }], 'steps 1')
  await expect(page.locator('output')).toHaveText('Team')
  await expect(actUnrecorded(page, [{ choose: { label: 'Plan' }, option: 'Gold' }], 'steps 2')).rejects.toThrow(
    'steps 2, unrecorded 1: there is no option “Gold”.',
  )
})

test('a flow becomes a demo with its own words where it has some', async () => {
  const flow = flowOf(steps)
  const recorded = await record(flow)
  await nameDemo(author, flow, recorded)
  demoId = recorded.demoId
  const { data: demo } = await author.client.from('demos').select('name,description').eq('id', demoId).single()
  expect(demo).toEqual({ name: 'Book a shipment', description: 'Made by a flow' })
  const rows = await rowsOf(author.client, demoId)
  expect(rows.map(({ title }) => title)).toEqual([
    'Start a booking',
    'Click "See prices"',
    'Pick a carrier',
    'Click "Show TL-2472"',
  ])
  expect(rows[0]?.description).toBe('A new booking begins here.')
  for (const { click_x, click_y } of rows) expect([click_x, click_y]).toEqual([expect.any(Number), expect.any(Number)])
})

/** Changes a text of a step's captured page in the editor. */
async function editPage(page: Page, step: number, from: string, to: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(server.url)
  await page.evaluate((session) => localStorage.setItem('understudy-session', session), author.session)
  await page.goto(`${server.url}/dashboard/demos/${demoId}/edit`)
  await thumbnails(page)
    .nth(step - 1)
    .click()
  await page.keyboard.press('e')
  await changePageText(page, from, to)
  await expectSaved(page)
}

/** What the author has put into captured pages. */
async function editedTexts(): Promise<readonly string[]> {
  const { data } = await author.client.rpc('get_page_edits', { p_demo_id: demoId }).throwOnError()
  return (data as readonly { edits: readonly { to: string }[] }[]).flatMap(({ edits }) => edits.map(({ to }) => to))
}

test('recorded again, the demo gets new pictures and keeps what its author wrote, in its pages too', async ({
  page,
}) => {
  await editPage(page, 1, 'Overview', 'Start')
  const before = await rowsOf(author.client, demoId)
  await author.client.from('demo_steps').update({ title: 'Begin' }).eq('id', before[0]?.id).throwOnError()
  const { demoId: fresh } = await record(flowOf(steps))
  expect(await refreshDemo(author, server.url, fresh, demoId)).toBe(4)
  const after = await rowsOf(author.client, demoId)
  expect(after.map(({ title }) => title)).toEqual(['Begin', ...before.slice(1).map(({ title }) => title)])
  for (const [index, row] of after.entries()) expect(row.screenshot_url).not.toBe(before[index]?.screenshot_url)
  expect(await editedTexts()).toEqual(['Start'])
  expect(await countSteps(author, fresh)).toBe(0)
})

test('stops at a page edit that no longer fits, and names it', async ({ page }) => {
  await editPage(page, 3, 'Book', 'Choose')
  const before = await rowsOf(author.client, demoId)
  const other = `
  - click: New booking
  - click: { role: button, name: Cancel }
  - click: { role: link, name: Documents }
  - click: { role: link, name: Overview }
`
  const { demoId: fresh } = await record(flowOf(other))
  await expect(refreshDemo(author, server.url, fresh, demoId)).rejects.toThrow(
    /^Nothing was changed: the page of step 3 was edited\. Not found in the new page: “Book” → “Choose”/,
  )
  expect(await rowsOf(author.client, demoId)).toEqual(before)
})

test('a flow of another length changes nothing', async () => {
  const before = await rowsOf(author.client, demoId)
  const { demoId: fresh } = await record(flowOf('\n  - click: New booking'))
  const problem = 'The demo has 4 steps and the flow recorded 1: nothing was changed.'
  await expect(refreshDemo(author, server.url, fresh, demoId)).rejects.toThrow(problem)
  expect(await rowsOf(author.client, demoId)).toEqual(before)
  expect(await countSteps(author, fresh)).toBe(0)
})

test('reports what a flow can’t find, with its place in the file', async () => {
  const lost = record(flowOf('\n  - click: New booking\n  - click: No such button'))
  await expect(lost).rejects.toThrow(FlowProblem)
  await expect(lost).rejects.toThrow('steps 2: nothing like that came up within 20 seconds.')
})
