import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { flowStateNotFound, userBanned, validationFailed } from '#backend/auth/auth-errors.ts'
import { textField } from '#backend/auth/auth-request.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { flowExpirySeconds } from '#backend/auth/providers/flow-state.ts'

import { badCodeVerifier, flowStateExpired } from './session-refusals.ts'
import { tokenResponse } from './sessions.ts'

/** Grant `pkce`: trades a code for a session once, given its verifier. */
export function tokenByCode(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    const authCode = textField(body, 'auth_code')
    const codeVerifier = textField(body, 'code_verifier')
    if (authCode === '' || codeVerifier === '') {
      throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
    }
    const answer = await callFlow(context, 'exchange_auth_code', {
      auth_code: authCode,
      code_verifier: codeVerifier,
      flow_expiry_seconds: flowExpirySeconds,
    })
    switch (answer.outcome) {
      case 'ok':
        return tokenResponse(services, context, answer, providerTokens(answer))
      case 'flow_state_expired':
        throw flowStateExpired()
      case 'bad_code_verifier':
        throw badCodeVerifier()
      case 'user_banned':
        throw userBanned(400)
      default:
        throw flowStateNotFound()
    }
  }
}

function providerTokens(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ['provider_token', 'provider_refresh_token'].flatMap((name) =>
      answer[name] === undefined ? [] : [[name, answer[name]]],
    ),
  )
}
