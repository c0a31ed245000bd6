import { expect, test } from 'vitest'

import { AccountShares, accountYieldsAfterMs, type AccountShare } from './account-shares.ts'
import type { Caller } from './database.ts'

const callerOf = (sub: string): Caller => ({
  role: 'authenticated',
  claims: { sub },
  headers: {},
  method: 'GET',
  path: '/',
})

/** Starts transactions that end when told to. */
function startShares(concurrent: number) {
  let nowMs = 0
  const shares = new AccountShares({
    concurrent,
    concurrentInNetwork: 3,
    concurrentAnonymous: 2,
    concurrentSpent: 1,
    now: () => nowMs,
  })
  const began: { readonly name: string; readonly share: AccountShare | null; readonly end: () => void }[] = []
  const ask = (caller: Caller | 'system', name: string) =>
    shares.run(caller, (share) => new Promise<void>((end) => began.push({ name, share, end })))
  return { began, ask, pass: (ms: number) => (nowMs += ms) }
}

test('an account waits for its own transactions, and others don’t', async () => {
  const { began, ask } = startShares(2)
  const asked = ['one', 'two', 'three'].map((name) => ask(callerOf('busy'), name))
  asked.push(ask(callerOf('other'), 'other'), ask('system', 'system'))
  await Promise.resolve()
  expect(new Set(began.map(({ name }) => name))).toEqual(new Set(['one', 'two', 'other', 'system']))
  began.find(({ name }) => name === 'one')?.end()
  await asked[0]
  expect(began.at(-1)?.name).toBe('three')
  for (const { end } of began) end()
  await Promise.all(asked)
})

test('an account uses up its share, and gets it back with time', async () => {
  const { began, ask, pass } = startShares(9)
  void ask(callerOf('busy'), 'one')
  void ask(callerOf('busy'), 'two')
  await Promise.resolve()
  const [one, two] = began
  expect(one?.share?.own.leftMs()).toBe(2_000)
  expect(one?.share?.own.isLast()).toBe(false)
  one?.share?.spend(1_850)
  // The other transaction may use the rest.
  expect(one?.share?.own.isLast()).toBe(true)
  one?.share?.spend(1_150)
  expect(two?.share?.own.leftMs()).toBe(0)
  pass(20_000)
  expect(two?.share?.own.leftMs()).toBe(1_000)
})

test('an account’s long writes may hold others up for a while, but not one after the other', async () => {
  const { began, ask, pass } = startShares(9)
  void ask(callerOf('busy'), 'one')
  await Promise.resolve()
  const share = began[0]?.share
  if (share === null || share === undefined) throw new Error('An account has a share')
  const yields = (isWrite: boolean) => [0, 1].map((time) => accountYieldsAfterMs(share, isWrite, time))
  expect([yields(true), yields(false)]).toEqual([
    [2_000, 5_000],
    [2_000, 2_000],
  ])
  share.spend(3_000)
  expect([yields(true), yields(false)]).toEqual([
    [1_000, 5_000],
    [300, 1_000],
  ])
  share.spend(7_000)
  expect(yields(true)).toEqual([300, 1_000])
  pass(20_000)
  expect(yields(true)).toEqual([1_000, 5_000])
})

test('unknown networks and the server have no share', async () => {
  const { began, ask } = startShares(1)
  const anonymous: Caller = { ...callerOf('x'), role: 'anon', claims: null }
  for (const caller of [anonymous, anonymous, 'system', 'system'] as const) void ask(caller, 'any')
  await Promise.resolve()
  expect(began.map(({ share }) => share)).toEqual([null, null, null, null])
})

test('refuses an account’s transactions when too many wait', async () => {
  const { began, ask } = startShares(1)
  const asked = Array.from({ length: 1_002 }, () => ask(callerOf('busy'), 'any'))
  await expect(asked.at(-1)).rejects.toThrow('Too many requests are waiting')
  for (let at = 0; at < 1_001; at += 1) {
    began[at]?.end()
    await asked[at]
  }
})

