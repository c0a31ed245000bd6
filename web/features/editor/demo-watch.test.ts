import { expect, test } from 'vitest'

import { DemoWatch, type DemoWatchPorts } from './demo-watch.ts'

/** A server whose answers come when the test says so. */
function start(options: Partial<DemoWatchPorts<string>> = {}) {
  const waiting: ((answer: string | null) => void)[] = []
  const seen: string[] = []
  const ports: DemoWatchPorts<string> = {
    load: () => new Promise((resolve) => waiting.push(resolve)),
    isHidden: () => false,
    isTyping: () => false,
    onLoaded: (loaded, { isTyping }) => void seen.push(isTyping ? `${loaded} while typing` : loaded),
    ...options,
  }
  const watch = new DemoWatch<string>()
  const answer = async (text: string | null) => {
    waiting.shift()?.(text)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { watch, seen, waiting, answer, look: () => watch.look(false, ports) }
}

test('reloads after a change during a load', async () => {
  const { watch, seen, waiting, answer, look } = start()
  const first = look()
  void look()
  void look()
  expect(waiting).toHaveLength(1)
  await answer('old')
  await answer('new')
  await first
  expect(seen).toEqual(['old', 'new'])
  expect(watch.isDue).toBe(false)
  expect(waiting).toEqual([])
})

test('still has to reload after a failed load', async () => {
  const { watch, seen, answer, look } = start()
  const first = look()
  await answer(null)
  await first
  expect(watch.isDue).toBe(true)
  const second = look()
  await answer('new')
  await second
  expect(seen).toEqual(['new'])
  expect(watch.isDue).toBe(false)
})

test('waits until typing has ended before it reloads', async () => {
  let isTyping = true
  const { watch, seen, waiting, answer, look } = start({ isTyping: () => isTyping })
  const first = look()
  void look()
  await answer('new')
  await first
  expect([seen, waiting]).toEqual([['new while typing'], []])
  expect(watch.isDue).toBe(true)
  isTyping = false
  const second = look()
  await answer('new')
  await second
  expect(watch.isDue).toBe(false)
})

test('loads nothing while hidden', async () => {
  const { watch, waiting, look } = start({ isHidden: () => true })
  await look()
  expect([watch.isDue, waiting]).toEqual([true, []])
})
