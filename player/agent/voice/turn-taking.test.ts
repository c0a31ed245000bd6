import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { TurnTaking, type SpokenTurn } from './turn-taking.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(waitMs = 500) {
  const turns: SpokenTurn[] = []
  const partials: string[] = []
  let misses = 0
  const taking = new TurnTaking({
    waitAfter: () => waitMs,
    onPartial: (text) => partials.push(text),
    onTurn: (turn) => turns.push(turn),
    onNotUnderstood: () => {
      misses += 1
    },
  })
  return { taking, turns, partials, misses: () => misses }
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('ends a turn after a pause whose length depends on the words', async () => {
  const { taking, turns, partials } = setUp(500)
  taking.soundStarted()
  taking.words('how much', undefined)
  await after(5_000)
  expect(turns).toEqual([])
  taking.words('how much is it', 0.9)
  taking.soundEnded(200)
  await after(299)
  expect(turns).toEqual([])
  await after(1)
  expect(turns).toEqual([
    { text: 'how much is it', confidence: 0.9, continues: false, endOfTurnMs: 500, recognitionMs: 200 },
  ])
  expect(partials).toEqual(['how much', 'how much is it'])
})

test('adds speech within 1.2 s to the same turn', async () => {
  const { taking, turns } = setUp(300)
  taking.soundStarted()
  taking.words('can I export', undefined)
  taking.soundEnded(0)
  await after(1_300)
  taking.soundStarted()
  taking.words('to Excel', undefined)
  taking.soundEnded(0)
  await after(300)
  expect(turns.map(({ text, continues }) => ({ text, continues }))).toEqual([
    { text: 'can I export', continues: false },
    { text: 'can I export to Excel', continues: true },
  ])
  await after(2_000)
  taking.soundStarted()
  taking.words('what does it cost', undefined)
  taking.soundEnded(0)
  await after(300)
  expect(turns.at(-1)).toMatchObject({ text: 'what does it cost', continues: false })
})

test('doesn’t continue the last turn after typing', async () => {
  const { taking, turns } = setUp(300)
  taking.words('can I export', undefined)
  await after(500)
  taking.settle()
  taking.words('to Excel', undefined)
  await after(500)
  expect(turns.at(-1)).toMatchObject({ text: 'to Excel', continues: false })
})

test('drops an unfinished turn when the microphone is lost, and takes the next words without delay', async () => {
  const { taking, turns } = setUp(500)
  taking.soundStarted()
  taking.words('how long', undefined)
  taking.stop()
  await after(31_000)
  expect(turns).toEqual([])
  taking.words('what does it cost', undefined)
  await after(500)
  expect(turns.map(({ text }) => text)).toEqual(['what does it cost'])
})

test('ends turns by words alone if the microphone can’t be measured', async () => {
  const { taking, turns } = setUp(900)
  taking.words('show me', undefined)
  await after(600)
  taking.words('show me the report', undefined)
  await after(900)
  expect(turns).toMatchObject([{ text: 'show me the report' }])
})

test('doesn’t end the turn while the key is held', async () => {
  const { taking, turns } = setUp(300)
  taking.hold(true)
  taking.words('well', undefined)
  await after(20_000)
  expect(turns).toEqual([])
  taking.hold(false)
  await after(300)
  expect(turns).toMatchObject([{ text: 'well' }])
})

test('reports sound without words, but not as a turn', async () => {
  const { taking, turns, misses } = setUp()
  taking.soundStarted()
  taking.soundEnded(0)
  await after(10_000)
  expect(turns).toEqual([])
  expect(misses()).toBe(1)
})

test('ends a turn without pauses after half a minute', async () => {
  const { taking, turns } = setUp()
  taking.soundStarted()
  taking.words('and then', undefined)
  await after(30_000)
  expect(turns).toHaveLength(1)
})
