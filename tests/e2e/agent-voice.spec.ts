import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

import { startHostSite } from '#support/host-page.ts'
import { measureBargeIns, percentile } from '../voice/measure-barge-in.ts'
import { writeSpokenWav } from '../voice/spoken-wav.ts'
import { chooseVoice, notes, panelOf, startTalking, startTalkingDemo, type TalkingDemo } from '../voice/talking-demo.ts'
import { openVoiceBrowser, recognise, tappedSounds, type VoiceBrowserOptions } from '../voice/voice-browser.ts'

/*
 * Visitors talk with the agent in a real browser: a fake microphone that plays recorded sound, real audio out, and the
 * agent's speech from a loopback provider.
 */

let talking: TalkingDemo
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-voice-'))
  talking = await startTalkingDemo()
})
test.afterAll(async () => {
  await talking.close()
  rmSync(folder, { recursive: true, force: true })
})
test.beforeEach(() => {
  talking.speech.sound = { ms: 1_500 }
})

/** Runs `use` in a browser, then closes it. */
async function withBrowser(options: VoiceBrowserOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const { browser, page } = await openVoiceBrowser(options)
  try {
    await use(page)
  } finally {
    await browser.close()
  }
}

function record(name: string, stretches: Parameters<typeof writeSpokenWav>[1]): string {
  const path = join(folder, `${name}.wav`)
  writeSpokenWav(path, stretches)
  return path
}

const quiet = () => record('quiet', [{ silence: 20 }])
const noticeOf = (page: Page) => panelOf(page).getByRole('alert')
const heardSounds = async (page: Page) => (await tappedSounds(page, 'loudspeaker')).length

test('answers a spoken question aloud, and shows the step when its sentence is heard', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await startTalking(page, talking)
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
    await recognise(page, 'where do statements come from')
    await expect(panelOf(page)).toContainText(notes[2] ?? '')
    await expect(page.locator('.us-count')).toHaveText(`Step 3 of ${notes.length}`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await panelOf(page).getByRole('button', { name: 'Open chat' }).click()
    await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toContainText(
      'where do statements come from',
    )
  })
})

test('falls silent within 200 ms when the visitor speaks, five times out of five', async () => {
  const { silentAfterMs, laterSounds } = await measureBargeIns(talking, 5)
  expect(silentAfterMs).toHaveLength(5)
  expect(percentile(silentAfterMs, 0.95)).toBeLessThanOrEqual(200)
  expect(laterSounds).toBe(0)
})

test('coughs, keys, a melody and “uh-huh” interrupt nothing', async () => {
  const wav = record('noises', [
    { silence: 4 },
    { seconds: 0.3, sound: (t) => noise() * Math.exp(-t * 12) },
    { silence: 2.5 },
    { seconds: 2, sound: (t) => (t % 0.17 < 0.012 ? noise() * 0.4 : 0) },
    { silence: 2 },
    { seconds: 4, sound: (t) => 0.15 * Math.sin(2 * Math.PI * pitchAt(t) * t) * Math.exp(-((t * 2) % 1) * 3) },
    { silence: 2 },
    { say: 'uh-huh' },
    { silence: 3 },
  ])
  talking.speech.sound = { ms: 30_000 }
  await withBrowser({ wav, once: true }, async (page) => {
    const interrupts: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (payload.toString().includes('"interrupt"')) interrupts.push(payload.toString())
      }),
    )
    await startTalking(page, talking)
    await expect.poll(async () => (await tappedSounds(page, 'microphone', 1_500)).length, { timeout: 30_000 }).toBe(4)
    await recognise(page, 'uh-huh')
    const said = await tappedSounds(page, 'loudspeaker')
    // The held sentence is spoken again.
    await expect
      .poll(async () => (await tappedSounds(page, 'loudspeaker')).at(-1)?.to ?? 0)
      .toBeGreaterThan((said.at(-1)?.to ?? 0) + 2_000)
    expect(interrupts).toEqual([])
  })
})

