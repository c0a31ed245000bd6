import { expect, test } from 'vitest'

import { parseClientEvent } from './agent-client-events.ts'
import { parseServerEvent } from './agent-server-events.ts'

const envelope = { v: 1, sid: 's', seq: 1, ts: 1 }
const hello = {
  ...envelope,
  t: 'hello',
  token: 'x',
  caps: { stt: true, tts: true, audioIn: false, lang: 'en', tz: 'UTC' },
  consent: { mode: 'text', stored: true },
  step: 1,
}

test.each([
  hello,
  { ...envelope, t: 'resume', token: 'x', lastSeq: 12 },
  { ...envelope, t: 'user.text', turn: 1, text: 'Hello', source: 'voice', conf: 0.9 },
  { ...envelope, t: 'interrupt', turn: 1, seg: 0, playedMs: 12.5, segMs: 900, cause: 'typed' },
  { ...envelope, t: 'ping', addedByALaterVersion: true },
])('reads the visitor’s $t', (event) => {
  expect(parseClientEvent(JSON.stringify(event))).toEqual(event)
})

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['another version', { ...hello, v: 2 }],
  ['a kind that is none', { ...envelope, t: 'constructor' }],
  ['no consent', { ...hello, consent: { mode: 'text', stored: false } }],
  ['a negative count', { ...envelope, t: 'play.start', turn: -1, seg: 0 }],
  ['a fraction of a turn', { ...envelope, t: 'play.start', turn: 1.5, seg: 0 }],
  ['an unknown cause', { ...envelope, t: 'interrupt', turn: 1, seg: 0, playedMs: 0, segMs: 0, cause: 'boredom' }],
  ['an endless text', { ...envelope, t: 'user.text', turn: 1, text: 'x'.repeat(100_000), source: 'typed' }],
  ['a source that is none', { ...envelope, t: 'user.text', turn: 1, text: 'x', source: 'agent' }],
])('refuses %s', (_, frame) => {
  expect(parseClientEvent(frame)).toBeNull()
})

test.each([
  { ...envelope, t: 'seg', turn: 1, seg: 0, text: 'Hi', speak: 'client', cite: [{ stepOrder: 4, stepId: 'id' }] },
  { ...envelope, t: 'seg', turn: 1, seg: 0, text: '$29', say: '29 dollars', speak: 'none', cite: [] },
  { ...envelope, t: 'step.show', n: 4, afterSeg: { turn: 1, seg: 0 } },
  { ...envelope, t: 'bye', reason: 'visitor', text: 'Bye' },
])('reads the server’s $t', (event) => {
  expect(parseServerEvent(JSON.stringify(event))).toEqual(event)
})

test('ignores unknown events of a later server', () => {
  expect(parseServerEvent({ ...envelope, t: 'hologram' })).toBeNull()
  expect(parseServerEvent({ ...envelope, t: 'seg', turn: 1, seg: 0, text: 'Hi', speak: 'shout', cite: [] })).toBeNull()
})
