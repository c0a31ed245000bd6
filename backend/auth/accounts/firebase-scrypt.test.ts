import { expect, test } from 'vitest'

import { verifyPassword, isReadableHash } from './passwords.ts'

// From Firebase's scrypt documentation.
const signerKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const stored = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signerKey}$42xEC+ixf3L2lw==$${hash}`

test('verifies a password imported from Firebase', async () => {
  expect(isReadableHash(stored)).toBe(true)
  expect(await verifyPassword('user1password', stored)).toBe(true)
  expect(await verifyPassword('user1passwor', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test.each([
  ['too much memory', stored.replace('n=14', 'n=30')],
  ['no cost', stored.replace('n=14', 'n=0')],
  ['too many rounds', stored.replace('r=8', 'r=99')],
  ['another version', stored.replace('v=1', 'v=2')],
  ['no signer key', stored.replace(`,sk=${signerKey}`, '')],
  ['no hash', stored.replace(hash, '')],
  ['half a hash', stored.slice(0, -30)],
])('one with %s is no password', async (_, broken) => {
  expect(await verifyPassword('user1password', broken)).toBe(false)
})
