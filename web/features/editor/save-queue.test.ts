import { expect, test } from 'vitest'

import type { FailureKind } from '../../lib/backend-error.ts'
import { SaveQueue, type SaveQueuePorts } from './save-queue.ts'
import { targetKey, type SaveTarget } from './save-plan.ts'

/** A queue whose calls fail as scripted, by the key of their target; every other call succeeds. */
function scripted(failures: Readonly<Record<string, FailureKind[]>> = {}, recalled: readonly SaveTarget[] = []) {
  const saved: string[] = []
  let renewals = 0
  const queue = new SaveQueue(recalled)
  const ports: SaveQueuePorts = {
    save: async (target) => {
      const failure = failures[targetKey(target)]?.shift() ?? null
      if (failure === null) saved.push(targetKey(target))
      return failure
    },
    renewSession: async () => {
      renewals += 1
      return true
    },
    onProgress: () => undefined,
    onSaving: () => undefined,
  }
  return { queue, saved, run: () => queue.run(ports), renewals: () => renewals }
}

const text: SaveTarget = { type: 'text' }
const step: SaveTarget = { type: 'step', id: 'a' }

test('saves one target after another, removed and restored steps first', async () => {
  const { queue, saved, run } = scripted()
  queue.add([text, step, { type: 'remove' }])
  expect(await run()).toBe(null)
  expect(saved).toEqual(['remove', 'text', 'step a'])
  expect(queue.waiting).toEqual([])
})

test('saves a target added twice once', async () => {
  const { queue, saved, run } = scripted({}, [step])
  queue.add([step])
  await run()
  expect(saved).toEqual(['step a'])
})

test('keeps waiting targets while the server is unreachable, and saves them in a later run', async () => {
  const { queue, saved, run } = scripted({ text: ['unreachable'] })
  queue.add([text, step])
  expect(await run()).toBe('offline')
  expect(queue.waiting).toEqual([text, step])
  expect(await run()).toBe(null)
  expect(saved).toEqual(['text', 'step a'])
})

test('renews the session once per run', async () => {
  const { queue, saved, run, renewals } = scripted({ text: ['signed-out'], 'step a': ['signed-out'] })
  queue.add([text, step])
  expect(await run()).toBe('signed-out')
  expect(renewals()).toBe(1)
  expect(saved).toEqual(['text'])
})

test('drops targets that the server refuses', async () => {
  const { queue, saved, run } = scripted({ text: ['refused'] })
  queue.add([text, step])
  expect(await run()).toBe(null)
  expect(saved).toEqual(['step a'])
  expect(queue.waiting).toEqual([])
})

test('starts no second run beside the first', async () => {
  const { queue, saved, run } = scripted()
  queue.add([text])
  const first = run()
  expect(await run()).toBe(undefined)
  await first
  expect(saved).toEqual(['text'])
})
