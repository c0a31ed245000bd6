import { expect, type Locator, type Page } from '@playwright/test'

import type { ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension } from '#support/extension-page.ts'
import { waitUntilReady } from '#support/recording-author.ts'

import { recordSample, type RecordedStep, type Recording, type StepWords } from './record-sample.ts'

export const tour = {
  name: 'The Understudy tour',
  description: 'Record a click-through, shape it, share it, and let an agent present it and answer questions.',
  look: { layout: 'side', frame: 'window', background: 'stage' },
}

/** The tour's texts at each click: a title, notes an agent can answer from, and an image description. */
const words: readonly StepWords[] = [
  {
    title: 'Start a new demo',
    description:
      'This is the demo list. Each card shows the name, the number of steps, an estimated duration of two minutes per step, the date, and the first four screenshots. The green card says that the recorder extension is installed and connected. Choose New demo to begin.',
    alt: 'The demo list with a sample demo, a recorded demo and the New demo button',
  },
  {
    title: 'Record it, or bring images',
    description:
      'There are two ways to make a demo. With the Chrome extension you click through your real app, and every click becomes a step with a screenshot as it was at that moment and a marker where you clicked. Without the extension, drop, paste or pick 1 to 200 images. What is typed into fields is never read by the recorder, and an interrupted recording can be resumed after a crash.',
    alt: 'The New demo menu with two choices: record with the extension, and from images',
  },
  {
    title: 'Open the editor',
    description:
      'When you stop recording, the screenshots are uploaded and the demo is ready. If the network or the server fails meanwhile, nothing is lost: the extension keeps the recording until the demo is complete. Choose Edit to shape it.',
    alt: 'The demo list; the Edit button of the recorded demo is marked',
  },
  {
    title: 'Write what you would say',
    description:
      'In the editor you rename the demo, drag steps into order or move them with Alt and the arrow keys, place hotspots and zoom from 50 to 200 percent. N opens the speaker notes of a step. Visitors can read the notes, and they are all the agent knows: it answers from them and from nothing else.',
    alt: 'The editor with the first step, the strip of steps and the tool rail',
  },
  {
    title: 'Share a link or embed it',
    description:
      'Share gives you a link that works at once, and an embed code: a container with the demo id and one small script for any page. Visitors need no account. Only who has the link can open the demo, and a switch turns the link off again.',
    alt: 'The editor with speaker notes open; the Share button is marked',
  },
  {
    title: 'Visitors play it and ask',
    description:
      'This is the public player. The arrow keys go from step to step, and it works on phones and without a sign-in. A visitor who has a question asks the agent, by text or by voice. The agent says that it is an AI, presents the steps aloud or in captions, and stops when interrupted.',
    alt: 'The public player with the first step and the button Ask about this demo',
  },
  {
    title: 'Answers with the step cited',
    description:
      'The agent answers from the speaker notes, cites the step it took the answer from, and moves the player there. When the notes do not hold the answer, it says so instead of inventing one. It runs in your own installation, without an API key and without sending questions to anybody else.',
    alt: 'The player with an answer of the agent and a link to the step it cites',
  },
  {
    title: 'Read what people asked',
    description:
      'Every conversation is kept for the author: what was asked, what the agent said, which steps it cited, and which questions the notes could not answer. Those are the sentences to add to your notes next. Understudy is open source under the MIT licence and free to run yourself.',
    alt: 'A stored conversation with the question, the answer and its cited step',
  },
]

/** Makes a demo of a real app, and records eight clicks through the product with it. */
export async function recordTour(
  browser: ExtensionBrowser,
  home: Page,
  appUrl: string,
): Promise<readonly RecordedStep[]> {
  const serverUrl = new URL(home.url()).origin
  await home.goto(`${serverUrl}/dashboard/demos`)
  await home.getByLabel('Pin the extension').getByRole('button').first().click()
  const demoId = await createExampleDemo(browser, home, serverUrl, appUrl)
  return recordSample(browser, home, `${serverUrl}/dashboard/demos`, words, (recording) =>
    walkThrough(recording, serverUrl, demoId),
  )
}

/** A short recording of a real app, to fill the tour's screens. */
async function createExampleDemo(
  browser: ExtensionBrowser,
  page: Page,
  serverUrl: string,
  appUrl: string,
): Promise<string> {
  const opened = browser.context.waitForEvent('page')
  const { sessionId } = await askExtension(page, { type: 'start-recording', url: appUrl })
  const app = await opened
  await click(app, app.getByRole('button', { name: 'Authorize' }).first())
  await click(app, app.getByRole('button', { name: 'Close' }).first())
  await click(app, app.locator('#operations-rooms-listRooms .opblock-summary-control'))
  await click(app, app.getByRole('button', { name: 'Try it out' }))
  await click(app, app.getByRole('button', { name: 'Execute' }))
  await askExtension(page, { type: 'stop-recording', sessionId })
  await app.close()
  await page.goto(`${serverUrl}/dashboard/demos/import/${sessionId}`)
  await page.waitForURL('**/dashboard/demos/*/edit')
  await page.getByLabel('Demo name').fill('Book a meeting room')
  await page
    .getByRole('region', { name: 'Steps' })
    .getByRole('button', { name: /^Step 4/ })
    .click()
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await page
    .getByLabel('Speaker notes of step 4')
    .fill('Try it out sends a real call with your key. A cancelled booking is refunded within 14 days.')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Notes saved successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-2) ?? ''
}

async function walkThrough({ page, click, paused }: Recording, serverUrl: string, demoId: string): Promise<void> {
  await click(page.getByRole('button', { name: 'New demo' }))
  await click(page.getByRole('menuitem', { name: 'Record with the extension' }))
  await expect(page.getByLabel('App URL')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('App URL')).toBeHidden()
  await click(page.getByRole('link', { name: 'Edit Book a meeting room' }))
  await page.waitForURL('**/edit')
  await click(page.getByRole('button', { name: 'Add Notes' }))
  await page
    .getByLabel('Speaker notes of step 1')
    .fill('Authorize once with the key from your administrator. Every call you try out is then sent with it.')
  await click(page.getByRole('button', { name: 'Share' }))
  await page.goto(`${serverUrl}/demo/${demoId}/play`)
  await click(page.getByRole('button', { name: 'Ask about this demo' }))

  const agent = page.getByRole('dialog')
  await paused(async () => {
    await agent.getByRole('button', { name: 'Text' }).click()
    await expect(agent.getByRole('status')).toHaveText('Speaking')
    await expect(agent.getByRole('status')).not.toHaveText('Speaking', { timeout: 30_000 })
    await agent.getByLabel('Your question').fill('When is a cancelled booking refunded?')
    await agent.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(agent.getByRole('list', { name: 'Conversation' }).getByText(/14 days/)).toBeVisible()
  })
  await click(agent.getByRole('button', { name: 'Step 4' }).first())
  await paused(async () => {
    await page.goto(`${serverUrl}/dashboard/conversations`)
    await page.getByRole('link', { name: /Book a meeting room/ }).click()
  })
  await click(page.getByRole('list', { name: 'Cited steps' }).getByRole('link').first())
  await page.waitForURL(`**/dashboard/demos/${demoId}*`)
}

async function click(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  await waitUntilReady(page)
  await target.click()
}
