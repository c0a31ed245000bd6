import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { AuthError, badJwt, missingSubject, noAuthorization, refusedBy } from '#backend/auth/auth-errors.ts'
import { isObject } from '#domain/is-object.ts'
import { uuid } from '#domain/uuid.ts'

import { callProcedure, timestamp } from './sessions.ts'

export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
  /** The user as the wire shows it. */
  readonly user: Readonly<Record<string, unknown>>
  /** The account has a second factor that this session has not shown. */
  readonly lacksFactor: boolean
}

export interface SignedInEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { readonly signedIn: SignedIn }
}

/** Lets only a bearer through whose account and session are alive now; a signature alone says nothing about that. */
export function signedIn(services: Services) {
  return createMiddleware<SignedInEnv>(async (context, next) => {
    context.set('signedIn', await readSignedIn(services, context))
    await next()
  })
}

/** The same for a call that only sometimes needs somebody; throws the refusal. */
export async function readSignedIn<E extends AppEnv>(services: Services, context: Context<E>): Promise<SignedIn> {
  const { claims } = context.get('caller')
  if (!showsBearer(context)) throw noAuthorization()
  const problem = context.get('tokenProblem')
  if (problem !== null)
    throw badJwt(problem === 'expired' ? 'token has invalid claims: token is expired' : 'signature is invalid')
  // Anybody's for the other services; none of ours is without one.
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

/** Refuses what a password alone must not do to an account that has a second factor. */
export function requireFactor({ lacksFactor }: SignedIn): void {
  if (lacksFactor)
    throw new AuthError(403, 'insufficient_aal', 'A session with the second factor is required for this.')
}

/** Whether there is a bearer token at all, good or not: what is of another kind counts as none. */
export function showsBearer<E extends AppEnv>(context: Context<E>): boolean {
  return /^bearer\s+\S+$/i.test((context.req.header('authorization') ?? '').trim())
}
