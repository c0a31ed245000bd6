import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BrowserHearing } from './browser-hearing.ts'
import type { Hearing } from './hearing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser's speech recognition that a test speaks into. */
class FakeRecognition {
  static current: FakeRecognition | undefined
  static starts = 0
  readonly listeners = new Map<string, (event: object) => void>()
  lang = ''
  interimResults = false
  continuous = false
  readonly results: object[] = []
  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener)
  }
  start(): void {
    FakeRecognition.starts += 1
    FakeRecognition.current = this
    this.listeners.get('audiostart')?.({})
  }
  abort(): void {
    FakeRecognition.current = undefined
  }
  hear(index: number, transcript: string, isFinal = false): void {
    this.results[index] = Object.assign([{ transcript, confidence: 0.9 }], { isFinal })
    this.listeners.get('result')?.({ results: this.results })
  }
  end(): void {
    this.listeners.get('end')?.({})
  }
  fail(error: string): void {
    this.listeners.get('error')?.({ error })
  }
}

function setUp(track: MediaStreamTrack | null = null) {
  FakeRecognition.starts = 0
  const words: string[] = []
  const saidOver: string[] = []
  const problems: string[] = []
  const hearing: Hearing = new BrowserHearing({
    lang: 'en-US',
    phrases: [],
    track: () => track,
    onReady: () => undefined,
    onWords: (text) => words.push(text),
    onSaidOver: (guesses) => saidOver.push(...guesses),
    onProblem: (problem) => problems.push(problem),
  })
  return { hearing, words, saidOver, problems }
}

test('reports a browser without recognition, and one that fails at the start', () => {
  const { hearing, problems } = setUp()
  hearing.start()
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  hearing.start()
  FakeRecognition.current?.fail('network')
  hearing.start()
  FakeRecognition.current?.fail('not-allowed')
  expect(problems).toEqual(['broken', 'broken', 'refused'])
})

test('doesn’t report words of a finished turn again', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { hearing, words } = setUp()
  hearing.start()
  FakeRecognition.current?.hear(0, 'how much', true)
  FakeRecognition.current?.hear(1, 'is it')
  hearing.forget('turn')
  FakeRecognition.current?.hear(1, 'is it', true)
  FakeRecognition.current?.hear(2, 'thanks', true)
  expect(words).toEqual(['how much', 'how much is it', 'thanks'])
})

test('restarts recognition that ends by itself, but gives up eventually', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { hearing, problems } = setUp()
  hearing.start()
  await vi.advanceTimersByTimeAsync(10_000)
  FakeRecognition.current?.fail('no-speech')
  FakeRecognition.current?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeRecognition.starts).toBe(2)
  for (let ends = 0; ends < 3; ends += 1) {
    FakeRecognition.current?.end()
    await vi.advanceTimersByTimeAsync(ends * 500 + 500)
  }
  expect(problems).toEqual(['broken'])
})

test('ignores speech while the agent speaks', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { hearing } = setUp()
  hearing.start()
  hearing.deafen(true)
  expect(FakeRecognition.current).toBe(undefined)
  hearing.deafen(false)
  expect(FakeRecognition.current).toBeDefined()
})

test('reports what is said over the agent where the microphone is shared, and drops it afterwards', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { hearing, words, saidOver, problems } = setUp({} as MediaStreamTrack)
  hearing.start()
  hearing.deafen(true)
  FakeRecognition.current?.hear(0, 'this is the dashboard stop')
  expect([words, saidOver]).toEqual([[], ['this is the dashboard stop']])
  hearing.deafen(false)
  FakeRecognition.current?.hear(0, 'what does it cost')
  expect(words).toEqual(['what does it cost'])
  hearing.deafen(true)
  FakeRecognition.current?.fail('network')
  expect([FakeRecognition.current, problems]).toEqual([undefined, []])
})
