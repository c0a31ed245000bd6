import { expect, test } from '@playwright/test'

import { expectAccessible } from '#support/expect-accessible.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { watchConsole } from '#support/watch-console.ts'
import { startHeardDemo, type HeardDemo } from '../voice/heard-demo.ts'
import { chooseVoice, notes, panelOf } from '../voice/talking-demo.ts'
import { openVoiceBrowser } from '../voice/voice-browser.ts'

/* An author switches recordings on, a visitor talks, the author listens and deletes the sound. */

let heard: HeardDemo

test.beforeAll(async () => {
  heard = await startHeardDemo()
})
test.afterAll(() => heard.close())

test('an author records a talk, listens to it turn by turn, and deletes the recording', async ({ page }) => {
  const { recogniser, talking, record } = heard
  const { server, demo } = talking
  const problems = watchConsole(page)
  await signInPage(page, demo.author)
  await page.goto(`${server.url}/dashboard/settings/integrations`)
  const setting = page.getByRole('switch', { name: 'Record voice conversations' })
  await expect(setting).not.toBeChecked()
  await setting.click()
  await expect(setting).toBeChecked()
  await page.getByLabel('Days to keep recordings').fill('14')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  await expectAccessible(page)

  recogniser.utterances = ['how long are exports kept']
  talking.speech.sound = { ms: 400 }
  const wav = record('question', [{ silence: 8 }, { say: 'How long are exports kept' }, { silence: 60 }])
  const visitor = await openVoiceBrowser({ wav, once: true, canRecognise: false })
  try {
    const panel = panelOf(visitor.page)
    await chooseVoice(visitor.page, talking)
    await expect(panel).toContainText(
      'The talk is recorded, your voice included, and the recording deleted after 14 days.',
    )
    await panel.getByRole('button', { name: 'Start talking' }).click()
    await expect(panel.getByText('Recorded', { exact: true })).toBeVisible()
    await expect(visitor.page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`, { timeout: 30_000 })
    await panel.getByRole('button', { name: 'Open chat' }).click()
    await panel.getByRole('button', { name: 'Sound' }).click()
    await panel.getByLabel('Your question').fill('Thanks, goodbye.')
    await visitor.page.keyboard.press('Enter')
    await expect(panel).toContainText('Thanks, goodbye.')
  } finally {
    await visitor.browser.close()
  }
  const soundsKept = async () => (await demo.author.from('talk_sounds').select('turn_id')).data?.length
  await expect.poll(soundsKept).toBeGreaterThan(2)

  await page.goto(`${server.url}/dashboard/conversations`)
  await expect(page.getByRole('button', { name: /^Play recording, Visitor/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Play recording, Visitor/ }).click()
  const player = page.locator('audio')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete recording' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Play recording/ })).toHaveCount(0)
  await expect(page.getByText('how long are exports kept').first()).toBeVisible()
  expect(await soundsKept()).toBe(0)
  expect(problems).toEqual([])
})
