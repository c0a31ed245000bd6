import { createMiddleware } from 'hono/factory'
import { errors } from 'jose'

import { longKeyOf, type ApiKeys } from '#backend/auth/keys/api-keys.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import type { Caller, Role } from '#backend/database/database.ts'
import { VerifiedTokens } from '#backend/auth/keys/verified-tokens.ts'
import { withVisitorNetwork } from '#backend/http/visitor-network.ts'

import type { AppEnv, TokenProblem } from './http/app-env.ts'
import type { Services } from './services.ts'
import type { KeyHolder, ProductKeys } from './product.ts'

/**
 * Resolves the caller. A bearer token wins over the apikey; a missing or unknown key means anonymous. An invalid token
 * or workspace key is recorded, not refused: each service answers it with its own error.
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
      isReadOnly: typeof key === 'object' && key?.isReadOnly === true,
    }
    context.set('caller', caller)
    context.set('tokenProblem', identity.problem)
    await next()
    // Set on the headers directly: `context.header` would copy an existing response.
    context.res.headers.set('sb-request-id', context.get('requestId'))
    return undefined
  })
}

/** Paths reached by a link, an image URL or another server, which can't send a key. */
const openPath =
  /^\/(auth\/v1\/(verify|authorize|callback|sso\/saml\/(acs|metadata)|\.well-known\/jwks\.json)|storage\/v1\/((object\/(public|sign|upload\/sign)|render\/image\/(public|sign))\/.*|upload\/resumable\/sign(\/.*)?))$/

/** The product's secret key, only where it is accepted: it can't sign in or open a socket. */
function keyFor(keys: ProductKeys, token: string | null | undefined, path: string): string | null {
  return typeof token === 'string' && keys.isKey(token) && /^\/(rest|storage)\/v1\//.test(path) ? token : null
}

function identityOfKey(key: KeyHolder | 'unknown'): Identity {
  return key === 'unknown'
    ? { ...anonymous, problem: 'unknown-key' }
    : { role: 'authenticated', claims: key.claims, problem: null }
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

/** Undefined when absent, null when malformed. Signed out, supabase-js sends its short key here too. */
function bearerOf(authorization: string | undefined, apiKeys: ApiKeys): string | null | undefined {
  if (authorization === undefined || authorization === '') return undefined
  const token = /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1]
  return token === undefined ? null : longKeyOf(token, apiKeys)
}

async function verify(token: string, tokens: VerifiedTokens, nowMs: number): Promise<Identity> {
  try {
    const payload = await tokens.verify(token, nowMs)
    // As in PostgREST, a token without a role is anonymous but keeps its other claims.
    const role = payload['role'] === undefined ? 'anon' : roles.find((each) => each === payload['role'])
    return role === undefined ? { ...anonymous, problem: 'invalid' } : { role, claims: payload, problem: null }
  } catch (error) {
    return { ...anonymous, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
  }
}
