import { hash, hashSync, verify } from '@node-rs/bcrypt'

import { validationFailed, weakPassword } from './auth-errors.ts'

/** Refuses what is too short to be safe, or too long for bcrypt, which reads 72 bytes and ignores the rest. */
export function checkNewPassword(password: string): void {
  if (Buffer.byteLength(password) > bytesMax) throw validationFailed('Password cannot be longer than 72 characters')
  if ([...password].length < charactersMin) throw weakPassword(charactersMin)
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost })
}

/** Takes as long for an account that does not exist, so that the time an answer takes tells nothing. */
export async function verifyPassword(password: string, encryptedPassword: string | null): Promise<boolean> {
  const isRight = await verify(password, encryptedPassword ?? nobodysHash())
  return isRight && encryptedPassword !== null && Buffer.byteLength(password) <= bytesMax
}

const charactersMin = 6
const bytesMax = 72
/** What Supabase Auth writes. */
const cost = 10

let nobodys: string | null = null

function nobodysHash(): string {
  nobodys ??= hashSync('nobody has this password', { cost })
  return nobodys
}