for (const [size, viewport] of [
  ['a desktop', { width: 1_280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`a refused microphone can be allowed later, and blocked again, on ${size}`, async () => {
    await withBrowser({ wav: quiet(), isAllowed: false, viewport }, async (page) => {
      await chooseVoice(page, talking)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const devtools = await page.context().newCDPSession(page)
      const { targetInfo } = await devtools.send('Target.getTargetInfo')
      const allow = (setting: 'granted' | 'denied') =>
        devtools.send('Browser.setPermission', {
          permission: { name: 'microphone' },
          setting,
          origin: talking.server.url,
          ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
        })
      await allow('denied')
      await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
      await expect(noticeOf(page)).toHaveText('Your browser blocks the microphone. Typing works just as well.')
      await expect(panelOf(page).getByLabel('Your question')).toBeEditable()
      // Allowed in the browser's own settings, it opens by itself.
      await allow('granted')
      await expect(panelOf(page).getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
      await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
      await allow('denied')
      await expect(noticeOf(page)).toHaveText('The microphone was blocked. Typing works just as well.')
      await panelOf(page).getByLabel('Your question').fill('How long are exports kept?')
      await page.keyboard.press('Enter')
      await expect(page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`)
    })
  })
}

test('says that no microphone is plugged in, and takes typing', async () => {
  await withBrowser({ hasMicrophone: false }, async (page) => {
    await chooseVoice(page, talking)
    await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
    await expect(noticeOf(page)).toHaveText('No microphone was found. Plug one in, or type.')
    await panelOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(noticeOf(page)).toHaveText('No microphone was found. Plug one in, or type.')
  })
})

test('listens again as soon as Stop is pressed, even in the agent’s first sentence', async () => {
  talking.speech.sound = { ms: 20_000 }
  await withBrowser({ wav: quiet() }, async (page) => {
    await startTalking(page, talking)
    await panelOf(page).getByRole('button', { name: 'Stop' }).click()
    await recognise(page, 'how are colleagues invited')
    await expect(panelOf(page)).toContainText(notes[1] ?? '')
  })
})

test('a spoken “stop” stops the agent while it can’t hear over itself', async () => {
  talking.speech.sound = { ms: 20_000 }
  await withBrowser({ wav: quiet() }, async (page) => {
    await startTalking(page, talking)
    await recognise(page, 'agent i can show you stop', false, 'hearOver')
    await expect(panelOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
    const before = await heardSounds(page)
    await recognise(page, 'how are colleagues invited')
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(before)
  })
})

test('headphones are unplugged: the next microphone listens, and a broken one shows a message', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await page.addInitScript(noteStreams)
    await startTalking(page, talking)
    const panel = panelOf(page)
    const unplug = () => page.evaluate(() => (Reflect.get(globalThis, 'unplug') as () => number)())
    const opened = () => page.evaluate(() => Number(Reflect.get(globalThis, 'opened')))
    await expect.poll(opened).toBe(1)
    expect(await unplug()).toBe(1)
    await expect.poll(opened).toBe(2)
    await expect(panel.getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
    await expect(noticeOf(page)).toBeHidden()
    await recognise(page, 'how are colleagues invited')
    await expect(panel).toContainText(notes[1] ?? '')
    await unplug()
    await expect(noticeOf(page)).toHaveText('The microphone was disconnected. Typing works just as well.')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(noticeOf(page)).toBeHidden()
    await expect.poll(opened).toBe(3)
  })
})

test('a second tab takes the microphone, and the first can have it back', async () => {
  await withBrowser({ wav: quiet() }, async (first) => {
    const second = await first.context().newPage()
    await startTalking(first, talking)
    await startTalking(second, talking)
    await expect(noticeOf(first)).toHaveText('You’re talking in another tab. Typing works just as well.')
    await recognise(second, 'how are colleagues invited')
    await expect(panelOf(second)).toContainText(notes[1] ?? '')
    await panelOf(first).getByRole('button', { name: 'Try again' }).click()
    await expect(noticeOf(first)).toBeHidden()
    await expect(noticeOf(second)).toHaveText('You’re talking in another tab. Typing works just as well.')
  })
})

test('sound and microphone work again after a phone slept', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await page.addInitScript(noteStreams)
    await page.addInitScript(installSleep)
    await startTalking(page, talking)
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
    // The system stops sound and microphone.
    await page.evaluate(() => (Reflect.get(globalThis, 'sleep') as () => Promise<void>)())
    await page.evaluate(() => (Reflect.get(globalThis, 'unplug') as () => number)())
    await page.evaluate(() => (Reflect.get(globalThis, 'wake') as () => void)())
    const before = await heardSounds(page)
    await recognise(page, 'how long are exports kept')
    await expect(panelOf(page)).toContainText('They are kept for 90 days.')
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(before)
    await expect(noticeOf(page)).toBeHidden()
  })
})

test('falls back to typing where the browser’s recognition fails', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
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
    await chooseVoice(page, talking)
    await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
    await expect(noticeOf(page)).toHaveText('Your browser can’t recognise speech right now. Typing works just as well.')
    await expect(panelOf(page).getByLabel('Your question')).toBeFocused()
  })
})

test('offers no retry when neither browser nor server can recognise speech', async () => {
  await withBrowser({ wav: quiet(), canRecognise: false }, async (page) => {
    await chooseVoice(page, talking)
    await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
    await expect(noticeOf(page)).toHaveText('Your browser can’t recognise speech. Typing works just as well.')
    await expect(panelOf(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
})

test('opens no microphone before the visitor has read where their voice goes', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await page.addInitScript(() => {
      const { mediaDevices } = navigator
      const original = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = (constraints) => {
        Reflect.set(globalThis, 'wasAsked', true)
        return original(constraints)
      }
    })
    await chooseVoice(page, talking)
    await expect(panelOf(page)).toContainText('whose provider may receive the audio')
    await expect(panelOf(page)).toContainText('The audio isn’t stored')
    await panelOf(page).getByRole('button', { name: 'Type instead' }).click()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'wasAsked'))).toBe(undefined)
    await expect(panelOf(page).getByRole('region', { name: 'Talk with your voice' })).toBeHidden()
  })
})

test('loads no code for voice for a visitor who types', async () => {
  await withBrowser({}, async (page) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(`${talking.server.url}/demo/${talking.demo.id}/play`)
    await page.getByRole('button', { name: 'Ask about this demo' }).click()
    await panelOf(page).getByLabel('Your question').fill('How long are exports kept?')
    await page.keyboard.press('Enter')
    await expect(page.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`)
    expect(scripts.filter((url) => /voice|worklet|speaker|microphone/.test(url))).toEqual([])
  })
})

test('hold Space to talk, but not in a field', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    talking.speech.sound = { ms: 20_000 }
    await startTalking(page, talking)
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
    await page.locator('body').click({ position: { x: 5, y: 5 } })
    await page.keyboard.down('Space')
    await expect(panelOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
    await recognise(page, 'how are colleagues')
    await recognise(page, 'invited')
    await page.keyboard.up('Space')
    await expect(panelOf(page)).toContainText(notes[1] ?? '')
    await panelOf(page).getByRole('button', { name: 'Open chat' }).click()
    await panelOf(page).getByLabel('Your question').click()
    await page.keyboard.type('two words')
    await expect(panelOf(page).getByLabel('Your question')).toHaveValue('two words')
  })
})

test('sends the microphone’s audio to a server that recognises speech, and continues without it', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await page.route('**/agent/v1/sessions', async (route) => {
      const response = await route.fetch()
      const ticket = (await response.json()) as { readonly speech: object }
      const speech = { ...ticket.speech, hearing: 'provider', processors: ['Acme Speech'] }
      await route.fulfill({ response, json: { ...ticket, speech } })
    })
    const frames: Buffer[] = []
    const listening: string[] = []
    let tell: (event: object) => void = () => undefined
    await page.routeWebSocket(/agent\/v1/, (socket) => {
      const upstream = socket.connectToServer()
      tell = (event) => socket.send(JSON.stringify({ v: 1, sid: '', seq: 0, ts: 0, ...event }))
      socket.onMessage((message) => {
        if (typeof message === 'string' && message.includes('"listen"')) listening.push(message)
        if (typeof message === 'string') upstream.send(message)
        else frames.push(message)
      })
      upstream.onMessage((message) => socket.send(message))
    })
    await chooseVoice(page, talking)
    await expect(panelOf(page)).toContainText('Your voice goes to Acme Speech through our server.')
    await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
    await expect.poll(() => frames.length).toBeGreaterThan(20)
    expect(new Set(frames.map((frame) => `${frame[0]} ${frame.length}`))).toEqual(new Set(['1 641']))
    expect(listening).toHaveLength(1)
    tell({ t: 'heard', text: 'where do statements', isFinal: false })
    tell({ t: 'heard', text: 'where do statements come from', isFinal: true, conf: 0.9 })
    await expect(panelOf(page)).toContainText(notes[2] ?? '')
    await expect(panelOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
    tell({ t: 'hearing.lost' })
    await expect(panelOf(page)).toContainText('Speech recognition moved to your browser.')
    await recognise(page, 'how are colleagues invited')
    await expect(panelOf(page)).toContainText(notes[1] ?? '')
  })
})

