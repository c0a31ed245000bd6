import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hash as hashArgon2 } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PasswordConfig } from '#backend/auth/auth-config.ts'

import { isBreached } from './breached-passwords.ts'
import { findWeakness, hashPassword, isReadableHash, verifyPassword } from './passwords.ts'

const rules: PasswordConfig = {
  lengthMin: 6,
  requiredCharacters: [],
  breachedFile: null,
  isReauthenticationRequired: false,
  isCurrentRequired: false,
}

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-passwords-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a stored password', () => {
  test('is readable by Supabase Auth', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$2[aby]\$10\$/)
  })

  test.each(['Argon2id', 'Argon2i'] as const)('hashed with %s is verified', async (kind) => {
    const stored = await hashArgon2('correct horse', {
      algorithm: kind === 'Argon2i' ? 1 : 2,
      memoryCost: 4096,
      timeCost: 1,
    })
    expect(stored.startsWith(`$${kind.toLowerCase()}$`)).toBe(true)
    expect(await verifyPassword('correct horse', stored)).toBe(true)
    expect(await verifyPassword('wrong', stored)).toBe(false)
    expect(isReadableHash(stored)).toBe(true)
  })

  test.each([
    ['md5', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a bcrypt of too many rounds', `$2b$31$${'a'.repeat(53)}`],
    ['an argon2 that would take all memory', '$argon2id$v=19$m=9999999,t=2,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFh'],
    ['an argon2 that would take all day', '$argon2id$v=19$m=1024,t=99,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFh'],
    ['nothing', ''],
  ])('of %s is not verified', async (_, stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
    expect(await verifyPassword(stored, stored)).toBe(false)
    expect(isReadableHash(stored)).toBe(false)
  })
})

describe('a new password', () => {
  test.each(['123456', 'password', 'PASSWORD', 'qwertyuiop', 'iloveyou', 'Understudy'])(
    'is not %s, which is tried first',
    async (password) => {
      expect(await findWeakness(password, rules)).toEqual({
        message: 'Password is known to be weak and easy to guess, please choose a different one.',
        reasons: ['pwned'],
      })
    },
  )

  test.each(['correct horse', 'Tr0ub4dor&3x', 'пароль-длинный'])('may be %s', async (password) => {
    expect(await findWeakness(password, rules)).toBeNull()
  })

  test('must meet the configured rules', async () => {
    expect(await findWeakness('q7z.Lk', rules)).toBeNull()
    expect(await findWeakness('12345', rules)).toEqual({
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
    expect(await findWeakness('abcdef', { ...rules, requiredCharacters: ['abc', '123'] })).toEqual({
      message: 'Password should contain at least one character of each: abc, 123.',
      reasons: ['characters'],
    })
  })

  test('from the breach file is refused', async () => {
    const path = join(folder, 'known.txt')
    writeFileSync(path, linesOf(['password', '123456', 'qwerty'], 0))
    expect(await findWeakness('password', { ...rules, breachedFile: path })).toMatchObject({ reasons: ['pwned'] })
    expect(await findWeakness('correct horse', { ...rules, breachedFile: path })).toBeNull()
  })
})

describe('the breach file', () => {
  test.each([
    ['one line', 1, 0],
    ['two lines', 2, 0],
    ['many lines', 997, 0],
    ['many lines with counts', 997, 7],
  ])('of %s matches whole lines only', async (_, count, countDigits) => {
    const path = join(folder, `${count}-${countDigits}.txt`)
    const known = Array.from({ length: count }, (_unused, index) => `known ${index}`)
    writeFileSync(path, linesOf(known, countDigits))
    for (const password of known) expect(await isBreached(password, path), password).toBe(true)
    for (let index = 0; index < 50; index += 1) expect(await isBreached(`unknown ${index}`, path)).toBe(false)
  })

  test('may be empty or lack a final newline', async () => {
    const path = join(folder, 'short.txt')
    writeFileSync(path, linesOf(['a', 'b', 'c'], 3).trimEnd())
    for (const password of ['a', 'b', 'c']) expect(await isBreached(password, path)).toBe(true)
    writeFileSync(path, '')
    expect(await isBreached('a', path)).toBe(false)
  })
})

function linesOf(passwords: readonly string[], countDigits: number): string {
  return passwords
    .map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
    .sort()
    .map((hash, index) => (countDigits === 0 ? `${hash}\n` : `${hash}:${String(10 ** (index % countDigits))}\r\n`))
    .join('')
}
