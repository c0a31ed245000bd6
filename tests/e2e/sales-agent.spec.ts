import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test, type Browser, type FrameLocator, type Page } from '@playwright/test'

import { makePdf } from '#server/agents/testing/make-documents.ts'
import { createImage } from '#support/create-image.ts'
import { startHostSite, type HostSite } from '#support/host-page.ts'
import { importDemo, makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* The sales agent, from an author's sign-up to a visitor's meeting, on somebody else's site. */

const size = { width: 1440, height: 900 }
const steps = [
  {
    title: 'Open the harbour plan',
    notes: 'The plan shows every berth of the marina and which boat lies there tonight.',
  },
  {
    title: 'Book a berth',
    notes: 'A berth is booked by dragging a boat onto the plan. The skipper gets a text message.',
  },
  {
    title: 'Collect the fees',
    notes: 'Harbour fees are collected by card or direct debit on the first of each month.',
  },
]
const salesProcess = `Questions:
- How many people work in your office?
- When would you like to start?

Objections:
- Too expensive: A marina with 200 berths saves twelve hours of paperwork a week. Ask: What does your paperwork cost you today?`

let server: ServerProcess
let host: HostSite

test.use({ viewport: size })
test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off', OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  host = await startHostSite()
})
test.afterAll(async () => {
  await Promise.all([server.stop(), host.close()])
})

test('from sign-up to a booked meeting on another site', async ({ browser, page: author }) => {
  const problems = [watchConsole(author, 'refusals')]
  await signUp(author)
  await dropImages(author)
  await setUpAgent(author)
  await teachAgent(author)
  await testAgent(author)
  await publishAgent(author)
  const embed = await copyEmbedCode(author)

  const visitor = await (await browser.newContext({ viewport: size })).newPage()
  problems.push(watchConsole(visitor))
  const chat = await openEmbeddedAgent(visitor, host.serve('/harbours', `<h1>Harbours</h1>${embed}`))
  await beSoldTo(chat)
  const email = await bookByChat(chat)
  await expectInvitation(email)
  await visitor.context().close()

  await expectLead(author, email)
  expect(problems.flat()).toEqual([])
})

async function signUp(page: Page): Promise<void> {
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill('harbourmaster@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
}

/** Makes a demo of three dropped images, with a title and notes each. */
async function dropImages(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard/demos`)
  await expect(page.getByRole('button', { name: 'New demo' })).toBeVisible()
  const images = await Promise.all(steps.map((_, index) => createImage(index + 1)))
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of files) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }))
      }
      return transfer
    },
    images.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  )
  await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped })
  await page.waitForURL('**/edit')
  await page.getByLabel('Demo name').fill('Harbour office')
  const strip = page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d/ })
  await expect(strip).toHaveCount(steps.length)
  await page.getByRole('button', { name: 'Add Notes' }).click()
  for (const [index, { title, notes }] of steps.entries()) {
    await strip.nth(index).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByLabel(`Speaker notes for step ${index + 1}`).fill(notes)
    await page.getByRole('button', { name: 'Save Notes' }).click()
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
}

async function setUpAgent(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard/agents`)
  const setup = page.getByRole('dialog', { name: 'Set up your agent' })
  const next = setup.getByRole('button', { name: 'Next Step' })
  await setup.getByLabel('Agent name').fill('Mia')
  await setup.getByRole('radio', { name: 'Friendly & Approachable' }).check()
  await next.click()
  await setup.getByLabel('Describe your sales process').fill(salesProcess)
  await next.click()
  await setup.getByRole('radio', { name: 'Harbour office' }).check()
  await next.click()
  await setup.getByLabel('Welcome message').fill('Good to see you. Ask me about your harbour.')
  await setup.getByRole('button', { name: 'Complete Setup' }).click()
  await expect(setup).toBeHidden()
  await page.getByRole('link', { name: 'Mia', exact: true }).click()
  await tabOf(page, 'Behaviour').click()
  await page.locator('summary', { hasText: 'Sales process' }).click()
  await page.getByRole('button', { name: 'Fill lists from text' }).click()
  await expect(page.getByRole('textbox', { name: 'Question 1', exact: true })).toHaveValue(
    'How many people work in your office?',
  )
  await expect(page.getByRole('textbox', { name: 'Reply 1', exact: true })).toHaveValue(/saves twelve hours/)
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
}

const tabOf = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name })

