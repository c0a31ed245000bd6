import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

import { sampleDemoId } from '#protocol/client-config.ts'
import type { ConversationTurnRow } from '#protocol/rows.ts'
import { makeLedgerlineDemo } from '#support/ledgerline-demo.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* A visitor talks with the agent beside a demo, in a real browser, without a key or a network. */

const notes = {
  'Open the dashboard': 'The dashboard shows revenue for the last 30 days.',
  'Invite a colleague': 'Colleagues are invited by email.',
  'Connect a bank': 'Statements come from ING and Revolut.',
  'Schedule an export': 'Exports run every night at 02:00 UTC. They are kept for 90 days.',
  Finish: 'That is all.',
}

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  demo = await makeLedgerlineDemo(server.url, notes)
})

test.afterAll(async () => {
  await server.stop()
})

const panelOf = (page: Page) => page.getByRole('dialog')

const conversationOf = (page: Page) => panelOf(page).getByRole('list', { name: 'Conversation' })

async function openAgent(page: Page): Promise<void> {
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await expect(panelOf(page).getByRole('heading', { name: /Leo, an AI assistant\./ })).toBeVisible()
}

async function takeTour(page: Page): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).click()
}

async function ask(page: Page, question: string): Promise<void> {
  await panelOf(page).getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

async function expectStep(page: Page, number: number, timeout = 15_000): Promise<void> {
  await expect(page.locator('.us-count')).toHaveText(`Step ${number} of ${Object.keys(notes).length}`, { timeout })
}

/** The height in pixels that a phone's keyboard leaves visible. It covers the rest without resizing the window. */
const visibleHeight = 844 - 336

async function openKeyboard(page: Page): Promise<void> {
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { value: height })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, visibleHeight)
}

async function expectAnswerAboveKeyboard(page: Page): Promise<void> {
  const field = await panelOf(page).getByLabel('Your question').boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(visibleHeight)
  const answer = await conversationOf(page).getByText('They are kept for 90 days.').boundingBox()
  expect(answer?.y).toBeGreaterThan(0)
  expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
}

async function turnsOf(): Promise<readonly ConversationTurnRow[]> {
  const conversations = await demo.author.from('conversations').select('id').order('started_at', { ascending: false })
  const id = (conversations.data as readonly { id: string }[])[0]?.id ?? ''
  const turns = await demo.author.from('conversation_turns').select('*').eq('conversation_id', id).order('number')
  return turns.data as ConversationTurnRow[]
}

test('answers with the step cited, admits what it doesn’t know, and presents when asked to', async ({ page }) => {
  await openAgent(page)
  const conversation = conversationOf(page)
  await ask(page, 'How long are exports kept?')
  await expect(conversation).toContainText("I'm Leo, an AI assistant.")
  await expect(conversation).toContainText('Exports run every night at 02:00 UTC. They are kept for 90 days.')
  await expectStep(page, 4)
  await expect(conversation.getByRole('button', { name: 'Step 4' })).toBeVisible()

  await page
    .getByRole('button', { name: /^Step 1/ })
    .first()
    .click()
  await expectStep(page, 1)
  await expect(conversation).toContainText('The dashboard shows revenue')
  await conversation.getByRole('button', { name: 'Step 4' }).click()
  await expectStep(page, 4)

  await ask(page, 'What is the weather in Lisbon?')
  await expect(conversation).toContainText("I don't have that in my notes.")
  await takeTour(page)
  await panelOf(page).getByRole('button', { name: 'Pause' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Continue the tour' })).toBeVisible()

  await expect
    .poll(async () => (await turnsOf()).map((turn) => turn.outcome))
    .toEqual(expect.arrayContaining(['answered', 'unknown']))
  const turns = await turnsOf()
  expect(turns.find((turn) => turn.outcome === 'answered')?.cited_steps).toEqual([4])
  // Typing doesn't remove shown text.
  expect(turns.filter((turn) => turn.interrupted)).toEqual([])
})

test('presents the whole demo, changing the step as it goes', async ({ page }) => {
  await openAgent(page)
  await takeTour(page)
  for (const number of [1, 2, 3]) await expectStep(page, number, 40_000)
  await expect(conversationOf(page)).toContainText(notes['Connect a bank'])
})

test('opens no conversation before the visitor’s first message', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  const countTalks = async () =>
    (await demo.author.from('conversations').select('id', { count: 'exact', head: true })).count
  const before = await countTalks()
  await openAgent(page)
  await expect(panelOf(page)).toContainText('keeps this chat.')
  await panelOf(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'What is stored' }).click()
  await expect(panelOf(page)).toContainText('stored as text from your first message on')
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Ask about this demo' })).toBeFocused()
  // Only the ticket: who the agent is and what it can be asked.
  expect(requests.filter((url) => url.includes('/agent/v1'))).toEqual([`${server.url}/agent/v1/sessions`])
  expect(await countTalks()).toBe(before)
})

test('starters are questions it answers', async ({ page }) => {
  await openAgent(page)
  await panelOf(page).getByRole('button', { name: 'How do I connect a bank?' }).click()
  await expect(conversationOf(page)).toContainText(notes['Connect a bank'])
  await expectStep(page, 3)
})

test('unsure, it offers steps with the author’s sentences that may answer', async ({ page }) => {
  await openAgent(page)
  await ask(page, 'Are exports watermarked?')
  const offered = conversationOf(page).getByRole('button', { name: /Step 4 Schedule an export/ })
  await expect(offered).toContainText(/Exports run every night at 02:00 UTC\.|They are kept for 90 days\./)
  await offered.click()
  await expectStep(page, 4)
})

