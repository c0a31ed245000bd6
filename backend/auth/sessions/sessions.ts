import { randomInt } from 'node:crypto'

import type { Context } from 'hono'

import type { Statement } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { refusedBy } from '#backend/auth/auth-errors.ts'
import { issuerOf } from '#backend/auth/auth-urls.ts'
import { isObject } from '#domain/is-object.ts'

import { enforceSessionLimits } from './session-limits.ts'

/** Calls a procedure of 41-auth-sessions.sql that returns one jsonb object; any outcome but `ok` is thrown. */
export async function callProcedure(
  services: Services,
  statement: Statement,
): Promise<Readonly<Record<string, unknown>>> {
  const [result] = await services.database.transaction('system', [statement])
  const answer = result?.rows[0]?.['answer']
  if (!isObject(answer)) throw refusedBy('unexpected_failure')
  if (typeof answer['outcome'] === 'string' && answer['outcome'] !== 'ok') throw refusedBy(answer['outcome'])
  return answer
}

/** Answers a sign-in; `extra` adds fields such as a provider's tokens. */
export async function tokenResponse<E extends AppEnv>(
  services: Services,
  context: Context<E>,
  session: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const body = await tokenBody(services, session)
  context.header('sb-auth-user-id', String(body.user['id']))
  context.header('sb-auth-session-id', String(session['session_id']))
  // Enough to find the row from a log, too little to use.
  context.header('sb-auth-refresh-token-prefix', body.refresh_token.slice(0, 5))
  return context.json({ ...body, ...extra })
}

export interface TokenBody {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: Readonly<Record<string, unknown>>
}

/**
 * The body of every sign-in, from auth.session_json. No access token outlives its session, so token readers needn't ask
 * the database.
 */
export async function tokenBody(services: Services, session: Readonly<Record<string, unknown>>): Promise<TokenBody> {
  const { config } = services
  const { keys } = services.config.identity
  const user = isObject(session['user']) ? session['user'] : {}
  const issuedAt = Math.floor(services.now() / 1000)
  const end = await enforceSessionLimits(services, session)
  const expiresIn = Math.max(1, Math.min(config.jwtExpirySeconds, Math.floor(end / 1000) - issuedAt))
  const accessToken = await keys.sign({
    iss: issuerOf(services),
    sub: String(user['id']),
    aud: 'authenticated',
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    email: user['email'],
    phone: user['phone'],
    app_metadata: user['app_metadata'],
    user_metadata: user['user_metadata'],
    role: user['role'],
    aal: session['aal'],
    amr: session['amr'],
    session_id: session['session_id'],
    is_anonymous: user['is_anonymous'],
  })

  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: String(session['refresh_token']),
    user,
  }
}

/** Supabase's length and alphabet: 62 bits, with few guesses a minute. */
export function newRefreshToken(): string {
  return Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function isRefreshToken(text: string): boolean {
  return /^[a-z0-9]{12,64}$/.test(text)
}

export function timestamp(nowMs: number): string {
  return new Date(nowMs).toISOString()
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
