import { expect, test } from 'vitest'

import { mayMatch } from './followed-change.ts'

const filter = 'workspace_id=eq.w1'
const list = () => [{ id: 'a1' }, { id: 'a2' }]

test.each([
  ['a new row', { eventType: 'INSERT', old: {} }, true],
  ['a changed row', { eventType: 'UPDATE', old: { id: 'a9' } }, true],
  ['a deleted row of the list', { eventType: 'DELETE', old: { id: 'a2' } }, true],
  ['a deleted row of another workspace', { eventType: 'DELETE', old: { id: 'b1' } }, false],
  ['a deleted row whose key is the filter', { eventType: 'DELETE', old: { workspace_id: 'w1' } }, true],
] as const)('a list reloads after %s: %#', (_, change, expected) => {
  expect(mayMatch(change, filter, list)).toBe(expected)
})
