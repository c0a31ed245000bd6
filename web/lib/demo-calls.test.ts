import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'

import { syncNotes } from './demo-calls.ts'

let logged: MockInstance<typeof console.warn>

beforeEach(() => {
  logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => logged.mockRestore())

test.each([
  ['without a step', '', null, 'Step ID is required for syncing notes'],
  ['with a capture that can be none', 'step', 'not-a-uuid', 'Invalid capture ID format'],
])('does not save notes %s, and logs why', async (_, stepId, captureId, sentence) => {
  expect(await syncNotes(stepId, captureId, 'Say hello')).toBe('refused')
  expect(logged.mock.calls).toEqual([[sentence, undefined]])
})

test('does not save notes without a server, and logs why', async () => {
  expect(await syncNotes('step', null, 'Say hello')).toBe('unreachable')
  expect(logged.mock.calls).toEqual([['Error syncing notes', expect.any(Error)]])
})
