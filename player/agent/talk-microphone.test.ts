import { afterEach, expect, test, vi } from 'vitest'

import { TalkMicrophone } from './talk-microphone.ts'
import { firstView, type TalkView } from './talk-view.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's speech recognition that a test speaks into. */
class FakeRecognition {
  static current: FakeRecognition | undefined
  readonly listeners = new Map<string, (event: object) => void>()
  lang = ''
  interimResults = false
  continuous = false
  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener)
  }
  start(): void {
    FakeRecognition.current = this
    this.listeners.get('audiostart')?.({})
  }
  abort(): void {
    FakeRecognition.current = undefined
  }
  hear(transcript: string, isFinal: boolean): void {
    this.listeners.get('result')?.({ results: [Object.assign([{ transcript, confidence: 0.9 }], { isFinal })] })
  }
}

function setUp() {
  let view: TalkView = firstView
  const partials: string[] = []
  const finals: string[] = []
  const events: string[] = []
  const microphone = new TalkMicrophone({
    view: () => view,
    show: (change) => {
      view = { ...view, ...change }
    },
    onListening: () => events.push('listening'),
    onUnavailable: () => events.push('unavailable'),
    onPartial: (text) => partials.push(text),
    onFinal: (text) => finals.push(text),
  })
  return { microphone, partials, finals, events, view: () => view }
}

test('reports missing speech recognition', () => {
  const { microphone, events, view } = setUp()
  microphone.open('en-US')
  microphone.listen()
  expect(view()).toMatchObject({
    listening: 'unavailable',
    microphoneProblem: 'Your browser can’t recognise speech right now. Typing works just as well.',
  })
  expect(microphone.isOpen).toBe(false)
  expect(events).toEqual(['unavailable'])
})

test('names a refused microphone, and forgets it on the next try', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { microphone, events, view } = setUp()
  microphone.open('en-US')
  microphone.listen()
  FakeRecognition.current?.listeners.get('error')?.({ error: 'not-allowed' })
  expect(view().microphoneProblem).toBe('Your browser blocks the microphone. Typing works just as well.')
  microphone.open('en-US')
  microphone.listen()
  expect(view()).toMatchObject({ microphoneProblem: '', listening: 'listening' })
  expect(events).toEqual(['listening', 'unavailable', 'listening'])
})

test('reports the start of a sentence once, then the whole', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { microphone, partials, finals, view } = setUp()
  microphone.open('en-US')
  microphone.listen()
  expect(view().listening).toBe('listening')
  FakeRecognition.current?.hear('how', false)
  FakeRecognition.current?.hear('how much', false)
  expect(view().partial).toBe('how much')
  FakeRecognition.current?.hear('how much is it', true)
  expect(partials).toEqual(['how'])
  expect(finals).toEqual(['how much is it'])
})

test('pauses and closes', () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const { microphone, view } = setUp()
  microphone.open('en-US')
  microphone.listen()
  microphone.pause()
  expect(FakeRecognition.current).toBe(undefined)
  expect(microphone.isOpen).toBe(true)
  microphone.listen()
  microphone.close()
  expect(microphone.isOpen).toBe(false)
  expect(view()).toMatchObject({ listening: 'off', partial: '' })
})
