import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ModelError } from '#server/models/language-model.ts'

import { SpeechAccount } from './speech-account.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A workspace's account with `budget` characters left. */
function setUp({ budget = 1_000_000 } = {}) {
  const books = { reserved: [] as number[], settled: [] as number[], isOff: false }
  const account = new SpeechAccount({
    reserve: async (characters) => {
      if (characters > budget) throw new ModelError('over-budget', 'Used up.', { isCharged: false })
      books.reserved.push(characters)
      return {
        settle: ({ tokensIn }) => void books.settled.push(tokensIn),
        record: () => undefined,
        isOff: () => books.isOff,
      }
    },
    open: (_, onClose) => ({
      async *speak() {},
      close: () => {
        onClose(used)
        return used
      },
    }),
  })
  let used = 0
  const turn = async (characters: number, spoken = characters) => {
    const begun = await account.begin(characters)
    used = spoken
    begun.close()
  }
  return { account, books, turn }
}

test('reserves once for many turns, and settles what they used', async () => {
  const { account, books, turn } = setUp()
  for (let times = 0; times < 6; times += 1) await turn(150)
  expect(books).toMatchObject({ reserved: [1_000], settled: [] })
  account.settle()
  expect(books.settled).toEqual([900])
})

test('makes an interrupted turn’s unused characters available to the next', async () => {
  const { account, books, turn } = setUp()
  for (let times = 0; times < 9; times += 1) await turn(600, 50)
  account.settle()
  expect(books).toEqual({ reserved: [1_000], settled: [450], isOff: false })
})

test('reserves more when the block is used up, and settles the first', async () => {
  const { books, turn } = setUp()
  await turn(700)
  await turn(700)
  expect(books).toMatchObject({ reserved: [1_000, 1_000], settled: [700] })
})

test('speaks a turn that fits the budget even if a whole block doesn’t', async () => {
  const { account, books, turn } = setUp({ budget: 200 })
  await turn(150)
  account.settle()
  expect(books).toMatchObject({ reserved: [150], settled: [150] })
  await expect(turn(201)).rejects.toMatchObject({ problem: 'over-budget' })
})

test('releases unused characters after a silence', async () => {
  const { books, turn } = setUp()
  await turn(100)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(books.settled).toEqual([100])
})

test('counts a turn that is still being spoken when the conversation ends', async () => {
  const { account, books } = setUp()
  const begun = await account.begin(100)
  account.settle()
  expect(books.settled).toEqual([])
  begun.close()
  expect(books.settled).toEqual([0])
})

test('reserves again after the provider was turned off', async () => {
  const { books, turn } = setUp()
  await turn(100)
  books.isOff = true
  await turn(100)
  expect(books.reserved).toHaveLength(2)
})
