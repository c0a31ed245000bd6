import { expect, test, type Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'

import type { DemoNarration, SavedRecording } from '#protocol/narration.ts'
import { makeAac, makeWav } from '#server/narration/testing/make-sound.ts'
import { startFakeSpeech } from '#support/fake-speech.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startHostSite } from '#support/host-page.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { makeTour, openTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* A demo that speaks: authors record its steps, visitors listen with captions. This browser has no voices. */

test.use({
  viewport: { width: 1440, height: 900 },
  launchOptions: {
    executablePath: process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // A microphone that beeps once a second, and that everybody may use.
    args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})
test.beforeEach(async () => {
  demo = await makeTour(server.url, [
    { title: 'Open', description: 'Here you see all orders. The newest come first.' },
    { title: 'Choose' },
    { title: 'Send' },
  ])
})

async function narrate(author: SupabaseClient, look: object = {}): Promise<void> {
  const narrated = { look: { layout: 'callout', isNarrated: true, ...look } }
  await author.from('demos').update(narrated).eq('id', demo.id).throwOnError()
}

/** A recording of the first step. */
async function record(sound: Uint8Array<ArrayBuffer>): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  const answer = await fetch(`${server.url}/narration/v1/demos/${demo.id}/recordings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: sound,
  })
  const narration = { ...((await answer.json()) as SavedRecording), text: '', of: '' }
  const first = demo.author.from('demo_steps').update({ narration }).eq('demo_id', demo.id).eq('title', 'Open')
  await first.throwOnError()
}

/** The first step's narration on the server. */
async function savedNarration(): Promise<unknown> {
  const steps = demo.author.from('demo_steps').select('narration').eq('demo_id', demo.id)
  return (await steps.eq('title', 'Open').single().throwOnError()).data['narration']
}

const narration = (page: Page) => page.getByRole('region', { name: 'Narration' })
const caption = (page: Page, text: string) => narration(page).getByText(text, { exact: true })
const expectStep = (page: Page, number: number) =>
  expect(page.getByText(`Step ${number} of 3`, { exact: true }).first()).toBeAttached()

async function openPlayer(page: Page): Promise<void> {
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await expect(page.getByRole('button', { name: 'Listen' }).first()).toBeVisible()
}

test('an author records a step, trims it, undoes and redoes it, and visitors hear it', async ({ page }) => {
  const problems = watchConsole(page)
  await signInPage(page, demo.author)
  await openTour(page, server.url, demo.id)

  await page.keyboard.press('m')
  const panel = page.getByRole('dialog', { name: 'Narration' })
  await expect(panel.getByText('0 of 3 recorded')).toBeVisible()
  await panel.getByRole('switch', { name: 'Visitors can listen' }).click()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Record step 1' }).click()

  const recorder = page.getByRole('dialog', { name: 'Record step 1' })
  await expect(recorder.getByText('Here you see all orders.')).toBeVisible()
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await expect(recorder.getByText('0:02 / 5:00')).toBeVisible()
  await recorder.getByRole('button', { name: 'Pause' }).click()
  await expect(recorder.getByText('Paused')).toBeVisible()
  await recorder.getByRole('button', { name: 'Resume' }).click()
  await expect(recorder.getByText('0:03 / 5:00')).toBeVisible()
  await recorder.getByRole('button', { name: 'Stop' }).click()

  const start = recorder.getByRole('slider', { name: 'Start' })
  await start.focus()
  const before = Number(await start.inputValue())
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await start.inputValue())).toBeGreaterThan(before)
  await recorder.getByRole('textbox', { name: 'Captions' }).fill('My own words.')
  await expectAccessible(page)
  await recorder.getByRole('button', { name: 'Use recording' }).click()
  await expect(panel.getByText('1 of 3 recorded')).toBeVisible()
  await panel.getByRole('button', { name: 'Show step 1' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const section = page.getByRole('region', { name: 'Narration' })
  await expect(section.getByRole('button', { name: 'Delete recording' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(section.getByRole('button', { name: 'Record your voice' })).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(section.getByLabel('Captions')).toHaveValue('My own words.')
  await page.keyboard.press('Control+s')
  await expect.poll(savedNarration).toMatchObject({ text: 'My own words.' })
  const look = () => demo.author.from('demos').select('look').eq('id', demo.id).single()
  await expect.poll(async () => (await look()).data).toMatchObject({ look: { isNarrated: true } })

  await openPlayer(page)
  await page.getByRole('button', { name: 'Listen' }).first().click()
  await expect(caption(page, 'My own words.')).toBeVisible()
  await expect(narration(page)).toHaveAttribute('data-way', 'recording')
  await expectStep(page, 2)
  expect(problems).toEqual([])
})

test('a blocked microphone shows a message and a retry button', async ({ page }) => {
  await signInPage(page, demo.author)
  // The browser's answer after the visitor has refused, once.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = ask
      return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    }
  })
  await openTour(page, server.url, demo.id)
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Record step 2' }).click()
  const recorder = page.getByRole('dialog', { name: 'Record step 2' })
  await recorder.getByRole('button', { name: 'Start recording' }).click()
  await expect(recorder.getByRole('alert')).toContainText('The microphone is blocked.')
  await recorder.getByRole('button', { name: 'Try again' }).click()
  await expect(recorder.getByText('0:01 / 5:00')).toBeVisible()
})

for (const { device, viewport } of [
  { device: 'computer', viewport: { width: 1280, height: 800 } },
  { device: 'phone', viewport: { width: 390, height: 844 } },
]) {
  test(`a visitor with a ${device} listens, pauses, seeks, changes the speed, and hides captions for good`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await narrate(demo.author)
    await record(makeWav({ ms: 30_000 }))
    const problems = watchConsole(page)
    await openPlayer(page)
    await page.getByRole('button', { name: 'Listen' }).first().click()
    const bar = narration(page)
    await expect(bar).toHaveAttribute('data-way', 'recording')
    await expect(caption(page, 'Here you see all orders.')).toBeVisible()
    await expect(bar).toBeInViewport({ ratio: 1 })
    const position = bar.getByRole('slider', { name: 'Position in this step' })
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(300)
    await expectAccessible(page)

    await bar.getByRole('button', { name: 'Pause' }).click()
    await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
    const at = await position.inputValue()
    await position.fill('20000')
    await expect(caption(page, 'The newest come first.')).toBeVisible()
    expect(Number(at)).toBeLessThan(20_000)
    await bar.getByRole('button', { name: 'Speed: 1 times' }).click()
    await expect(bar.getByRole('button', { name: 'Speed: 1.25 times' })).toBeVisible()
    await page.keyboard.press('c')
    await expect(caption(page, 'The newest come first.')).toBeHidden()

    await page.reload()
    await openPlayer(page)
    await page.getByRole('button', { name: 'Listen' }).first().click()
    await expect(bar.getByRole('button', { name: 'Speed: 1.25 times' })).toBeVisible()
    await expect(caption(page, 'Here you see all orders.')).toBeHidden()
    // The next steps have only captions, and advance by themselves.
    await page.keyboard.press('c')
    await page.keyboard.press('ArrowRight')
    await expect(caption(page, 'Choose.')).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('Your browser has no voice for this. Captions only.')
    await expect(caption(page, 'Send.')).toBeVisible()
    await expectStep(page, 3)
    await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(problems).toEqual([])
  })
}

test('the provider’s voice reads the script, with each caption during its sentence', async ({ page }) => {
  const speech = await startFakeSpeech('openai-compatible')
  speech.sound = { ms: 3_000 }
  const spoken = await startServer({ env: { TTS_PROVIDER: 'openai-compatible', TTS_URL: speech.url } })
  try {
    const tour = await makeTour(spoken.url, [
      { title: 'Open', description: 'Here you see all orders. It costs $5.' },
      { title: 'Send' },
    ])
    const look = { look: { layout: 'callout', isNarrated: true } }
    await tour.author.from('demos').update(look).eq('id', tour.id).throwOnError()
    // The first request starts the synthesis of the script.
    const script = `${spoken.url}/narration/v1/demos/${tour.id}`
    const isSpoken = async () =>
      ((await (await fetch(script)).json()) as DemoNarration).steps.every(({ audio }) => audio)
    await expect.poll(isSpoken).toBe(true)
    expect(speech.requests.map(({ text }) => text)).toContain('It costs 5 dollars.')
    const problems = watchConsole(page)
    await page.goto(`${spoken.url}/demo/${tour.id}/play`)
    await page.getByRole('button', { name: 'Listen' }).first().click()
    const bar = narration(page)
    await expect(bar).toHaveAttribute('data-way', 'recording')
    await expect(caption(page, 'Here you see all orders.')).toBeVisible()
    const position = bar.getByRole('slider', { name: 'Position in this step' })
    await position.fill('3300')
    await expect(caption(page, 'It costs $5.')).toBeVisible()
    await expect(caption(page, 'Send.')).toBeVisible()
    await expect(bar).toHaveAttribute('data-way', 'recording')
    expect(problems).toEqual([])
  } finally {
    await spoken.stop()
    await speech.close()
  }
})

test('an author uploads a file, and visitors’ browsers play AAC', async ({ page }) => {
  await signInPage(page, demo.author)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}/edit`)
  await page.getByRole('button', { name: /^Narration/ }).click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload audio' }).click()
  const buffer = Buffer.from(makeWav({ ms: 1_500, rate: 44_100, channels: 2 }))
  await (await chosen).setFiles({ name: 'step.wav', mimeType: 'audio/wav', buffer })
  const trimming = page.getByRole('dialog', { name: 'Trim step 1' })
  await trimming.getByRole('button', { name: 'Use recording' }).click()
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible()
  await expect(page.getByText('0:02', { exact: true })).toBeVisible()
  await expect.poll(savedNarration).toMatchObject({ ms: expect.any(Number) })

  await narrate(demo.author)
  await record(makeAac(500))
  await openPlayer(page)
  await page.getByRole('button', { name: 'Listen' }).first().click()
  const bar = narration(page)
  await expect(bar).toHaveAttribute('data-way', 'recording')
  const position = bar.getByRole('slider', { name: 'Position in this step' })
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(2_500)
  await expect(bar).toHaveAttribute('data-way', 'recording')
  await position.fill('9500')
  await expectStep(page, 2)
})

