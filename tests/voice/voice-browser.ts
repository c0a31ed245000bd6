import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'

import type { SystemVoices } from './system-voices.ts'

export interface VoiceBrowserOptions {
  /** What the microphone hears, as a WAV file; repeated from its start unless `once`. */
  readonly wav?: string
  readonly once?: boolean
  /** False: no microphone is plugged in. */
  readonly hasMicrophone?: boolean
  readonly isAllowed?: boolean
  /** False: the browser recognises no speech, as Firefox. */
  readonly canRecognise?: boolean
  /** False: as visitors have it, without taps at microphone and loudspeaker. */
  readonly isTapped?: boolean
  /** The browser speaks with the system's own voices; without, it has none. */
  readonly systemVoices?: Pick<SystemVoices, 'env'>
  readonly viewport?: { readonly width: number; readonly height: number }
}

export interface VoiceBrowser {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
}

/** Chromium with a fake microphone, and a recogniser that a test speaks for: Chromium's own needs Google. */
export async function openVoiceBrowser(options: VoiceBrowserOptions = {}): Promise<VoiceBrowser> {
  const { wav, once = false, hasMicrophone = true, isAllowed = true, isTapped = true, canRecognise = true } = options
  const { viewport = { width: 1_280, height: 800 }, systemVoices } = options
  const file = wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}${once ? '%noloop' : ''}`]
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    ...(systemVoices !== undefined && { env: { ...process.env, ...systemVoices.env } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      // Chromium treats a document that a test has modified as one from the internet.
      '--disable-features=LocalNetworkAccessChecks',
      ...(systemVoices === undefined ? [] : ['--enable-speech-dispatcher']),
      ...(hasMicrophone ? ['--use-fake-device-for-media-stream', ...file] : []),
    ],
  })
  const context = await browser.newContext({ viewport })
  if (isAllowed) await context.grantPermissions(['microphone'])
  await context.addInitScript(canRecognise ? installRecognition : removeRecognition)
  if (isTapped) {
    await context.addInitScript(installTap, `(${tapWorklet.toString()})()`)
    await context.addInitScript(noteMessages)
    // The page's policy must allow the tap's worklet.
    await context.route(/\/demo\/[^/]+\/play/, async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy'] ?? ''
      const headers = {
        ...response.headers(),
        'content-security-policy': policy.replace(`script-src 'self'`, `script-src 'self' blob:`),
      }
      await route.fulfill({ response, headers })
    })
  }
  return { browser, context, page: await context.newPage() }
}

/** Says words as the recogniser would, as soon as it listens; `hearOver`: while it only listens for interruptions. */
export async function recognise(
  page: Page,
  transcript: string,
  isFinal = true,
  how: 'hear' | 'hearOver' = 'hear',
): Promise<void> {
  await page.waitForFunction(
    ([text, final, name]) => {
      const say: unknown = Reflect.get(globalThis, name)
      if (typeof say !== 'function') return false
      ;(say as (text: string, isFinal: boolean) => void)(text, final)
      return true
    },
    [transcript, isFinal, how] as const,
    // A tab in the background draws no frames.
    { polling: 50 },
  )
}

/** When there was sound at a place, by the machine's clock. */
export interface TappedSound {
  readonly from: number
  readonly to: number
}

/**
 * Sounds at the microphone and at the loudspeaker, apart from each other by at least `gapMs`; the last may be
 * unfinished.
 */
export function tappedSounds(page: Page, place: 'microphone' | 'loudspeaker', gapMs = 300): Promise<TappedSound[]> {
  return page.evaluate(
    ([name, gap]) => {
      const blocks = (Reflect.get(globalThis, 'tapped') as Record<string, number[]>)[name] ?? []
      const sounds: { from: number; to: number }[] = []
      for (const at of blocks) {
        const last = sounds.at(-1)
        if (last === undefined || at - last.to > gap) sounds.push({ from: at, to: at })
        else last.to = at
      }
      return sounds
    },
    [place, gapMs] as const,
  )
}

/** The messages of the talk's WebSocket. */
export interface NotedMessage {
  /**
   * `asked`: the visitor's turn ended; `worded`: a sentence of the agent arrived; `sound`: a frame of its voice
   * arrived.
   */
  readonly kind: 'asked' | 'worded' | 'sound'
  readonly at: number
}

/** When messages were sent and received, by the machine's clock, oldest first. */
export function notedMessages(page: Page): Promise<NotedMessage[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'noted') as NotedMessage[])
}

function noteMessages(): void {
  const noted: NotedMessage[] = []
  Reflect.set(globalThis, 'noted', noted)
  class NotingSocket extends WebSocket {
    constructor(url: string) {
      super(url)
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== 'string') noted.push({ kind: 'sound', at: Date.now() })
        else if (data.includes('"t":"seg"')) noted.push({ kind: 'worded', at: Date.now() })
      })
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      if (typeof data === 'string' && data.includes('"t":"user.text"')) noted.push({ kind: 'asked', at: Date.now() })
      super.send(data)
    }
  }
  Reflect.set(globalThis, 'WebSocket', NotingSocket)
}

function removeRecognition(): void {
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(globalThis, name)
}

function installRecognition(): void {
  class Recognition extends EventTarget {
    maxAlternatives = 1
    start() {
      const heard: object[] = []
      // While the agent speaks, more guesses are wanted.
      const name = this.maxAlternatives > 1 ? 'hearOver' : 'hear'
      Reflect.set(globalThis, name, (transcript: string, isFinal: boolean) => {
        const last = heard.at(-1) as { isFinal: boolean } | undefined
        if (last !== undefined && !last.isFinal) heard.pop()
        heard.push(Object.assign([{ transcript, confidence: 0.9 }], { isFinal }))
        this.dispatchEvent(Object.assign(new Event('result'), { results: heard }))
      })
      this.dispatchEvent(new Event('audiostart'))
    }
    abort() {
      Reflect.deleteProperty(globalThis, 'hear')
      Reflect.deleteProperty(globalThis, 'hearOver')
      this.dispatchEvent(new Event('end'))
    }
  }
  Reflect.set(globalThis, 'SpeechRecognition', Recognition)
}

/** Listens beside the page at its microphone and its loudspeaker, and notes every block with sound in it. */
function installTap(worklet: string): void {
  const tapped: Record<string, number[]> = { microphone: [], loudspeaker: [] }
  Reflect.set(globalThis, 'tapped', tapped)
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => unknown
  const taps = new WeakMap<BaseAudioContext, Promise<AudioWorkletNode>>()
  const tap = (context: BaseAudioContext, place: string): Promise<AudioWorkletNode> => {
    const known = taps.get(context)
    if (known !== undefined) return known
    const module = URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' }))
    const made = context.audioWorklet.addModule(module).then(() => {
      const node = new AudioWorkletNode(context, 'voice-tap', { numberOfOutputs: 0 })
      node.port.addEventListener('message', ({ data }: MessageEvent<number>) => tapped[place]?.push(data))
      node.port.start()
      return node
    })
    taps.set(context, made)
    return made
  }
  Reflect.set(AudioNode.prototype, 'connect', function (this: AudioNode, ...to: unknown[]) {
    const place = this instanceof MediaStreamAudioSourceNode ? 'microphone' : 'loudspeaker'
    if (place === 'microphone' || to[0] instanceof AudioDestinationNode) {
      void tap(this.context, place).then((node) => connect.call(this, node))
    }
    return connect.apply(this, to)
  })
}

function tapWorklet(): void {
  interface Scope {
    readonly AudioWorkletProcessor: new () => { readonly port: MessagePort }
    readonly registerProcessor: (name: string, processor: unknown) => void
  }
  const scope = globalThis as unknown as Scope
  scope.registerProcessor(
    'voice-tap',
    class extends scope.AudioWorkletProcessor {
      process(inputs: readonly (readonly Float32Array[])[]): boolean {
        if (inputs[0]?.[0]?.some((sample) => Math.abs(sample) > 0.004) === true) this.port.postMessage(Date.now(), [])
        return true
      }
    },
  )
}