/** Knowledge from a PDF, a web page, a pair and a plan; and hours for meetings. */
async function teachAgent(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await tabOf(page, 'Knowledge').click()
  await page.getByLabel('Documents').setInputFiles({
    name: 'Service levels.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(makePdf([['Support answers within', 'four working hours.']])),
  })
  await expect(page.getByRole('button', { name: 'More for Service levels.pdf' })).toBeVisible()
  const address = host.serve(
    '/help/moorings',
    '<main><h1>Moorings</h1><p>Guests pay for a mooring at the quay.</p></main>',
  )
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Web page/ }).click()
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Read', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Do you train our staff?')
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Training takes half a day and is included.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add a plan' }).click()
  await dialog.getByLabel('Plan', { exact: true }).fill('Quayside')
  await dialog.getByLabel('Price', { exact: true }).fill('€190')
  await dialog.getByLabel('Period').fill('per month')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: '€190 per month' })).toBeVisible()

  await tabOf(page, 'Meetings').click()
  await page.getByRole('switch', { name: 'Book meetings' }).click()
  await page.getByLabel('Location').fill('https://meet.example/harbour')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your agent now books meetings.')).toBeVisible()
}

/** Red for a question nobody answered yet; green once the author has. */
async function testAgent(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await tabOf(page, 'Test').click()
  for (const [question, expected] of [
    ['Is there a free trial?', '30 days'],
    ['How fast does support answer?', 'four working hours'],
    ['Who pays for a mooring?', 'Guests pay'],
    ['What does Quayside cost?', '€190'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a question' }).click()
    await dialog.getByRole('textbox', { name: 'Question' }).fill(question)
    await dialog.getByLabel('The answer contains').fill(expected)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByRole('img', { name: '3 passed, 1 failed' })).toBeVisible()
  await expect(tabOf(page, 'Test 1 failing')).toBeVisible()
  await page.getByRole('button', { name: 'Fix source' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue('Is there a free trial?')
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Yes, you can try everything for 30 days.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByRole('img', { name: '4 passed, 0 failed' })).toBeVisible()
}

async function publishAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Version 1 is live.')).toBeVisible()
}

async function copyEmbedCode(page: Page): Promise<string> {
  await tabOf(page, 'Installation').click()
  const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue()
  return code.replace('<div ', '<div style="height:800px" ')
}

const conversationOf = (chat: FrameLocator) => chat.getByRole('list', { name: 'Conversation' })

async function ask(chat: FrameLocator, text: string): Promise<void> {
  const field = chat.getByLabel('Your question')
  await field.fill(text)
  await field.press('Enter')
}

/** Opens the agent of the demo that is embedded in a page. */
async function openEmbeddedAgent(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address)
  const frame = page.frameLocator('[data-demo-id] iframe')
  await frame.getByRole('button', { name: 'Ask about this demo' }).click()
  await expect(frame.getByRole('dialog').getByRole('heading', { name: /an AI assistant/ })).toBeVisible()
  return frame
}

/** Asks, objects to the price and is asked one thing at a time. */
async function beSoldTo(chat: FrameLocator): Promise<void> {
  const talk = conversationOf(chat)
  await ask(chat, 'How are harbour fees collected?')
  await expect(talk).toContainText('by card or direct debit')
  await expect(chat.locator('.us-count')).toHaveText('Step 3 of 3')
  await expect(talk.getByRole('button', { name: 'Step 3' })).toBeVisible()
  await ask(chat, 'How fast does support answer?')
  await expect(talk).toContainText('four working hours')
  await expect(talk).toContainText('How many people work in your office?')
  await expect(talk).not.toContainText('When would you like to start?')
  await ask(chat, 'There are eight of us in the office')
  await expect(chat.getByText(/^Your details:/)).toContainText('eight of us')
  await ask(chat, 'That is too expensive for us')
  await expect(talk).toContainText('saves twelve hours of paperwork a week')
  await expect(talk).toContainText('What does your paperwork cost you today?')
  await ask(chat, 'We would like to start in March')
  await expect(chat.getByText(/^Your details:/)).toContainText('March')
}

/** Leaves an address in the chat and books a meeting there. */
async function bookByChat(chat: FrameLocator): Promise<string> {
  const email = 'ada@marina.example'
  const talk = conversationOf(chat)
  await ask(chat, `You can reach me at ${email}`)
  await expect(chat.getByText(/^Your details:/)).toContainText(email)
  await ask(chat, 'Could I have a call with one of you?')
  const days = chat.getByRole('group', { name: 'Days' })
  await expect(days.getByRole('button', { pressed: true })).toBeVisible()
  await chat
    .getByRole('list', { name: /^Times on / })
    .getByRole('button')
    .first()
    .click()
  await chat.getByRole('button', { name: /^Book / }).click()
  // The address is known already.
  await expect(chat.getByText(/^The invitation goes to/)).toContainText(email)
  await chat.getByRole('button', { name: /^Book / }).click()
  await expect(talk).toContainText('Meeting booked')
  return email
}

interface OutboxMail {
  readonly to: string
  readonly kind: string
  readonly subject: string
  /** The mail as sent, with its attachments decoded. */
  readonly raw: string
}

/** The mails so far, oldest first. */
function outbox(): readonly OutboxMail[] {
  const folder = join(server.dataDir, 'outbox')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const mail = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<OutboxMail, 'raw'>
      const eml = readFileSync(join(folder, name.replace(/json$/, 'eml')), 'utf8')
      const decoded = eml.replaceAll(/(?:^[A-Za-z0-9+/=]{40,}\r?\n)+/gm, (block) =>
        Buffer.from(block, 'base64').toString(),
      )
      // Without the breaks that fold long lines.
      return { ...mail, raw: decoded.replaceAll(/=?\r?\n[ \t]|=\r?\n/g, '') }
    })
}

