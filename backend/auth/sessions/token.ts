import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { readJsonObject } from '#backend/auth/auth-request.ts'
import type { ProviderClient } from '#backend/auth/providers/provider-client.ts'

import { unsupportedGrantType } from './session-refusals.ts'
import { tokenByIdToken } from './token-id-token.ts'
import { tokenByPassword } from './token-password.ts'
import { tokenByCode } from './token-pkce.ts'
import { tokenByRefreshToken } from './token-refresh.ts'

/** POST /token: dispatches by grant_type. */
export function token(services: Services, clientOf: (name: string) => ProviderClient) {
  const byPassword = tokenByPassword(services)
  const byCode = tokenByCode(services)
  const byIdToken = tokenByIdToken(services, clientOf)
  const byRefreshToken = tokenByRefreshToken(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    switch (context.req.query('grant_type')) {
      case 'password':
        return byPassword(context, body)
      case 'refresh_token':
        return byRefreshToken(context, body)
      case 'pkce':
        return byCode(context, body)
      case 'id_token':
        return byIdToken(context, body)
      default:
        throw unsupportedGrantType()
    }
  }
}
