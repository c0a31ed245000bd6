import { describe, expect, test } from 'vitest'

import { readArrival } from './read-arrival.ts'

function arriveAt(next: string, hash = '') {
  return readArrival(`?next=${encodeURIComponent(next)}`, hash)
}

describe('the address of an arrival', () => {
  test('reads a session, its user and the target', () => {
    const claims = { sub: 'a-user', email: 'zoë@example.com' }
    const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
    expect(arriveAt('/dashboard/demos?view=list', `#access_token=${token}&refresh_token=r&type=signup&sb=`)).toEqual({
      kind: 'session',
      next: '/dashboard/demos?view=list',
      type: 'signup',
      claims: { userId: 'a-user', email: 'zoë@example.com' },
    })
  })

  test('keeps the fragment of the target', () => {
    expect(arriveAt('/dashboard/account?tab=2&fragment=two%20factors', '#message=Hi').next).toBe(
      '/dashboard/account?tab=2#two%20factors',
    )
  })

  test.each(['', 'x', 'a.!!!.c', `a.${Buffer.from('[1]').toString('base64url')}.c`, 'a.bnVsbA.c'])(
    'has no user for an unreadable session: %j',
    (token) => {
      expect(arriveAt('/', `#access_token=${token}`)).toMatchObject({ claims: { userId: null, email: null } })
    },
  )

  test.each([
    ['#error=access_denied&error_code=otp_expired&error_description=Gone', 'otp_expired'],
    ['#error=access_denied&error_code=bad_oauth_callback&error_description=No', 'access_denied'],
    ['#error=server_error', 'server_error'],
    ['#error_code=%3Cimg%20src%3Dx%3E', 'unknown'],
    [`#error_code=${'a'.repeat(61)}`, 'unknown'],
  ])('maps errors to known codes, otherwise “unknown”: %s', (hash, code) => {
    expect(arriveAt('/login', hash)).toEqual({ kind: 'error', next: '/login', code })
  })

  test('reads errors and codes from the query and removes them from the target', () => {
    expect(arriveAt('/dashboard?error=access_denied&error_code=user_banned&tab=2')).toEqual({
      kind: 'error',
      next: '/dashboard?tab=2',
      code: 'user_banned',
    })
    expect(arriveAt('/reset-password?from=%2Fdashboard&code=5a3d1e00')).toEqual({
      kind: 'code',
      next: '/reset-password?from=%2Fdashboard',
    })
  })

  test('reads a message without its text', () => {
    expect(arriveAt('/dashboard/account', '#message=Anything&sb=')).toEqual({
      kind: 'message',
      next: '/dashboard/account',
    })
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', ''])(
    'never leads to another site: %j',
    (next) => {
      expect(arriveAt(next)).toEqual({ kind: 'nothing', next: '/' })
    },
  )
})
