import { expect, test } from 'vitest'

import { parsePageEnvelope } from './page-envelope.ts'

const valid = { source: 'understudy-page', requestId: '1', request: { type: 'list-captures', sessionId: 's' } }

test('accepts a web app request and drops unknown fields', () => {
  const extra = { ...valid, sender: 'x', request: { ...valid.request, tabId: 3 } }
  expect(parsePageEnvelope(extra)).toEqual(valid)
})

test.each([
  ['nothing', null],
  ['text', 'understudy-page'],
  ['another sender', { ...valid, source: 'react-devtools' }],
  ['no request id', { ...valid, requestId: undefined }],
  ['an endless request id', { ...valid, requestId: 'x'.repeat(101) }],
  ['no request', { ...valid, request: undefined }],
  ['an unknown request', { ...valid, request: { type: 'eval', code: '1' } }],
  ['a name every object has', { ...valid, request: { type: 'constructor' } }],
  ['a session that is no text', { ...valid, request: { type: 'forget-recording', sessionId: { length: 1 } } }],
])('ignores %s', (_what, data) => {
  expect(parsePageEnvelope(data)).toBeNull()
})
