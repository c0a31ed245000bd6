import { expect, test } from 'vitest'

import { insideAddress, readSignInState } from './sign-in-state.ts'

test.each([
  ['/dashboard/demos?sort=name#top', '/dashboard/demos?sort=name#top'],
  ['/dashboard/../login', '/login'],
  ['/', '/'],
])('%s is inside', (address, path) => {
  expect(insideAddress(address)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
])('%j leads outside and is refused', (address) => {
  expect(insideAddress(address)).toBeUndefined()
})

test('reads only well-formed history state', () => {
  const problem = { text: 'No', hint: 'Try again' }
  expect(readSignInState({ from: '/dashboard', sentTo: 'ada@example.com', problem, else: 1 })).toEqual({
    from: '/dashboard',
    sentTo: 'ada@example.com',
    problem,
  })
  expect(readSignInState({ from: '//evil.example', sentTo: 7, problem: 'text' })).toEqual({})
  expect(readSignInState(null)).toEqual({})
})