test('without sound, captions continue; keys play and pause', async ({ page }) => {
  await narrate(demo.author)
  await record(makeWav({ ms: 2_000 }))
  await openPlayer(page)
  await page.keyboard.press('k')
  const bar = narration(page)
  await expect(bar).toHaveAttribute('data-way', 'recording')
  await page.keyboard.press('m')
  await expect(bar).toHaveAttribute('data-way', 'captions')
  await expect(bar.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press(' ')
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.keyboard.press(' ')
  await expectStep(page, 3)
})

test('a recording that fails gives way to captions within two seconds', async ({ page }) => {
  await narrate(demo.author)
  await record(makeWav({ ms: 2_000 }))
  // A recording whose request is never answered.
  await page.route('**/narration/v1/demos/*/audio/*', () => undefined)
  await openPlayer(page)
  await page.getByRole('button', { name: 'Listen' }).first().click()
  const bar = narration(page)
  await expect(bar).toHaveAttribute('data-way', 'recording')
  const since = Date.now()
  await expect(bar).toHaveAttribute('data-way', 'captions')
  expect(Date.now() - since).toBeLessThan(3_000)
  await expect(caption(page, 'The newest come first.')).toBeVisible()
  await expectStep(page, 2)
})

test('without the server’s answer the steps’ own texts are the captions', async ({ page }) => {
  await narrate(demo.author, { cover: { isOn: true } })
  await page.route('**/narration/v1/demos/*', (route) => route.abort())
  await openPlayer(page)
  await page.getByRole('button', { name: 'Listen' }).first().click()
  await expect(caption(page, 'Here you see all orders.')).toBeVisible()
  await expectStep(page, 1)
})

test('a form waits for the visitor, and the narration continues after it', async ({ page }) => {
  await narrate(demo.author)
  const { data } = await demo.author
    .from('demo_steps')
    .select('id')
    .eq('demo_id', demo.id)
    .eq('title', 'Choose')
    .single()
  const place = { x_percent: 10, y_percent: 10, width_percent: 30, height_percent: 40 }
  await demo.author
    .from('step_cards')
    .insert({ step_id: String(data?.id), type: 'lead', title: 'Stay in touch', gate: 'skippable', ...place })
    .throwOnError()
  await openPlayer(page)
  await page.getByRole('button', { name: 'Listen' }).first().click()
  const bar = narration(page)
  await expectStep(page, 2)
  await expect(bar.getByRole('status')).toHaveText('Your turn. The narration continues with the next step.')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expectStep(page, 3)
  await expect(caption(page, 'Send.')).toBeVisible()
})

test('a host page plays and pauses it, and learns whether there is sound', async ({ page }) => {
  await narrate(demo.author)
  await record(makeWav({ ms: 20_000 }))
  const host = await startHostSite()
  const script = `<script async src="${server.url}/js/demo-player.js"></script>`
  const listening = `<script>
    window.events = []
    document.addEventListener('understudy-ready', () => events.push('ready'))
    document.addEventListener('understudy-playing', ({ detail }) => events.push([detail.isPlaying, detail.hasSound]))
    window.send = (command) =>
      document.querySelector('iframe').contentWindow.postMessage({ source: 'understudy-host', command }, '*')
  </script>`
  await page.goto(host.serve('/', `${listening}<div id="demo" data-demo-id="${demo.id}"></div>${script}`))
  const events = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events)
  const send = (command: string) =>
    page.evaluate((given) => (window as unknown as { send: (command: string) => void }).send(given), command)
  await expect.poll(events).toEqual(['ready'])
  // Without a gesture: captions alone.
  await send('play')
  const frame = page.frameLocator('#demo iframe')
  await expect(frame.getByRole('region', { name: 'Narration' })).toHaveAttribute('data-way', 'captions')
  await frame.getByRole('button', { name: 'Sound' }).click()
  await expect(frame.getByRole('region', { name: 'Narration' })).toHaveAttribute('data-way', 'recording')
  await send('pause')
  await expect.poll(events).toEqual(['ready', [true, false], [true, true], [false, false]])
  await host.close()
})
