import { createMiddleware } from 'hono/factory'
import { errors, jwtVerify } from 'jose'

import type { Caller, Role } from '#server/database/database.ts'
import type { AppEnv, Services, TokenProblem } from '#server/services.ts'

/**
 * Finds out who is calling. A bearer token wins over the apikey; no key, or one we don't know, is an anonymous caller.
 * A bearer token that is not valid is recorded, not refused: each service has its own words for that.
 */
export function gateway(services: Services) {
  const secret = new TextEncoder().encode(services.config.embedded?.jwtSecret)
  return createMiddleware<AppEnv>(async (context, next) => {
    const { req } = context
    const identity = await identify(
      req.header('authorization'),
      req.header('apikey') ?? req.query('apikey'),
      secret,
      services.now(),
    )
    const caller: Caller = {
      role: identity.role,
      claims: identity.claims,
      headers: Object.fromEntries(req.raw.headers),
      method: req.method,
      path: req.path,
    }
    context.set('caller', caller)
    context.set('tokenProblem', identity.problem)
    await next()
    context.header('sb-request-id', context.get('requestId'))
  })
}

interface Identity {
  readonly role: Role
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly problem: TokenProblem | null
}

const anonymous: Identity = { role: 'anon', claims: null, problem: null }
const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']
/** PostgREST's allowance for clocks that differ. */
const clockToleranceSeconds = 30

async function identify(
  authorization: string | undefined,
  apikey: string | undefined,
  secret: Uint8Array,
  nowMs: number,
): Promise<Identity> {
  if (authorization !== undefined && authorization !== '') {
    const token = /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1]
    return token === undefined ? { ...anonymous, problem: 'invalid' } : verify(token, secret, nowMs)
  }
  if (apikey === undefined || apikey === '') return anonymous
  const identity = await verify(apikey, secret, nowMs)
  return identity.problem === null ? identity : anonymous
}

async function verify(token: string, secret: Uint8Array, nowMs: number): Promise<Identity> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: new Date(nowMs),
      clockTolerance: clockToleranceSeconds,
    })
    const role = roles.find((each) => each === payload['role'])
    return role === undefined ? { ...anonymous, problem: 'invalid' } : { role, claims: payload, problem: null }
  } catch (error) {
    return { ...anonymous, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
  }
}
