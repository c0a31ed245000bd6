import type { Context } from 'hono'

import type { Caller } from '#backend/database/database.ts'
import { isObject } from '#domain/is-object.ts'
import type { AppEnv } from '#backend/http/app-env.ts'

/**
 * The claims that policies check, for a signed URL. The URL outlives the session, and metadata that people set
 * themselves may be long.
 */
export function signerClaims({ role, claims }: Caller): Readonly<Record<string, unknown>> {
  const { session_id: _, user_metadata: __, exp: ___, iat: ____, ...kept } = claims ?? {}
  return { ...kept, role }
}

/** Who signed a URL: requests with it are made with their current rights. */
export function signerOf(context: Context<AppEnv>, claims: Readonly<Record<string, unknown>>): Caller {
  const signer = isObject(claims['signer']) ? claims['signer'] : {}
  const role = signer['role'] === 'authenticated' || signer['role'] === 'service_role' ? signer['role'] : 'anon'
  return { ...context.get('caller'), role, claims: signer, isReadOnly: false }
}