test('Talk opens a closed microphone again at the first click', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await startTalking(page, talking)
    const panel = panelOf(page)
    await expect(panel.getByRole('button', { name: 'Open chat' })).toBeVisible()
    await panel.getByRole('button', { name: 'Microphone', pressed: true }).click()
    await expect(panel.getByRole('button', { name: 'Microphone', pressed: false })).toBeVisible()
    await panel.getByRole('button', { name: 'Open chat' }).click()
    await panel.getByRole('button', { name: 'Talk', exact: true }).click()
    await expect(panel.getByRole('button', { name: /^(?:Microphone|Listening)$/, pressed: true })).toBeVisible()
    await recognise(page, 'how are colleagues invited')
    await expect(panel).toContainText(notes[1] ?? '')
  })
})

test('speaks with the provider’s voice again after the network was down', async () => {
  await withBrowser({ wav: quiet() }, async (page) => {
    await page.addInitScript(installBreakableNetwork)
    const setNetwork = (isDown: boolean) => page.evaluate((down) => Reflect.set(globalThis, 'isDown', down), isDown)
    await startTalking(page, talking)
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(0)
    await setNetwork(true)
    await page.evaluate(() => (Reflect.get(globalThis, 'dropConnections') as () => void)())
    await expect.poll(() => page.evaluate(() => Number(Reflect.get(globalThis, 'refused')))).toBeGreaterThan(2)
    await expect(panelOf(page)).toContainText('Reconnecting…')
    await setNetwork(false)
    await expect(panelOf(page)).not.toContainText('Reconnecting…')
    const before = await heardSounds(page)
    await recognise(page, 'how long are exports kept')
    await expect(panelOf(page)).toContainText('They are kept for 90 days.')
    await expect.poll(() => heardSounds(page)).toBeGreaterThan(before)
    await expect(noticeOf(page)).toBeHidden()
  })
})

