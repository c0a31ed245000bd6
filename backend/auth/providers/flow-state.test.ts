import { expect, test } from 'vitest'

import { AuthError } from '#backend/auth/auth-errors.ts'

import { parseCodeChallenge } from './flow-state.ts'

test('reads challenges of both methods, case-insensitively', () => {
  const challenge = 'Az09._~-'.repeat(6)
  expect(parseCodeChallenge(challenge, 'S256')).toEqual({ code_challenge: challenge, code_challenge_method: 's256' })
  expect(parseCodeChallenge(challenge, 'plain')).toEqual({ code_challenge: challenge, code_challenge_method: 'plain' })
})

test('reads no fields as no PKCE', () => {
  expect(parseCodeChallenge('', '')).toBeNull()
})

test.each([
  ['no method', 'a'.repeat(43), ''],
  ['no challenge', '', 's256'],
  ['42 characters', 'a'.repeat(42), 's256'],
  ['129 characters', 'a'.repeat(129), 's256'],
  ['a space', `${'a'.repeat(43)} `, 's256'],
  ['a line end', `${'a'.repeat(43)}\n`, 's256'],
  ['a letter of another alphabet', 'ä'.repeat(43), 's256'],
  ['an unknown method', 'a'.repeat(43), 'md5'],
])('%s is refused', (_, challenge, method) => {
  expect(() => parseCodeChallenge(challenge, method)).toThrow(AuthError)
})
