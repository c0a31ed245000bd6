import { verify as verifyArgon2 } from '@node-rs/argon2'
import { hash, verify } from '@node-rs/bcrypt'

import type { PasswordConfig } from '#backend/auth/auth-config.ts'
import { validationFailed, weakPassword } from '#backend/auth/auth-errors.ts'

import { isBreached } from './breached-passwords.ts'
import { isCommon } from './common-passwords.ts'
import { isFirebaseHash, verifyFirebase } from './firebase-scrypt.ts'

export interface Weakness {
  readonly message: string
  readonly reasons: readonly ('length' | 'characters' | 'pwned')[]
}

/** Refuses a password that is easy to guess, or longer than the 72 bytes bcrypt reads. */
export async function checkNewPassword(password: string, rules: PasswordConfig): Promise<void> {
  if (Buffer.byteLength(password) > bytesMax) throw validationFailed('Password cannot be longer than 72 characters')
  const weakness = await findWeakness(password, rules)
  if (weakness !== null) throw weakPassword(weakness.message, weakness.reasons)
}

/** Null when the password meets every rule. */
export async function findWeakness(password: string, rules: PasswordConfig): Promise<Weakness | null> {
  const messages: string[] = []
  const reasons: ('length' | 'characters' | 'pwned')[] = []
  if ([...password].length < rules.lengthMin) {
    messages.push(`Password should be at least ${rules.lengthMin} characters.`)
    reasons.push('length')
  }
  if (rules.requiredCharacters.some((set) => ![...set].some((character) => password.includes(character)))) {
    messages.push(`Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`)
    reasons.push('characters')
  }
  if ((await isCommon(password)) || (rules.breachedFile !== null && (await isBreached(password, rules.breachedFile)))) {
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
    reasons.push('pwned')
  }
  return reasons.length === 0 ? null : { message: messages.join(' '), reasons }
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost })
}

/** Verifies bcrypt, argon2 and Firebase scrypt, so accounts can be imported. False for an unreadable hash. */
export async function verifyPassword(password: string, encryptedPassword: string): Promise<boolean> {
  if (encryptedPassword.startsWith('$argon2')) {
    return isSafeArgon2(encryptedPassword) && verifyArgon2(encryptedPassword, password).catch(() => false)
  }
  if (encryptedPassword.startsWith('$fbscrypt')) return verifyFirebase(password, encryptedPassword)
  if (!isBcrypt(encryptedPassword)) return false
  return (await verify(password, encryptedPassword)) && Buffer.byteLength(password) <= bytesMax
}

/** Whether verifyPassword can read the hash. */
export function isReadableHash(encryptedPassword: string): boolean {
  return isBcrypt(encryptedPassword) || isSafeArgon2(encryptedPassword) || isFirebaseHash(encryptedPassword)
}

const bytesMax = 72
/** Supabase Auth's cost. */
const cost = 10
/** About a second on a small machine. */
const costMax = 14
/** Twice the usual default. Less memory allows more passes, which bounds the time too. */
const argon2KibMax = 128 * 1024
const argon2WorkMax = 4 * argon2KibMax

function isBcrypt(encryptedPassword: string): boolean {
  const parts = /^\$2[abxy]\$(\d\d)\$[./\w]{53}$/.exec(encryptedPassword)
  return parts !== null && Number(parts[1]) >= 4 && Number(parts[1]) <= costMax
}

/** A hash states its own cost. Without this limit, a single row could exhaust memory. */
function isSafeArgon2(encryptedPassword: string): boolean {
  const parts = /^\$argon2(?:i|id)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]+={0,2}\$[\w+/]+={0,2}$/.exec(
    encryptedPassword,
  )
  if (parts === null) return false
  const [memoryKib = 0, passes = 0, lanes = 0] = parts.slice(1).map(Number)
  return memoryKib <= argon2KibMax && memoryKib * passes <= argon2WorkMax && passes <= 32 && lanes <= 8
}
