import { expect, type Page } from '@playwright/test'

import type { ExtensionBrowser } from '#support/extension-browser.ts'

import { recordSample, type RecordedStep, type Recording, type StepWords } from './record-sample.ts'

export const tour = {
  name: 'The Understudy tour',
  description: 'Record, shape, share, and let an agent present',
  look: { layout: 'callout', frame: 'window', background: 'stage' },
}

/** What its agent knows beyond these sentences is in sample/tour/agent.json. */
const words: readonly StepWords[] = [
  {
    title: 'Start a new demo',
    description: 'Your demos, with who watched them. New demo begins the next one.',
    alt: 'The demo list with the sample demo Book a shipment; the New demo button is marked',
    chapter: 'Make it',
  },
  {
    title: 'Record it, or bring images',
    description: 'Name your app and click through it: every click becomes a step. Or drop in screenshots.',
    alt: 'The New demo sheet: record your app, or images; the field for the app’s address is marked',
  },
  {
    title: 'Open the editor',
    description: 'Titles and places are there already. Edit shapes the rest.',
    alt: 'The demo list; Edit of the demo Book a shipment is marked',
  },
  {
    title: 'Write what you would say',
    description: 'Drag steps, move hotspots, write the words. Everything is saved, and everything can be undone.',
    alt: 'The editor with a step of the demo, its callout and the strip of steps',
  },
  {
    title: 'Share a link or embed it',
    description: 'A link for anyone, a personal one for a prospect, or a snippet for your page.',
    alt: 'The editor; the Share button is marked',
    chapter: 'Share it',
  },
  {
    title: 'Visitors play it and ask',
    description: 'No account, any device. Who has a question asks it, aloud or in writing.',
    alt: 'The player with the first step of the demo; the Ask button is marked',
  },
  {
    title: 'Answers with the step cited',
    description: 'The agent answers from what you taught it, and shows the step. What it doesn’t know, it says.',
    alt: 'The player beside the agent’s answer; the step it cites is marked',
  },
  {
    title: 'Read what people asked',
    description: 'Every talk, word for word, with what it came to. Step in whenever you like.',
    alt: 'A conversation with its questions, answers and the steps it cites',
    chapter: 'Learn from it',
  },
]

/** Records eight clicks through the product, with the sample demo of a new author. */
export async function recordTour(browser: ExtensionBrowser, home: Page): Promise<readonly RecordedStep[]> {
  const serverUrl = new URL(home.url()).origin
  await home.goto(`${serverUrl}/dashboard/demos`)
  await home.getByLabel('Pin the extension').getByRole('button').first().click()
  // Not the tour in the tour.
  await home.getByRole('button', { name: 'More for The Understudy tour', exact: true }).click()
  await home.getByRole('menuitem', { name: 'Delete' }).click()
  // Leaving the page ends the time for an undo.
  await home.goto(`${serverUrl}/dashboard`)
  await home.goto(`${serverUrl}/dashboard/demos`)
  await expect(home.getByRole('article')).toHaveCount(1)
  const edit = home.getByRole('link', { name: 'Edit Book a shipment' })
  const demoId = ((await edit.getAttribute('href')) ?? '').split('/').at(-2) ?? ''
  return recordSample(browser, home, `${serverUrl}/dashboard/demos`, words, (recording) =>
    walkThrough(recording, serverUrl, demoId),
  )
}

async function walkThrough({ page, click, paused }: Recording, serverUrl: string, demoId: string): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await click(button('New demo'))
  await click(page.getByLabel('App URL'))
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('App URL')).toBeHidden()
  await click(page.getByRole('link', { name: 'Edit Book a shipment' }))
  await page.waitForURL('**/edit')
  await paused(() =>
    page
      .getByRole('region', { name: 'Steps' })
      .getByRole('button', { name: /^Step 3/ })
      .click(),
  )
  await click(page.getByRole('textbox', { name: 'Title', exact: true }))
  await click(button('Share'))
  await page.goto(`${serverUrl}/demo/${demoId}/play`)
  await click(button('Ask about this demo'))

  const agent = page.getByRole('dialog')
  await paused(async () => {
    await agent.getByLabel('Your question').fill('Is customs in the price?')
    await page.keyboard.press('Enter')
    await expect(agent.getByRole('list', { name: 'Conversation' }).getByText(/customs clearance/)).toBeVisible()
    await picturesLoaded(page)
  })
  await click(agent.getByRole('button', { name: /^Step 3/ }).first())
  await paused(async () => {
    await page.goto(`${serverUrl}/dashboard/conversations`)
    await page
      .getByRole('link', { name: /Book a shipment/ })
      .first()
      .click()
    await expect(page.getByRole('list', { name: 'Cited steps' }).first()).toBeVisible()
    await picturesLoaded(page)
  })
  await click(page.getByRole('list', { name: 'Cited steps' }).getByRole('link').first())
}

/** A picture's first copy is made when it is asked for. */
async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await page.waitForFunction(() => document.querySelector('.us-image-last') === null)
}
