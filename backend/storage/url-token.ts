import { createHmac } from 'node:crypto'

import { SignJWT, errors, jwtVerify } from 'jose'

import type { Services } from '#backend/services.ts'

import { splitObjectPath, type ObjectPath } from './object-path.ts'
import { invalidRequest, invalidUrlToken, wrongSignature } from './storage-errors.ts'

/*
 * Addresses that carry their own permission: a JWT that names one object. Reading and uploading have keys of their own,
 * derived from the secret, so that neither stands for the other, nor for a session, nor a session for them.
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

/** Reads a token and refuses one that is altered, out of date, for another use, or for another object than `asked`. */
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

/** The path as it stands in a signed address: supabase-js encodes that once more, but not these two signs. */
export function pathInUrl(path: ObjectPath): string {
  return `${path.bucket}/${path.name}`.replaceAll('?', '%3F').replaceAll('#', '%23')
}

function keyFor(services: Services, use: Use): Uint8Array {
  return createHmac('sha256', services.config.jwtSecret).update(`storage: signed ${use} addresses`).digest()
}
