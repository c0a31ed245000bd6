import { expect, test, vi } from 'vitest'

import { createStore } from './create-store.ts'

test('calls its subscribers when the value changes, until they unsubscribe', () => {
  const store = createStore(1)
  const listener = vi.fn<() => void>()
  const unsubscribe = store.subscribe(listener)
  store.set(2)
  expect(store.get()).toBe(2)
  expect(listener).toHaveBeenCalledTimes(1)
  store.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  store.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('watches while there are subscribers', () => {
  const log: string[] = []
  const store = createStore(0, () => {
    log.push('watch')
    return () => log.push('stop')
  })
  const [first, second] = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
  first()
  first()
  expect(log).toEqual(['watch'])
  second()
  store.subscribe(() => undefined)
  expect(log).toEqual(['watch', 'stop', 'watch'])
})
