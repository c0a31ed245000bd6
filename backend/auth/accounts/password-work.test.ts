import { hash as hashArgon2 } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { comparisons, hashKindOf } from './password-work.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const argon2Kind = '$argon2id$v=19$m=4096,t=1,p=1'
const firebaseKind = '$fbscrypt$v=1,n=4,r=8,p=1'
const firebaseHash = `${firebaseKind},ss=Bw==,sk=YWFhYQ==$c2FsdA==$aGFzaA==`

test('a failed check compares one hash of every kind, with or without an account', async () => {
  const kinds = [argon2Kind, firebaseKind, '$2b$12']
  const argon2Hash = await hashArgon2('correct horse', { memoryCost: 4096, timeCost: 1, parallelism: 1 })
  const own = [await hashPassword('correct horse'), `$2a$12$${'.'.repeat(53)}`, argon2Hash, firebaseHash]
  for (const encrypted of [...own, null, 'of a kind that cannot be read']) {
    const work = comparisons(encrypted, kinds).map(hashKindOf)
    expect(work).toHaveLength(4)
    expect(new Set(work)).toEqual(new Set(['$2b$10', ...kinds]))
  }
  for (const encrypted of own) expect(comparisons(encrypted, kinds)[0]).toBe(encrypted)
})

test('an unknown kind of hash adds its own comparison to all others', () => {
  expect(comparisons(firebaseHash, [argon2Kind]).map(hashKindOf)).toEqual([firebaseKind, '$2b$10', argon2Kind])
})

test('dummy hashes are really compared and match nothing', async () => {
  for (const hash of comparisons(null, [argon2Kind, firebaseKind, '$2b$04'])) {
    expect(hashKindOf(hash)).not.toBeNull()
    for (const password of ['', 'correct horse', 'A']) expect(await verifyPassword(password, hash)).toBe(false)
  }
})

test('hashes too expensive to verify are not a kind', () => {
  expect(hashKindOf(`$argon2id$v=19$m=9999999,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`)).toBeNull()
  expect(hashKindOf(`$2b$31$${'.'.repeat(53)}`)).toBeNull()
})
