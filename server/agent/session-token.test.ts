import { expect, test } from 'vitest'

import { createSessionTokens } from './session-token.ts'

const tokens = createSessionTokens('a secret of at least thirty-two characters')
const bearer = { address: '203.0.113.7', userAgent: 'Browser/1' }
const token = tokens.mint('demo-1', bearer, 10_000)

test('opens the demo it was minted for', () => {
  expect(tokens.read(token, bearer, 9_999)).toMatchObject({
    ok: true,
    value: { demoId: 'demo-1', expiresAtMs: 10_000 },
  })
})

test('is valid across one network, where phones change addresses', () => {
  expect(tokens.read(token, { ...bearer, address: '203.0.113.99' }, 1).ok).toBe(true)
})

test.each([
  ['expired', token, bearer, 10_000],
  ['not-yours', token, { ...bearer, address: '198.51.100.7' }, 1],
  ['not-yours', token, { ...bearer, userAgent: 'Other/1' }, 1],
  ['invalid', `${token.slice(0, -2)}AA`, bearer, 1],
  ['invalid', token.replace('.', 'x.'), bearer, 1],
  ['invalid', '', bearer, 1],
  ['invalid', 'a.b.c', bearer, 1],
  [
    'invalid',
    createSessionTokens('another secret of thirty-two characters!').mint('demo-1', bearer, 10_000),
    bearer,
    1,
  ],
])('is refused as %s', (problem, given, by, at) => {
  expect(tokens.read(given, by, at)).toEqual({ ok: false, problem })
})
