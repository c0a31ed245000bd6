import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import { isObject } from '#domain/is-object.ts'
import { uuid } from '#domain/uuid.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { badJwt, missingSubject, noAuthorization, refusedBy } from '#backend/auth/auth-errors.ts'

import { factorRequired } from './session-refusals.ts'
import { callProcedure, timestamp } from './sessions.ts'

export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
  /** The user as sent to clients. */
  readonly user: Readonly<Record<string, unknown>>
  /** Whether this session has yet to pass the account's second factor. */
  readonly lacksFactor: boolean
}

export interface SignedInEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { readonly signedIn: SignedIn }
}

/** Requires a bearer whose account and session still exist; the signature alone doesn't prove that. */
export function signedIn(services: Services) {
  return createMiddleware<SignedInEnv>(async (context, next) => {
    context.set('signedIn', await readSignedIn(services, context))
    await next()
  })
}

/** As signedIn, for calls that only sometimes need a user; throws the refusal. */
export async function readSignedIn<E extends AppEnv>(services: Services, context: Context<E>): Promise<SignedIn> {
  const { claims } = context.get('caller')
  if (!hasBearer(context)) throw noAuthorization()
  const problem = context.get('tokenProblem')
  if (problem !== null)
    throw badJwt(problem === 'expired' ? 'token has invalid claims: token is expired' : 'signature is invalid')
  // Other services accept tokens without a role; we never issue one.
  if (claims?.['role'] === undefined) throw badJwt('token has invalid claims: role is missing')
  const userId = claims?.['sub']
  if (typeof userId !== 'string' || !uuid.test(userId)) throw missingSubject()
  const sessionId = claims?.['session_id']
  if (typeof sessionId !== 'string' || !uuid.test(sessionId)) throw refusedBy('session_not_found')

  const answer = await callProcedure(services, {
    text: 'select auth.session_user($1::uuid, $2::uuid, $3::timestamptz) as answer',
    values: [userId, sessionId, timestamp(services.now())],
  })
  const user = isObject(answer['user']) ? answer['user'] : {}
  return { userId, sessionId, user, lacksFactor: answer['lacks_factor'] === true }
}

/** Refuses actions that need the second factor when it hasn't been passed. */
export function requireFactor({ lacksFactor }: SignedIn): void {
  if (lacksFactor) throw factorRequired()
}

/** Whether there is a bearer token, valid or not; other schemes count as none. */
export function hasBearer<E extends AppEnv>(context: Context<E>): boolean {
  return /^bearer\s+\S+$/i.test((context.req.header('authorization') ?? '').trim())
}
