import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { ConversationTurnRow } from '#protocol/rows.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* A visitor talks with the agent beside a demo, in a real browser, without a key or a network. */

const notes = [
  'The dashboard shows revenue for the last 30 days.',
  'Colleagues are invited by email.',
  'Statements come from ING and Revolut.',
  'Exports run every night at 02:00 UTC. They are kept for 90 days.',
  'That is all.',
]

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, {
    name: 'Ledgerline reports',
    steps: ['Open the dashboard', 'Invite a colleague', 'Connect a bank', 'Schedule an export', 'Finish'].map(
      (title, index) => ({ png, width: 1440, height: 900, title, description: notes[index] ?? '' }),
    ),
  })
})

test.afterAll(async () => {
  await server.stop()
})

const panelOf = (page: Page) => page.getByRole('dialog')

async function openAgent(page: Page): Promise<void> {
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await expect(panelOf(page)).toContainText('You will be talking to an AI')
}

async function startByText(page: Page): Promise<void> {
  await openAgent(page)
  await panelOf(page).getByRole('button', { name: 'Text' }).click()
  await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toContainText("I'm Leo, an AI assistant.")
}

async function ask(page: Page, question: string): Promise<void> {
  await panelOf(page).getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

async function expectStep(page: Page, number: number, timeout = 15_000): Promise<void> {
  await expect(page.locator('.us-count')).toHaveText(`Step ${number} of ${notes.length}`, { timeout })
}

async function turnsOf(): Promise<readonly ConversationTurnRow[]> {
  const conversations = await demo.author.from('conversations').select('id').order('started_at', { ascending: false })
  const id = (conversations.data as readonly { id: string }[])[0]?.id ?? ''
  const turns = await demo.author.from('conversation_turns').select('*').eq('conversation_id', id).order('number')
  return turns.data as ConversationTurnRow[]
}

test('presents the demo, answers with the step cited, admits what it doesn’t know, and stops', async ({ page }) => {
  await startByText(page)
  const conversation = panelOf(page).getByRole('list', { name: 'Conversation' })

  await panelOf(page)
    .getByRole('button', { name: /Continue|Stop/ })
    .click()
  await ask(page, 'How long are exports kept?')
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

  await ask(page, 'Do you integrate with Salesforce?')
  await expect(conversation).toContainText("I don't have that in my notes.")
  await panelOf(page).getByRole('button', { name: 'Stop' }).click()
  await expect(panelOf(page).getByRole('status')).toHaveText('Paused')

  await expect
    .poll(async () => (await turnsOf()).map((turn) => turn.outcome))
    .toEqual(expect.arrayContaining(['answered', 'unknown']))
  const turns = await turnsOf()
  expect(turns.find((turn) => turn.outcome === 'answered')?.cited_steps).toEqual([4])
  expect(turns.find((turn) => turn.outcome === 'unknown')).toMatchObject({ interrupted: true })
})

test('goes through the whole demo by itself, changing the step as it speaks', async ({ page }) => {
  await startByText(page)
  // After a greeting at reading pace and six seconds to answer it.
  for (const number of [1, 2, 3]) await expectStep(page, number, 40_000)
  await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toContainText(notes[2] ?? '')
})

test('stays silent and opens no conversation before the visitor agrees', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  await openAgent(page)
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Ask about this demo' })).toBeFocused()
  expect(requests.filter((url) => url.includes('/agent/v1'))).toEqual([])
})

test('takes a spoken question', async ({ page }) => {
  await page.addInitScript(() => {
    class Recognition extends EventTarget {
      start() {
        Reflect.set(globalThis, 'hear', (transcript: string) => {
          const result = Object.assign([{ transcript, confidence: 0.9 }], { isFinal: true })
          this.dispatchEvent(Object.assign(new Event('result'), { results: [result] }))
        })
        this.dispatchEvent(new Event('audiostart'))
      }
      abort() {
        this.dispatchEvent(new Event('end'))
      }
    }
    Reflect.set(globalThis, 'SpeechRecognition', Recognition)
  })
  await openAgent(page)
  await panelOf(page).getByRole('button', { name: 'Voice' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Listening' })).toBeVisible()
  await page.evaluate(() =>
    (Reflect.get(globalThis, 'hear') as (text: string) => void)('which banks do statements come from'),
  )
  await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toContainText(notes[2] ?? '')
  await expectStep(page, 3)
  await expect.poll(async () => (await turnsOf()).find((turn) => turn.speaker === 'visitor')?.source).toBe('voice')
})

test('falls back to typing where the browser’s recognition fails', async ({ page }) => {
  // Chromium's fails without Google's service; its headless shell never answers.
  await page.addInitScript(() => {
    class Recognition extends EventTarget {
      start() {
        queueMicrotask(() => {
          this.dispatchEvent(Object.assign(new Event('error'), { error: 'network' }))
          this.dispatchEvent(new Event('end'))
        })
      }
      abort() {}
    }
    Reflect.set(globalThis, 'SpeechRecognition', Recognition)
  })
  await openAgent(page)
  await panelOf(page).getByRole('button', { name: 'Voice' }).click()
  await expect(panelOf(page).getByRole('alert')).toContainText('Please type instead')
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
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
  await startByText(page)
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
  await expect(page.getByRole('button', { name: 'Ask about this demo' })).toBeVisible()
  await expect(panelOf(page)).toBeHidden()
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
  await startByText(page)
  await ask(page, 'How long are exports kept?')
  await expectStep(page, 4)
})

test('keeps the image visible on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startByText(page)
  const picture = await page.locator('.us-image').boundingBox()
  const panel = await panelOf(page).boundingBox()
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + 1)
  expect(picture?.y).toBeGreaterThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('passes the accessibility checks', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await openAgent(page)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await panelOf(page).getByRole('button', { name: 'Text' }).click()
    await ask(page, 'How long are exports kept?')
    await expectStep(page, 4)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
