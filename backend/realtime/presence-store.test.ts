import { expect, it } from 'vitest'

import { PresenceStore } from './presence-store.ts'

it('encodes a room’s state once for all newcomers, until the room changes', () => {
  const store = new PresenceStore()
  let encodings = 0
  const counted = {
    toJSON: () => {
      encodings += 1
      return 'busy'
    },
  }
  store.apply('room', 'p', [{ ref: 'r1', key: 'ada', meta: { status: counted } }], [])
  const first = store.encodedState('room')
  const second = store.encodedState('room')
  expect(second).toBe(first)
  expect(encodings).toBe(1)
  expect(JSON.parse(Buffer.from(first).toString())).toEqual({ ada: { metas: [{ status: 'busy', phx_ref: 'r1' }] } })
  store.apply('room', 'p', [{ ref: 'r2', key: 'bob', meta: {} }], [])
  expect(Object.keys(JSON.parse(Buffer.from(store.encodedState('room')).toString()) as object)).toEqual(['ada', 'bob'])
  store.apply('room', 'p', [], ['r1', 'r2'])
  expect(Buffer.from(store.encodedState('room')).toString()).toBe('{}')
})
