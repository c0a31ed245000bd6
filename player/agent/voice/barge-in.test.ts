import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isBackChannel, isStopWord } from '#domain/end-of-turn.ts'

import { BargeIn } from './barge-in.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const acts: string[] = []
  const note = (act: string) => () => void acts.push(act)
  const bargeIn = new BargeIn({
    isBackChannel: (text) => isBackChannel(text, 'en'),
    isStopWord: (text) => isStopWord(text, 'en'),
    onDuck: (isDucked) => acts.push(isDucked ? 'duck' : 'loud'),
    onHold: note('hold'),
    onFalseAlarm: note('again'),
    onInterrupt: note('interrupt'),
    onStopWord: note('stop'),
  })
  return { bargeIn, acts }
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('lowers its volume at the first hint of a voice, and restores it after a false alarm', () => {
  const { bargeIn, acts } = setUp()
  bargeIn.maybe()
  bargeIn.quiet()
  expect(acts).toEqual(['duck', 'loud'])
})

test('interrupts after 650 ms of voice', async () => {
  const { bargeIn, acts } = setUp()
  bargeIn.maybe()
  bargeIn.start()
  bargeIn.voiced(640)
  expect(acts).toEqual(['duck', 'hold'])
  bargeIn.voiced(650)
  bargeIn.voiced(900)
  await after(5_000)
  expect(acts).toEqual(['duck', 'hold', 'interrupt'])
})

test('interrupts on continued soft speech before the sentence is repeated', async () => {
  const { bargeIn, acts } = setUp()
  bargeIn.start()
  bargeIn.voiced(500)
  await after(1_200)
  bargeIn.voiced(500)
  expect(acts).toEqual(['hold'])
  await after(100)
  bargeIn.voiced(500)
  await after(5_000)
  expect(acts).toEqual(['hold', 'interrupt'])
})

test('repeats the sentence after a cough', async () => {
  const { bargeIn, acts } = setUp()
  bargeIn.start()
  bargeIn.voiced(120)
  await after(1_500)
  expect(acts).toEqual(['hold', 'again'])
})

test("“uh-huh” doesn't end the turn, a word does", async () => {
  const { bargeIn, acts } = setUp()
  bargeIn.start()
  expect(bargeIn.words('uh-huh', true)).toBe(false)
  await after(1_500)
  expect(acts).toEqual(['hold', 'again'])
  bargeIn.start()
  expect(bargeIn.words('actually', true)).toBe(true)
  expect(acts).toEqual(['hold', 'again', 'hold', 'interrupt'])
})

test("a long “mm-hmm” doesn't interrupt, but words after it do", async () => {
  const { bargeIn, acts } = setUp()
  bargeIn.start()
  bargeIn.voiced(600)
  expect(bargeIn.words('mm-hmm', true)).toBe(false)
  bargeIn.voiced(900)
  await after(1_500)
  expect(acts).toEqual(['hold', 'again'])
  bargeIn.start()
  expect(bargeIn.words('mm-hmm', true)).toBe(false)
  expect(bargeIn.words('mm-hmm but how much', true)).toBe(true)
  expect(acts).toEqual(['hold', 'again', 'hold', 'interrupt'])
})

test('takes “uh-huh” as an answer while the agent is silent', () => {
  const { bargeIn } = setUp()
  bargeIn.start()
  expect(bargeIn.words('uh-huh', false)).toBe(true)
})

test("a stop word stops the agent, and isn't asked as a question", () => {
  const { bargeIn, acts } = setUp()
  bargeIn.start()
  expect(bargeIn.words('stop', true)).toBe(false)
  expect(acts).toEqual(['hold', 'stop'])
})
