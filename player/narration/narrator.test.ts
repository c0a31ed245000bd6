import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { AgentVoice } from '#protocol/agent-events.ts'

import { Narrator } from './narrator.ts'

/* Fakes of the browser's audio element and voices. */

class FakeAudio extends EventTarget {
  src = ''
  currentTime = 0
  playbackRate = 1
  defaultPlaybackRate = 1
  /** The result of `play`. */
  answer: () => Promise<void> = () => Promise.resolve()
  isPlaying = false

  play(): Promise<void> {
    this.isPlaying = true
    return this.answer()
  }

  pause(): void {
    this.isPlaying = false
  }

  removeAttribute(): void {
    this.src = ''
  }

  /** Plays for this long. */
  tell(ms: number): void {
    this.currentTime += ms / 1_000
    this.dispatchEvent(new Event('timeupdate'))
  }
}

class FakeUtterance extends EventTarget {
  rate = 1
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }
}

let spoken: FakeUtterance[] = []
let audio: FakeAudio

beforeEach(() => {
  vi.useFakeTimers()
  spoken = []
  audio = new FakeAudio()
  vi.stubGlobal('location', { href: 'https://understudy.example/demo/x/play' })
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
  vi.stubGlobal('speechSynthesis', { speak: (said: FakeUtterance) => spoken.push(said), cancel: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wanted: AgentVoice = { value: '', label: '', gender: 'female', pitch: 1, rate: 1, lang: 'en' }
const sentences = ['One two three.', 'Four five six.']
const recorded = { sentences, audio: { url: '/narration/v1/demos/x/audio/1', ms: 8_000 } }

function setUp({ hasVoice = true, isMuted = false } = {}) {
  const narrator = new Narrator({ audio: audio as unknown as HTMLAudioElement, isMuted, speed: 1 })
  if (hasVoice) narrator.setVoice({ wanted, voice: { lang: 'en-GB' } as SpeechSynthesisVoice })
  return { narrator, view: () => narrator.store.get() }
}

function say(event: string): void {
  spoken.at(-1)?.dispatchEvent(new Event(event))
}

test('plays a recording to its end', async () => {
  const { narrator, view } = setUp()
  narrator.load(recorded)
  narrator.play()
  expect([view().way, audio.isPlaying, audio.src]).toEqual([
    'recording',
    true,
    `https://understudy.example${recorded.audio.url}`,
  ])
  audio.tell(1_500)
  expect(view().ms).toBe(1_500)
  audio.dispatchEvent(new Event('ended'))
  expect(view()).toMatchObject({ ms: 8_000, isOver: false })
  await vi.advanceTimersByTimeAsync(400)
  expect(view().isOver).toBe(true)
})

test('continues a stalled recording with the voice, at the same sentence', async () => {
  const { narrator, view } = setUp()
  narrator.load(recorded)
  narrator.play()
  audio.tell(4_100)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(view().way).toBe('voice')
  expect(spoken.map(({ text }) => text)).toEqual(['Four five six.'])
  // The next step tries the voice again.
  narrator.load(recorded)
  expect(view()).toMatchObject({ way: 'recording', ms: 0 })
})

test('continues a damaged recording with captions if there is no voice', async () => {
  const { narrator, view } = setUp({ hasVoice: false })
  narrator.load(recorded)
  narrator.play()
  audio.dispatchEvent(new Event('error'))
  expect(view().way).toBe('captions')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(view().isOver).toBe(true)
})

test('shows captions while sound is blocked, until the visitor turns it on', async () => {
  const { narrator, view } = setUp()
  audio.answer = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  narrator.load(recorded)
  narrator.play()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view()).toMatchObject({ way: 'captions', isRefused: true, isMuted: true })
  expect(view().ms).toBeGreaterThan(500)
  audio.answer = () => Promise.resolve()
  narrator.setMuted(false)
  expect(view()).toMatchObject({ way: 'recording', isRefused: false })
  expect(audio.currentTime).toBeCloseTo(view().ms / 1_000)
})

test('speaks one sentence after the other', async () => {
  const { narrator, view } = setUp()
  narrator.load({ sentences, audio: null })
  narrator.play()
  say('start')
  await vi.advanceTimersByTimeAsync(600)
  expect(view().ms).toBeGreaterThanOrEqual(600)
  say('end')
  expect(spoken.at(-1)?.text).toBe('Four five six.')
  say('start')
  say('end')
  await vi.advanceTimersByTimeAsync(400)
  expect(view().isOver).toBe(true)
})

test('speaks the spoken form of a caption', () => {
  const { narrator, view } = setUp()
  narrator.load({ sentences: ['It costs $5.'], said: ['It costs 5 dollars.'], audio: null })
  narrator.play()
  expect([spoken.at(-1)?.text, view().cues[0]?.text]).toEqual(['It costs 5 dollars.', 'It costs $5.'])
})

test('falls back to captions within two seconds if the voice never starts', async () => {
  const { narrator, view } = setUp()
  narrator.load({ sentences, audio: null })
  narrator.play()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(view().way).toBe('captions')
})

test('continues with the next sentence, once, if the voice never reports the end of one', async () => {
  const { narrator, view } = setUp()
  narrator.load({ sentences, audio: null })
  narrator.play()
  say('start')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(spoken.at(-1)?.text).toBe('Four five six.')
  say('start')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(view().way).toBe('captions')
})

test('keeps its position when paused, seeks, and applies the speed to every speaker', async () => {
  const { narrator, view } = setUp()
  narrator.load(recorded)
  narrator.play()
  audio.tell(2_000)
  narrator.pause()
  expect([audio.isPlaying, view().isPlaying, view().ms]).toEqual([false, false, 2_000])
  narrator.seek(6_000)
  narrator.setSpeed(1.5)
  narrator.play()
  expect([audio.currentTime, audio.playbackRate]).toEqual([6, 1.5])
  narrator.setMuted(true)
  expect(view()).toMatchObject({ way: 'captions', ms: 6_000, totalMs: 8_000 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view().ms).toBeGreaterThan(7_300)
})

test('shows a step without words for a moment', async () => {
  const { narrator, view } = setUp()
  narrator.load({ sentences: [], audio: null })
  narrator.play()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(view()).toMatchObject({ way: 'captions', isOver: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view().isOver).toBe(true)
})
