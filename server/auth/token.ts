import type { Context } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { AuthError, validationFailed } from './auth-errors.ts'
import { readJsonObject, textField } from './auth-request.ts'
import { tokenByPassword } from './token-password.ts'
import { tokenByRefreshToken } from './token-refresh.ts'

/** POST /token: one address for every way to sign in, told apart by grant_type. */
export function token(services: Services) {
  const byPassword = tokenByPassword(services)
  const byRefreshToken = tokenByRefreshToken(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    switch (context.req.query('grant_type')) {
      case 'password':
        return byPassword(context, body)
      case 'refresh_token':
        return byRefreshToken(context, body)
      case 'pkce':
        // No provider is connected, so there is no flow whose code could be traded.
        if (textField(body, 'auth_code') === '' || textField(body, 'code_verifier') === '') {
          throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
        }
        throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
      case 'id_token':
        throw new AuthError(400, 'provider_disabled', 'Provider is not enabled')
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  }
}
