import { randomUUID } from 'node:crypto'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* Visitors talk with an agent in their own language, or in the one they choose. */

const notes = [
  ['Die Plantafel', 'Aufträge werden mit der Maus auf einen Tag gezogen.'],
  ['Preise', 'Der Tarif Solo kostet 19 Euro im Monat. Sie können 30 Tage kostenlos testen.'],
] as const

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  const size = { width: 1440, height: 900 }
  const png = await sharp({ create: { ...size, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, {
    name: 'Werkplan',
    steps: notes.map(([title, description]) => ({ png, ...size, title, description })),
  })
  const agent = { id: randomUUID(), slug: 'ines', name: 'Ines', languages: ['en', 'de'] }
  await demo.author.from('agents').insert(agent).throwOnError()
  await demo.author.from('agent_demos').upsert({ demo_id: demo.id, agent_id: agent.id }).throwOnError()
})

test.afterAll(async () => {
  await server.stop()
})

const panelOf = (page: Page) => page.getByRole('dialog')

async function openAgent(page: Page): Promise<void> {
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
}

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' })

  test('asks in German, and is answered in German with the step', async ({ page }) => {
    await openAgent(page)
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: /Ich bin Ines, eine KI-Assistenz\./ })).toBeVisible()
    await expect(panel).toHaveAttribute('lang', 'de')
    expect((await new AxeBuilder({ page }).include('.us-agent').analyze()).violations).toEqual([])

    await panel.getByLabel('Ihre Frage').fill('was kostet das im monat')
    await page.keyboard.press('Enter')
    const conversation = panel.getByRole('list', { name: 'Gespräch' })
    await expect(conversation).toContainText('Der Tarif Solo kostet 19 Euro im Monat.')
    await expect(conversation.getByRole('button', { name: 'Schritt 2' })).toBeVisible()
  })

  test('continues in English when the visitor chooses it', async ({ page }) => {
    await openAgent(page)
    const panel = panelOf(page)
    await panel.getByLabel('Ihre Frage').fill('guten tag')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('list', { name: 'Gespräch' })).toContainText('eine KI-Assistenz')
    await panel.getByRole('button', { name: 'Mehr', exact: true }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await expect(panel).toHaveAttribute('lang', 'en')
    await panel.getByLabel('Your question').fill('hello')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('list', { name: 'Conversation' })).toContainText("I'm Ines, an AI assistant.")
  })
})

test('an English visitor loads no other language, and can choose one', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openAgent(page)
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: /I’m Ines, an AI assistant\./ })).toBeVisible()
  expect(scripts.filter((url) => url.includes('-panel') && /german|french|spanish/.test(url))).toEqual([])
  await panel.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }).click()
  await expect(panel.getByRole('heading', { name: /Ich bin Ines/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-pressed', 'true')
})