test.describe('without the provider’s voice', () => {
  let silent: TalkingDemo

  test.beforeAll(async () => {
    // Don't store spoken sentences, so that no earlier one can be played.
    silent = await startTalkingDemo({ env: { TTS_KEEP: 'off' } })
    silent.speech.sound = { status: 500 }
  })
  test.afterAll(() => silent.close())

  test('continues with captions when the provider’s voice is lost', async () => {
    await withBrowser({ wav: quiet() }, async (page) => {
      await startTalking(page, silent)
      await expect(panelOf(page)).toContainText('AI assistant')
      await recognise(page, 'how long are exports kept')
      await expect(panelOf(page)).toContainText('They are kept for 90 days.')
      expect(await heardSounds(page)).toBe(0)
    })
  })

  test('captions run until the browser’s voices come, however late', async () => {
    await withBrowser({ wav: quiet() }, async (page) => {
      await page.addInitScript(installLateVoices)
      await startTalking(page, silent)
      await expect(panelOf(page)).toContainText('AI assistant')
      await expect(noticeOf(page)).toHaveText('Your browser has no voice for this language. Captions continue.')
      await page.evaluate(() => (Reflect.get(globalThis, 'giveVoices') as () => void)())
      await expect(noticeOf(page)).toBeHidden()
      await recognise(page, 'how long are exports kept')
      await expect
        .poll(() => page.evaluate(() => Reflect.get(globalThis, 'spoken') as readonly string[]))
        .toContainEqual(expect.stringMatching(/^Daniel: /))
    })
  })
})

