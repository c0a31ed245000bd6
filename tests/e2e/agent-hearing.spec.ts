import { expect, test, type Page } from '@playwright/test'

import type { ClientEvent } from '#protocol/agent-events.ts'
import { startHeardDemo, type HeardDemo } from '../voice/heard-demo.ts'
import { notes, panelOf, startTalking } from '../voice/talking-demo.ts'
import { openVoiceBrowser, recognise, tappedSounds } from '../voice/voice-browser.ts'

/*
 * Visitors talk by voice where the server recognises speech: a real browser, a real server, and loopback providers of
 * recognition and speech.
 */

let heard: HeardDemo
let recogniser: HeardDemo['recogniser']
let talking: HeardDemo['talking']
let record: HeardDemo['record']

test.beforeAll(async () => {
  heard = await startHeardDemo()
  ;({ recogniser, talking, record } = heard)
})
test.afterAll(() => heard.close())

/** What the page sends to the agent's server, without sound. */
function watchSent(page: Page): ClientEvent[] {
  const sent: ClientEvent[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string' && payload.startsWith('{')) sent.push(JSON.parse(payload) as ClientEvent)
    }),
  )
  return sent
}

async function lastTranscript() {
  const { author, id } = talking.demo
  const { data: conversation } = await author
    .from('conversations')
    .select('id')
    .eq('demo_id', id)
    .order('started_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  const { data } = await author
    .from('conversation_turns')
    .select('speaker,text,source,interrupted')
    .eq('conversation_id', conversation.id)
    .order('number')
    .throwOnError()
  return data as readonly { speaker: string; text: string; source: string; interrupted: boolean }[]
}

const heardSounds = async (page: Page) => (await tappedSounds(page, 'loudspeaker')).length
const visitorTurns = async () =>
  (await lastTranscript())
    .filter(({ speaker }) => speaker === 'visitor')
    .map(({ text, source }) => `${source}: ${text}`)

const sizes = [
  ['a desktop', { width: 1_280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const

for (const [size, viewport] of sizes) {
  test(`a visitor who types turns voice on in the same talk, and off again, on ${size}`, async () => {
    recogniser.manner = 'well'
    recogniser.utterances = ['how long are exports kept']
    const wav = record('later', [{ silence: 12 }, { say: 'How long are exports kept' }, { silence: 60 }])
    talking.speech.sound = { ms: 400 }
    // Without a recogniser or a voice of its own, so all sound is the server's.
    const { browser, page } = await openVoiceBrowser({ wav, once: true, viewport, canRecognise: false })
    try {
      const sent = watchSent(page)
      const panel = panelOf(page)
      const { server, demo } = talking
      await page.goto(`${server.url}/demo/${demo.id}/play`)
      await page.getByRole('button', { name: 'Ask about this demo' }).click()
      await panel.getByLabel('Your question').fill('Where do statements come from?')
      await page.keyboard.press('Enter')
      await expect(page.locator('.us-count')).toHaveText(`Step 3 of ${notes.length}`)
      await panel.getByRole('button', { name: 'Talk', exact: true }).click()
      await panel.getByRole('button', { name: 'Start talking' }).click()
      await expect(panel.getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
      await expect(page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`, { timeout: 30_000 })
      await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
      expect(await visitorTurns()).toEqual([
        'typed: Where do statements come from?',
        'voice: how long are exports kept',
      ])
      await panel.getByRole('button', { name: 'Sound' }).click()
      await expect.poll(() => recogniser.open()).toBe(0)
      await panel.getByLabel('Your question').fill('How are colleagues invited?')
      await page.keyboard.press('Enter')
      await expect(page.locator('.us-count')).toHaveText(`Step 2 of ${notes.length}`)
      expect(sent.flatMap((event) => (event.t === 'mode' ? [event.mode] : []))).toEqual(['voice', 'text'])
    } finally {
      await browser.close()
    }
  })
}

for (const [size, viewport] of sizes) {
  test(`a visitor asks, talks over the answer and continues, on ${size}`, async () => {
    recogniser.manner = 'well'
    recogniser.utterances = [
      'how long are exports kept',
      'where do statements come from',
      'how are colleagues invited',
      'by email or by a link',
    ]
    const wav = record('talk', [
      { silence: 8 },
      { say: 'How long are exports kept' },
      { silence: 5 },
      { say: 'Where do statements come from' },
      { silence: 5 },
      { say: 'How are colleagues invited' },
      // Their turn ends after half a second of silence, and is continued within 1.2 s.
      { silence: 1.15 },
      { say: 'by email or by a link' },
      { silence: 60 },
    ])
    talking.speech.sound = { ms: 20_000 }
    const { browser, page } = await openVoiceBrowser({ wav, once: true, viewport })
    try {
      const sent = watchSent(page)
      await startTalking(page, talking)
      await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
      await expect(page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`, { timeout: 30_000 })
      await expect(page.locator('.us-count')).toHaveText(`Step 3 of ${notes.length}`, { timeout: 30_000 })
      await expect
        .poll(visitorTurns, { timeout: 30_000 })
        .toEqual([
          'voice: how long are exports kept',
          'voice: where do statements come from',
          'voice: how are colleagues invited by email or by a link',
        ])
      await expect(page.locator('.us-count')).toHaveText(`Step 2 of ${notes.length}`)
      expect(sent.filter((event) => event.t === 'interrupt').map(({ cause }) => cause)).toContain('voice')
      expect(sent.filter((event) => event.t === 'user.text' && event.continues === true)).toHaveLength(1)
      // The interrupted answer contains only what was heard.
      const answer = (await lastTranscript()).find(
        ({ speaker, text }) => speaker === 'agent' && text.includes('Exports'),
      )
      expect(answer?.interrupted).toBe(true)
      expect(answer?.text).not.toContain('90 days')
      expect(recogniser.unknown).toEqual([])
    } finally {
      await browser.close()
    }
  })
}

test('a visitor is told that recognition was cut, types, and is heard again', async () => {
  recogniser.manner = 'cut'
  recogniser.utterances = ['how long are the exports of my workspace kept']
  const wav = record('cut', [{ silence: 5 }, { say: 'How long are the exports of my workspace kept' }, { silence: 5 }])
  talking.speech.sound = { ms: 300 }
  const { browser, page } = await openVoiceBrowser({ wav, canRecognise: false })
  try {
    await startTalking(page, talking)
    const notice = panelOf(page).getByRole('alert')
    await expect(notice).toHaveText('Your browser can’t recognise speech right now. Typing works just as well.')
    await panelOf(page).getByLabel('Your question').fill('Where do statements come from?')
    await page.keyboard.press('Enter')
    await expect(page.locator('.us-count')).toHaveText(`Step 3 of ${notes.length}`)
    recogniser.manner = 'well'
    await panelOf(page).getByRole('button', { name: 'Microphone unavailable' }).click()
    await expect(panelOf(page).getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
    await expect
      .poll(visitorTurns, { timeout: 30_000 })
      .toEqual(['typed: Where do statements come from?', 'voice: how long are the exports of my workspace kept'])
    await expect(page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`)
  } finally {
    await browser.close()
  }
})

test('a browser that recognises speech takes over in the middle of a question', async () => {
  recogniser.manner = 'cut'
  recogniser.utterances = ['how long are the exports of my workspace kept']
  const wav = record('moved', [
    { silence: 5 },
    { say: 'How long are the exports of my workspace kept' },
    { silence: 60 },
  ])
  talking.speech.sound = { ms: 300 }
  const { browser, page } = await openVoiceBrowser({ wav, once: true })
  try {
    await startTalking(page, talking)
    await expect(panelOf(page)).toContainText('Speech recognition moved to your browser.')
    await recognise(page, 'are exports kept')
    await expect.poll(visitorTurns).toEqual(['voice: how long are exports kept'])
  } finally {
    await browser.close()
  }
})
