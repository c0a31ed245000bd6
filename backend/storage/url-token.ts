import { createHmac } from 'node:crypto'

import { SignJWT, errors, jwtVerify } from 'jose'

import type { Services } from '#backend/services.ts'

import { splitObjectPath, type ObjectPath } from './object-path.ts'
import { invalidRequest, invalidUrlToken, wrongSignature } from './storage-errors.ts'

/*
 * JWTs in signed URLs, each for one object. Reading and uploading use separate keys derived from the secret, so tokens
 * can't be swapped with each other or with session tokens.
 */

type Use = 'read' | 'upload'

export interface UrlToken {
  readonly path: ObjectPath
  readonly claims: Readonly<Record<string, unknown>>
}

export async function signUrlToken(
  services: Services,
  use: Use,
  path: ObjectPath,
  lifetimeSeconds: number,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const nowSeconds = Math.floor(services.now() / 1000)
  return new SignJWT({ ...claims, url: `${path.bucket}/${path.name}` })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + lifetimeSeconds)
    .sign(keyFor(services, use))
}

/** Verifies a token; refuses one that is forged, expired, for another use or for another object than `asked`. */
export async function verifyUrlToken(
  services: Services,
  use: Use,
  token: string | undefined,
  asked: ObjectPath | null,
): Promise<UrlToken> {
  if (token === undefined || token === '') throw invalidRequest(`querystring must have required property 'token'`)
  const { payload } = await jwtVerify(token, keyFor(services, use), {
    algorithms: ['HS256'],
    currentDate: new Date(services.now()),
  }).catch((error: unknown) => {
    throw invalidUrlToken(error instanceof errors.JWTExpired ? 'expired' : 'invalid')
  })
  const { url } = payload
  if (typeof url !== 'string') throw invalidUrlToken('invalid')
  const path = splitObjectPath(url)
  if (asked !== null && pathInUrl(asked) !== pathInUrl(path)) throw wrongSignature()
  return { path, claims: payload }
}

/** supabase-js encodes a signed path once more, except these two characters. */
export function pathInUrl(path: ObjectPath): string {
  return `${path.bucket}/${path.name}`.replaceAll('?', '%3F').replaceAll('#', '%23')
}

function keyFor(services: Services, use: Use): Uint8Array {
  return createHmac('sha256', services.config.jwtSecret).update(`storage: signed ${use} addresses`).digest()
}