const from = (network: string): Caller => ({
  ...callerOf('x'),
  role: 'anon',
  claims: null,
  headers: { 'visitor network': network },
})

test('an anonymous network waits for its own transactions, and neither others nor pages do', async () => {
  const { began, ask } = startShares(9)
  const asked = ['one', 'two', 'three'].map((name) => ask(from('198.51.100.1'), name))
  asked.push(ask(from('203.0.113.7'), 'other'))
  for (let page = 1; page <= 5; page += 1) asked.push(ask(from('unknown'), 'page'))
  await Promise.resolve()
  const names = began.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['one', 'other', 'page', 'page', 'page', 'page', 'page', 'two'])
  began.find(({ name }) => name === 'one')?.end()
  await asked[0]
  expect(began.at(-1)?.name).toBe('three')
  for (const { end } of began) end()
  await Promise.all(asked)
})

test('a network that has used up its share waits for each of its transactions, whichever /64 of its /48 they come from', async () => {
  const { began, ask, pass } = startShares(9)
  const [busy, near] = [from('2001:db8:1:1::/64'), from('2001:db8:1:2::/64')]
  const first = ask(busy, 'first')
  await Promise.resolve()
  began[0]?.share?.spend(2_500)
  began[0]?.end()
  await first
  const asked = [ask(busy, 'one'), ask(near, 'two'), ask(from('2001:db8:2:1::/64'), 'other')]
  await Promise.resolve()
  expect(began.map(({ name }) => name)).toEqual(['first', 'one', 'other'])
  began[1]?.end()
  await asked[0]
  expect(began.at(-1)?.name).toBe('two')
  pass(10_000)
  asked.push(ask(near, 'three'))
  await Promise.resolve()
  expect(began.at(-1)?.name).toBe('three')
  for (const { end } of began) end()
  await Promise.all(asked)
})

const signedIn = (sub: string, network: string): Caller => ({
  ...callerOf(sub),
  headers: { 'visitor network': network },
})

test('the accounts of a network, which are free, wait for each other', async () => {
  const { began, ask } = startShares(9)
  const asked = ['one', 'two', 'three', 'four'].map((name) => ask(signedIn(name, '198.51.100.1'), name))
  asked.push(ask(signedIn('other', '203.0.113.7'), 'other'))
  await new Promise(setImmediate)
  expect(began.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'other'])
  began[0]?.end()
  await asked[0]
  await new Promise(setImmediate)
  expect(began.at(-1)?.name).toBe('four')
  for (const { end } of began) end()
  await Promise.all(asked)
})

test('others go before a new account of a network that has used up its share, but its time is its own', async () => {
  const { began, ask, pass } = startShares(9)
  const newShare = async (name: string, network: string): Promise<AccountShare> => {
    void ask(signedIn(name, network), name)
    await new Promise(setImmediate)
    const share = began.at(-1)?.share
    if (share === null || share === undefined) throw new Error('An account has a share')
    began.at(-1)?.end()
    return share
  }
  const first = await newShare('first', '2001:db8:1:1::/64')
  first.spend(3_000)
  const second = await newShare('second', '2001:db8:1:2::/64')
  expect([second.common.leftMs(), second.common.isLast()]).toEqual([1_000, false])
  second.spend(10_000)
  const third = await newShare('third', '2001:db8:1:3::/64')
  expect([third.common.leftMs(), third.common.isLast()]).toEqual([0, true])
  expect([third.own.leftMs(), third.own.isLast()]).toEqual([2_000, false])
  expect([0, 1].map((time) => accountYieldsAfterMs(third, true, time))).toEqual([2_000, 5_000])
  expect((await newShare('other', '2001:db8:2:1::/64')).common.leftMs()).toBe(2_000)
  pass(50_000)
  expect(third.common.leftMs()).toBe(1_000)
})
