import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { writeSpokenWav } from '../voice/spoken-wav.ts'
import { missingForSystemVoices, startSystemVoices, type SystemVoices } from '../voice/system-voices.ts'
import { notes, panelOf, startTalking, startTalkingDemo, type TalkingDemo } from '../voice/talking-demo.ts'
import { openVoiceBrowser, recognise } from '../voice/voice-browser.ts'

/* Without a provider, the agent speaks with the system's own voices: a real speech-dispatcher, heard at a sound card. */

test.skip(missingForSystemVoices.length > 0, `The system lacks ${missingForSystemVoices.join(', ')}.`)

let talking: TalkingDemo
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'system-voice-'))
  writeSpokenWav(join(folder, 'quiet.wav'), [{ silence: 20 }])
  talking = await startTalkingDemo({ hasProvider: false })
})
test.afterAll(async () => {
  await talking.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `use` in a browser with the system's voices, then closes it. */
async function withVoices(isHeld: boolean, use: (page: Page, voices: SystemVoices) => Promise<void>): Promise<void> {
  const voices = await startSystemVoices({ isHeld })
  try {
    const { browser, page } = await openVoiceBrowser({ wav: join(folder, 'quiet.wav'), systemVoices: voices })
    try {
      await use(page, voices)
    } finally {
      await browser.close()
    }
  } finally {
    await voices.close()
  }
}

/** Asks a question, and waits for more sound than a click makes. */
async function hearAnswer(page: Page, voices: SystemVoices, question: string, answer = ''): Promise<void> {
  const before = voices.heardMs()
  await recognise(page, question)
  await expect(panelOf(page)).toContainText(answer)
  await expect.poll(() => voices.heardMs() - before).toBeGreaterThan(500)
}

test('speaks with the system’s own voice, and falls silent when it is stopped', async () => {
  await withVoices(false, async (page, voices) => {
    await startTalking(page, talking)
    await expect.poll(() => voices.heardMs(), { timeout: 30_000 }).toBeGreaterThan(500)
    await hearAnswer(page, voices, 'where do statements come from', notes[2])
    const spoken = await page.evaluate(() => speechSynthesis.getVoices().length)
    expect(spoken).toBeGreaterThan(0)
    await recognise(page, 'show me the next step')
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking)).toBe(true)
    await panelOf(page).getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking)).toBe(false)
    await expect(panelOf(page).getByRole('alert')).toBeHidden()
    // A spoken “stop” does the same, though the browser's echo cancellation doesn't know the system's voice.
    await recognise(page, 'show me the next step')
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking)).toBe(true)
    await recognise(page, 'stop', false, 'hearOver')
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking)).toBe(false)
    await expect(panelOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
  })
})

test('captions run until the system’s voices come, and the answers after that are spoken', async () => {
  await withVoices(true, async (page, voices) => {
    await startTalking(page, talking)
    const notice = panelOf(page).getByRole('alert')
    await expect(notice).toHaveText('Your browser has no voice for this language. Captions continue.')
    expect(voices.heardMs()).toBe(0)
    voices.release()
    await expect(notice).toBeHidden({ timeout: 30_000 })
    await hearAnswer(page, voices, 'how long are exports kept', notes[3]?.split('. ')[1])
  })
})