test('a question for a yes or no is answered by a button', async ({ page }) => {
  await page.goto(`${server.url}/demo/${sampleDemoId}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).first().click()
  await ask(page, 'We already have a forwarder')
  await expect(conversationOf(page)).toContainText('Shall I show you what three pallets cost?')
  const answers = panelOf(page).getByRole('group', { name: 'Suggestions' }).getByRole('button')
  await expect(answers).toHaveText(['Yes', 'No'])
  await answers.last().click()
  await expect(conversationOf(page)).toContainText('All right. Ask me anything')
  await expect(panelOf(page).getByRole('button', { name: 'No', exact: true })).toHaveCount(0)
})

test('closing keeps the talk and the consent', async ({ page }) => {
  await openAgent(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
  await panelOf(page).getByRole('button', { name: 'Close the agent' }).click()
  await expect(panelOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await expect(conversationOf(page)).toContainText('They are kept for 90 days.')
  await ask(page, 'Where do statements come from?')
  await expectStep(page, 3)
  await panelOf(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'End chat' }).click()
  await expect(panelOf(page).getByRole('status')).toHaveText('Chat ended')
  // The next question opens a new talk below the old one.
  await ask(page, 'How are colleagues invited?')
  await expect(conversationOf(page)).toContainText('Colleagues are invited by email.')
  await expect(conversationOf(page)).toContainText('They are kept for 90 days.')
})

test('reconnects by itself', async ({ page }) => {
  await page.routeWebSocket(/agent\/v1/, (socket) => {
    const upstream = socket.connectToServer()
    let messages = 0
    socket.onMessage((message) => upstream.send(message))
    upstream.onMessage((message) => {
      messages += 1
      socket.send(message)
      // The first connection drops in the middle of the greeting.
      if (messages === 4 && !message.toString().includes('"resumed":true')) void socket.close()
    })
  })
  await openAgent(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
  await expect(panelOf(page)).toContainText('They are kept for 90 days.')

  // The visitor resumes too, with the transcript and the draft.
  await panelOf(page).getByLabel('Your question').fill('Where do statements come fro')
  await page.reload()
  await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toContainText('How long are exports kept?')
  await expect(panelOf(page).getByLabel('Your question')).toHaveValue('Where do statements come fro')
  await ask(page, 'Where do statements come from?')
  await expectStep(page, 3)
  await panelOf(page).getByRole('button', { name: 'Close the agent' }).click()
  await page.reload()
  await expect(panelOf(page)).toBeHidden()
  // Closed before the reload, it waits to be opened.
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await expect(conversationOf(page)).toContainText('Where do statements come from?')
})

test('talks over plain HTTP where WebSockets are blocked', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(
      globalThis,
      'WebSocket',
      class extends EventTarget {
        constructor() {
          super()
          queueMicrotask(() => this.dispatchEvent(new Event('close')))
        }
        close() {}
      },
    )
  })
  await openAgent(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
})

test('keeps the image and the field visible on a phone, with the keyboard open, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAgent(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
  const picture = await page.locator('.us-frame').boundingBox()
  const panel = await panelOf(page).boundingBox()
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + 1)
  expect(picture?.y).toBeGreaterThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await openKeyboard(page)
  await expectAnswerAboveKeyboard(page)
})

test('shows the first answer above the keyboard that the visitor typed with', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAgent(page)
  await openKeyboard(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
  await expect(panelOf(page).getByText('AI can be wrong.')).toBeHidden()
  await expectAnswerAboveKeyboard(page)
})

for (const width of [1025, 1440, 1920]) {
  test(`is beside the picture at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAgent(page)
    const picture = await page.locator('.us-frame').boundingBox()
    const panel = await panelOf(page).boundingBox()
    expect(panel?.width).toBe(392)
    expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
  })
}

test('books a meeting from a calendar, by keyboard and pointer', async ({ page }) => {
  const { data: account } = await demo.author.auth.getUser()
  const { data: agent } = await demo.author
    .from('agents')
    .select('id,workspace_id')
    .eq('is_default', true)
    .single()
    .throwOnError()
  await demo.author
    .from('availability')
    .insert({
      agent_id: agent?.['id'],
      workspace_id: agent?.['workspace_id'],
      is_on: true,
      time_zone: 'Europe/Berlin',
      weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
      organiser_email: account.user?.email,
      place: 'https://meet.example/rosa',
    })
    .throwOnError()
  await openAgent(page)
  await panelOf(page).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Book a meeting' }).click()
  const days = panelOf(page).getByRole('group', { name: 'Days' })
  await expect(days.getByRole('button', { pressed: true })).toHaveAccessibleName(/, \d+ \w+, \d+ times?$/)
  const book = panelOf(page).getByRole('button', { name: /^Book \w+day, / })
  await expect(book).toBeHidden()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  // The first time has the focus.
  await page.keyboard.press('Enter')
  const chosen = await book.textContent()
  await book.click()
  await panelOf(page).getByLabel('Your email').fill('ada at example')
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByText('Enter an address such as name@company.com.')).toBeVisible()
  await panelOf(page).getByLabel('Your email').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(book).toBeFocused()
  expect(await book.textContent()).toBe(chosen)
  await page.keyboard.press('Enter')
  await expect(conversationOf(page)).toContainText('Meeting booked')
  await expect(conversationOf(page)).toContainText('ada@example.com')
  await expect(days).toBeHidden()
})

test('passes the accessibility checks', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openAgent(page)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await ask(page, 'How long are exports kept?')
    await expectStep(page, 4)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await panelOf(page).getByRole('button', { name: 'More options' }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Take the tour' })).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    // Escape closes the menu alone, then the panel.
    await page.keyboard.press('Escape')
    await expect(panelOf(page).getByRole('button', { name: 'More options' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panelOf(page)).toBeHidden()
  }
})
