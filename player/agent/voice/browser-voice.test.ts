import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BrowserVoice } from './browser-voice.ts'
import type { Segment } from './sentence-voice.ts'

/** A browser's speech synthesis controlled by the test. */
class FakeUtterance extends EventTarget {
  voice: unknown = null
  lang = ''
  pitch = 1
  rate = 1
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}
let spoken: FakeUtterance[] = []
let cancels = 0
const synthesis = {
  speaking: false,
  pending: false,
  paused: false,
  speak: (utterance: FakeUtterance) => void spoken.push(utterance),
  cancel: () => {
    cancels += 1
  },
  resume: () => {
    synthesis.paused = false
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  spoken = []
  cancels = 0
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
  vi.stubGlobal('speechSynthesis', synthesis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp(isLocal = true) {
  const events: string[] = []
  const voice = new BrowserVoice({ onProblem: (problem) => events.push(problem) })
  voice.use({ name: 'Samantha', lang: 'en-US', localService: isLocal } as SpeechSynthesisVoice, 1, 1)
  const say = (text: string) =>
    voice.say({ text, turn: 1, seg: 0 } as Segment, {
      onStart: () => events.push('start'),
      onEnd: () => events.push('end'),
      onFailed: () => events.push('failed'),
    })
  return { voice, say, events }
}

const last = () => spoken.at(-1)
const tell = (type: string, more: object = {}) => last()?.dispatchEvent(Object.assign(new Event(type), more))

test('speaks a sentence with the chosen voice', () => {
  const { say, events } = setUp()
  say('Hello.')
  tell('start')
  tell('end')
  expect(last()).toMatchObject({ text: 'Hello.', lang: 'en-US' })
  expect(events).toEqual(['start', 'end'])
})

test('gives up a sentence after one missing start, and the voice after two in a row', async () => {
  const { voice, say, events } = setUp()
  say('Hello.')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(events).toEqual(['failed'])
  expect(voice.isUsable).toBe(true)
  say('Again.')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(events).toEqual(['failed', 'lost', 'failed'])
  expect(voice.isUsable).toBe(false)
})

test('continues with the next sentence if the end event is missing', async () => {
  const { voice, say, events } = setUp()
  say('Hello.')
  tell('start')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual(['start', 'end'])
  expect(voice.isUsable).toBe(true)
})

test('resets the failure count after a success', async () => {
  const { voice, say } = setUp()
  for (let round = 0; round < 3; round += 1) {
    say('Hello.')
    await vi.advanceTimersByTimeAsync(4_000)
    say('Again.')
    tell('start')
    tell('end')
  }
  expect(voice.isUsable).toBe(true)
})

test('doesn’t count sound that waits for a click as a failure', () => {
  const { voice, say, events } = setUp()
  for (let round = 0; round < 3; round += 1) {
    say('Hello.')
    tell('error', { error: 'not-allowed' })
  }
  expect(events.slice(0, 2)).toEqual(['blocked', 'failed'])
  expect(voice.isUsable).toBe(true)
})

test('resumes a voice that the browser paused', async () => {
  const { say } = setUp()
  say('Hello.')
  tell('start')
  synthesis.paused = true
  await vi.advanceTimersByTimeAsync(600)
  expect(synthesis.paused).toBe(false)
})

test('splits long sentences of a remote voice, which browsers stop after 15 seconds', () => {
  const { say, events } = setUp(false)
  say(`${'A clause that goes on and on for quite a while, '.repeat(6)}and ends.`)
  tell('start')
  tell('end')
  tell('start')
  tell('end')
  expect(spoken.every(({ text }) => text.length <= 180)).toBe(true)
  expect(events).toEqual(['start', 'end'])
})

test('stops at once and reports how much was heard', async () => {
  const { say, events } = setUp()
  const said = say('Hello.')
  tell('start')
  await vi.advanceTimersByTimeAsync(300)
  expect(said.stop()).toEqual({ playedMs: 300, segMs: 900 })
  tell('end')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events).toEqual(['start'])
  expect(cancels).toBeGreaterThan(0)
})