for (const [how, allow] of [
  ['with', 'microphone; autoplay'],
  ['without', ''],
] as const) {
  test(`talks in a frame of another site ${how} its permission`, async () => {
    const host = await startHostSite()
    await withBrowser({ wav: quiet() }, async (page) => {
      const frame = `<iframe title="Demo" allow="${allow}" style="width:100%;height:700px" src="${talking.server.url}/demo/${talking.demo.id}/play"></iframe>`
      await page.goto(host.serve('/', frame))
      await page.context().grantPermissions(['microphone'], { origin: host.origin })
      const demo = page.frameLocator('iframe')
      await demo.getByRole('button', { name: 'Ask about this demo' }).click()
      await demo.getByRole('button', { name: 'Talk', exact: true }).click()
      await demo.getByRole('button', { name: 'Start talking' }).click()
      if (allow === '') {
        await expect(demo.getByRole('alert')).toHaveText(
          'This page doesn’t let the demo use your microphone. Typing works just as well.',
        )
        await demo.getByLabel('Your question').fill('How long are exports kept?')
        await page.keyboard.press('Enter')
        await expect(demo.locator('.us-count')).toHaveText(`Step 4 of ${notes.length}`)
      } else {
        await expect(demo.getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
        await expect(demo.getByRole('button', { name: 'Stop' })).toBeVisible()
      }
    })
    await host.close()
  })
}

/** A network that refuses WebSockets while `isDown`; `dropConnections` ends the open ones. */
function installBreakableNetwork(): void {
  const open = new Set<WebSocket>()
  Reflect.set(globalThis, 'refused', 0)
  Reflect.set(globalThis, 'dropConnections', () => {
    for (const socket of open) socket.close()
  })
  class BreakableSocket extends WebSocket {
    constructor(url: string) {
      const isDown = Reflect.get(globalThis, 'isDown') === true
      super(isDown ? url.replace('/agent/v1', '/nowhere') : url)
      if (isDown) Reflect.set(globalThis, 'refused', Number(Reflect.get(globalThis, 'refused')) + 1)
      open.add(this)
    }
  }
  Reflect.set(globalThis, 'WebSocket', BreakableSocket)
}

/** A browser whose voices load when the test says so, and which speaks at once. */
function installLateVoices(): void {
  const spoken: string[] = []
  let voices: readonly object[] = []
  const synthesis = Object.assign(new EventTarget(), {
    speaking: false,
    pending: false,
    paused: false,
    getVoices: () => voices,
    cancel: () => undefined,
    resume: () => undefined,
    speak: (utterance: SpeechSynthesisUtterance) => {
      if (utterance.volume === 0) return
      spoken.push(`${utterance.voice?.name ?? 'default'}: ${utterance.text}`)
      setTimeout(() => utterance.dispatchEvent(new Event('start')), 20)
      setTimeout(() => utterance.dispatchEvent(new Event('end')), 400)
    },
  })
  class Utterance extends EventTarget {
    voice: { name: string } | null = null
    lang = ''
    pitch = 1
    rate = 1
    volume = 1
    text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  Reflect.defineProperty(globalThis, 'speechSynthesis', { value: synthesis })
  Reflect.set(globalThis, 'SpeechSynthesisUtterance', Utterance)
  Reflect.set(globalThis, 'spoken', spoken)
  Reflect.set(globalThis, 'giveVoices', () => {
    voices = [
      { name: 'Afrikaans', lang: 'af', localService: true, default: true },
      { name: 'Daniel', lang: 'en-GB', localService: true, default: false },
    ]
    synthesis.dispatchEvent(new Event('voiceschanged'))
  })
}

let seed = 11
const noise = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
  return seed / 0x80_00_00_00 - 0.5
}

function pitchAt(seconds: number): number {
  const scale = [0, 2, 4, 5, 7, 5, 4, 2]
  return 220 * 2 ** ((scale[Math.floor(seconds * 2) % scale.length] ?? 0) / 12)
}

/** Counts opened microphones; `unplug` ends the last one as the system does, and returns how many were open. */
function noteStreams(): void {
  const { mediaDevices } = navigator
  const original = mediaDevices.getUserMedia.bind(mediaDevices)
  const streams: MediaStream[] = []
  Reflect.set(globalThis, 'opened', 0)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await original(constraints)
    Reflect.set(globalThis, 'opened', streams.push(stream))
    return stream
  }
  Reflect.set(globalThis, 'unplug', () => {
    for (const track of streams.at(-1)?.getTracks() ?? []) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
    return streams.length
  })
}

/** `sleep` hides the page and suspends its sound, as a phone does; `wake` only shows it again. */
function installSleep(): void {
  const contexts: AudioContext[] = []
  class SleepyContext extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options)
      contexts.push(this)
    }
  }
  Reflect.set(globalThis, 'AudioContext', SleepyContext)
  let state: DocumentVisibilityState = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => state })
  const change = (next: DocumentVisibilityState) => {
    state = next
    document.dispatchEvent(new Event('visibilitychange'))
  }
  Reflect.set(globalThis, 'sleep', async () => {
    change('hidden')
    await Promise.all(contexts.map((context) => (context.state === 'closed' ? null : context.suspend())))
  })
  Reflect.set(globalThis, 'wake', () => change('visible'))
}