async function expectInvitation(email: string): Promise<void> {
  const invitation = () => outbox().find(({ to, subject }) => to === email && subject.endsWith('is booked'))?.raw ?? ''
  await expect.poll(invitation).toContain('BEGIN:VCALENDAR')
  expect(invitation()).toContain('METHOD:REQUEST')
  expect(invitation()).toContain('https://meet.example/harbour')
}

/** Sees score and evidence, transcript and meeting, and was told by mail. */
async function expectLead(author: Page, email: string): Promise<void> {
  await author.goto(`${server.url}/dashboard/leads`)
  await author.getByRole('link', { name: new RegExp(email) }).click()
  const score = author.getByRole('region', { name: 'Score' })
  await expect(score).toContainText('Score: 100')
  await expect(score).toContainText('There are eight of us in the office')
  await expect(score).toContainText('We would like to start in March')
  await expect(author.getByRole('region', { name: 'Meeting' })).toContainText(', 30 min')
  await expect.poll(() => outbox().filter(({ kind }) => kind === 'lead_notice').length).toBeGreaterThan(0)
  await author.getByRole('link', { name: 'Conversation with the agent' }).click()
  const transcript = author.getByRole('log', { name: 'Conversation' })
  for (const line of ['How are harbour fees collected?', 'by card or direct debit', 'That is too expensive for us']) {
    await expect(transcript).toContainText(line)
  }
}

test('a colleague takes over in the embed and hands back; another product’s agent isn’t involved', async ({
  browser,
}) => {
  const { png, owner, harbourId } = await makeHarbour()
  const rosterId = await importDemo(owner.author, {
    name: 'Ward roster',
    steps: [{ png, ...size, title: 'Publish the roster', description: 'The roster is published every Thursday.' }],
  })
  await giveOwnAgent(owner, rosterId)
  const colleague = await (await browser.newContext({ viewport: size })).newPage()
  await joinAsColleague(colleague, owner)
  const problems = [watchConsole(colleague)]
  await colleague.goto(`${server.url}/dashboard`)
  await colleague.getByRole('switch', { name: 'Available for visitors' }).click()
  await expect(colleague.getByRole('switch', { name: 'Available for visitors' })).toBeChecked()

  const visitor = await (await browser.newContext({ viewport: size })).newPage()
  problems.push(watchConsole(visitor))
  const chat = await openEmbeddedAgent(visitor, embedOf(harbourId, '/takeover'))
  await takeOver(colleague, chat)
  await expectNothingOfHarbour(browser, rosterId)
  expect(problems.flat()).toEqual([])
  await Promise.all([colleague.context().close(), visitor.context().close()])
})

function embedOf(demoId: string, path: string): string {
  const script = `<script async src="${server.url}/js/demo-player.js"></script>`
  return host.serve(path, `<h1>Shop</h1><div data-demo-id="${demoId}" style="height:800px"></div>${script}`)
}

async function makeHarbour() {
  const { buffer: png } = await createImage(1, size)
  const owner = await makeDemo(server.url, {
    name: 'Harbour office',
    steps: steps.map(({ title, notes }) => ({ png, ...size, title, description: notes })),
  })
  const { data: agent } = await owner.author.from('agents').select('id').eq('is_default', true).single().throwOnError()
  const agentId = String(agent['id'])
  await owner.author
    .from('agents')
    .update({ demo_script: 'Every harbour gets a free crane.', demo_id: owner.id })
    .eq('id', agentId)
    .throwOnError()
  await owner.author
    .from('knowledge_pairs')
    .insert({ agent_id: agentId, question: 'Who can use the slipway?', answer: 'Members use the slipway for nothing.' })
    .throwOnError()
  await owner.author
    .from('price_plans')
    .insert({ agent_id: agentId, position: 1, name: 'Quayside', price: '€190', period: 'per month', includes: '' })
    .throwOnError()
  return { png, owner, harbourId: owner.id }
}

