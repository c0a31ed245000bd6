import { createMiddleware } from 'hono/factory'
import { errors } from 'jose'

import { longKeyOf, type ApiKeys } from '#backend/auth/keys/api-keys.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import type { Caller, Role } from '#backend/database/database.ts'
import { VerifiedTokens } from '#backend/auth/keys/verified-tokens.ts'
import { withVisitorNetwork } from '#backend/http/visitor-network.ts'

import type { AppEnv, TokenProblem } from './http/app-env.ts'
import type { Services } from './services.ts'
import type { ProductKeys } from './product.ts'

/**
 * Finds out who is calling. A bearer token wins over the apikey; no key, or one we don't know, is an anonymous caller.
 * A bearer token that is not valid is recorded, not refused: each service has its own words for that. So is a workspace's
 * key that is not good any more, wherever it stands.
 */
export function gateway(services: Services, keys: ProductKeys) {
  const { identity: identityConfig, apiKeys } = services.config
  const tokens = new VerifiedTokens(identityConfig.keys)
  const addressOf = createClientAddress(services.config.trustedProxies)
  return createMiddleware<AppEnv>(async (context, next) => {
    const { req } = context
    const headers = Object.fromEntries(req.raw.headers)
    const shown = headers['apikey'] ?? (req.url.includes('apikey') ? req.query('apikey') : undefined)
    const apikey = shown && longKeyOf(shown, apiKeys)
    const bearer = bearerOf(headers['authorization'], apiKeys)
    const secret = keyFor(keys, bearer === undefined ? apikey : bearer, req.path)
    if (identityConfig.isApikeyRequired && secret === null && !openPath.test(req.path)) {
      const refusal = await apikeyRefusal(apikey, tokens, services.now())
      if (refusal !== null) return context.json(refusal, 401)
    }
    const address = addressOf(context)
    const key = secret === null ? null : await keys.find(secret, address)
    if (key === 'too-many') return context.json(tooManyUses, 429, { 'retry-after': '60' })
    const identity = key === null ? await identify(bearer, apikey, tokens, services.now()) : identityOfKey(key)
    const caller: Caller = {
      role: identity.role,
      claims: identity.claims,
      headers: withVisitorNetwork(headers, address),
      method: req.method,
      path: req.path,
    }
    context.set('caller', caller)
    context.set('tokenProblem', identity.problem)
    await next()
    // On the headers themselves: `context.header` would make a new response of one that is there.
    context.res.headers.set('sb-request-id', context.get('requestId'))
    return undefined
  })
}

/** What people reach by a link, an image's address or another server, where no key can be sent along. */
const openPath =
  /^\/(auth\/v1\/(verify|authorize|callback|sso\/saml\/(acs|metadata)|\.well-known\/jwks\.json)|storage\/v1\/((object\/(public|sign|upload\/sign)|render\/image\/(public|sign))\/.*|upload\/resumable\/sign(\/.*)?))$/

/** The secret that was shown, where a program may work with one: nobody signs in with it, and no socket is opened. */
function keyFor(keys: ProductKeys, token: string | null | undefined, path: string): string | null {
  return typeof token === 'string' && keys.isKey(token) && /^\/(rest|storage)\/v1\//.test(path) ? token : null
}

function identityOfKey(key: Readonly<Record<string, unknown>> | 'unknown'): Identity {
  return key === 'unknown'
    ? { ...anonymous, problem: 'unknown-key' }
    : { role: 'authenticated', claims: key, problem: null }
}

const tooManyUses = {
  code: 'too_many_requests',
  message: 'This API key has made too many requests. Try again in a minute.',
}

async function apikeyRefusal(
  apikey: string | undefined,
  tokens: VerifiedTokens,
  nowMs: number,
): Promise<object | null> {
  if (apikey === undefined || apikey === '') {
    return {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    }
  }
  const { problem } = await verify(apikey, tokens, nowMs)
  if (problem === null) return null
  return { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' }
}

interface Identity {
  readonly role: Role
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly problem: TokenProblem | null
}

const anonymous: Identity = { role: 'anon', claims: null, problem: null }
const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']

async function identify(
  bearer: string | null | undefined,
  apikey: string | undefined,
  tokens: VerifiedTokens,
  nowMs: number,
): Promise<Identity> {
  if (bearer === null) return { ...anonymous, problem: 'invalid' }
  if (bearer !== undefined) return verify(bearer, tokens, nowMs)
  if (apikey === undefined || apikey === '') return anonymous
  const identity = await verify(apikey, tokens, nowMs)
  return identity.problem === null ? identity : anonymous
}

/** Undefined where none was sent, null for what is none. supabase-js sends short keys here too, when nobody is signed in. */
function bearerOf(authorization: string | undefined, apiKeys: ApiKeys): string | null | undefined {
  if (authorization === undefined || authorization === '') return undefined
  const token = /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1]
  return token === undefined ? null : longKeyOf(token, apiKeys)
}

async function verify(token: string, tokens: VerifiedTokens, nowMs: number): Promise<Identity> {
  try {
    const payload = await tokens.verify(token, nowMs)
    // A token that names no role is anybody's, as with PostgREST; its other claims still count.
    const role = payload['role'] === undefined ? 'anon' : roles.find((each) => each === payload['role'])
    return role === undefined ? { ...anonymous, problem: 'invalid' } : { role, claims: payload, problem: null }
  } catch (error) {
    return { ...anonymous, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
  }
}