/** A second product with an agent and knowledge of its own. */
async function giveOwnAgent({ author }: MadeDemo, demoId: string): Promise<void> {
  const agentId = randomUUID()
  await author.from('agents').insert({ id: agentId, slug: 'roster', name: 'Noor' }).throwOnError()
  await author.from('agent_demos').insert({ agent_id: agentId, demo_id: demoId }).throwOnError()
  await author
    .from('knowledge_pairs')
    .insert({ agent_id: agentId, question: 'Who can swap a shift?', answer: 'Nurses swap shifts with one tap.' })
    .throwOnError()
}

/** Signs up by the owner's invitation, and joins. */
async function joinAsColleague(page: Page, { author }: MadeDemo): Promise<void> {
  const { data } = await author.auth.getSession()
  const workspace = await author.from('workspaces').select('id').single().throwOnError()
  const answer = await fetch(`${server.url}/account/v1/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId: workspace.data['id'], email: 'tove@example.com', role: 'editor' }),
  })
  const { link } = (await answer.json()) as { readonly link: string }
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill('tove@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Join workspace' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

/** From the ring to handing back, all at the visitor's step. */
async function takeOver(colleague: Page, chat: FrameLocator): Promise<void> {
  const talk = conversationOf(chat)
  await ask(chat, 'How are harbour fees collected?')
  await expect(chat.locator('.us-count')).toHaveText('Step 3 of 3')
  await ask(chat, 'Could I speak to a human being?')
  const ring = colleague.getByRole('region', { name: 'Visitors waiting' })
  await expect(ring.getByRole('heading')).toHaveText('A visitor of Harbour office asks for a person')
  await expect(ring).toContainText('Step 3')
  await ring.getByRole('button', { name: 'Take over' }).click()
  await expect(chat.getByText('You’re talking to a person.')).toBeVisible()
  const shown = colleague.getByRole('region', { name: 'What the visitor sees' })
  await expect(shown).toContainText('Step 3, Collect the fees')
  const transcript = colleague.getByRole('log', { name: 'Conversation' })
  await expect(transcript).toContainText('How are harbour fees collected?')
  await colleague.getByLabel('Message to the visitor').fill('Tove here. Let me show you the berths.')
  await colleague.keyboard.press('Enter')
  await expect(talk).toContainText('Tove here. Let me show you the berths.')
  await ask(chat, 'Yes please, who gets the text message?')
  await expect(transcript).toContainText('who gets the text message?')
  // The agent doesn't answer meanwhile.
  await expect(talk).not.toContainText('The skipper gets a text message.')
  await colleague.getByRole('button', { name: 'Previous step' }).click()
  await expect(chat.locator('.us-count')).toHaveText('Step 2 of 3')
  await expect(shown).toContainText('Step 2, Book a berth')
  await colleague.getByRole('button', { name: 'Hand back' }).click()
  await expect(chat.getByText('You’re talking to a person.')).toBeHidden()
  await ask(chat, 'Who gets the text message?')
  await expect(talk).toContainText('The skipper gets a text message.')
}

/** Asks the roster's agent about everything that the harbour's agent knows. */
async function expectNothingOfHarbour(browser: Browser, rosterId: string): Promise<void> {
  const visitor = await (await browser.newContext({ viewport: size })).newPage()
  const chat = await openEmbeddedAgent(visitor, embedOf(rosterId, '/roster'))
  const talk = conversationOf(chat)
  await ask(chat, 'Who can swap a shift?')
  await expect(talk).toContainText('Nurses swap shifts with one tap.')
  const asked = [
    'How are harbour fees collected?',
    'What does Quayside cost?',
    'Who can use the slipway?',
    'Does every harbour get a free crane?',
    'Who gets the text message?',
  ]
  for (const [index, question] of asked.entries()) {
    await ask(chat, question)
    const mine = talk.getByText(question, { exact: true })
    await expect(mine).toBeVisible()
    // An agent's turn follows each of the visitor's.
    await expect(talk.locator('.us-agent-entry-visitor + .us-agent-entry-agent')).toHaveCount(index + 2)
  }
  for (const fact of ['direct debit', '€190', 'Members use', 'Every harbour gets', 'The skipper']) {
    await expect(talk).not.toContainText(fact)
  }
  await visitor.context().close()
}
