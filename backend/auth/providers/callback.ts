import type { Context } from 'hono'

import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { AuthError, requestTooLarge } from '#backend/auth/auth-errors.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import { errorTarget, targetWithError, type ErrorFields } from '#backend/auth/codes/error-target.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { allowedRedirect, withFragment, withQuery } from '#backend/auth/codes/redirect-target.ts'
import { tokenBody } from '#backend/auth/sessions/sessions.ts'
import { uuid } from '#domain/uuid.ts'

import { flowExpirySeconds } from './flow-state.ts'
import type { ProviderAnswer, ProviderClient } from './provider-client.ts'
import { refuseIdentity } from './provider-refusals.ts'
import { badState, codeExchangeFailed, stateExpired, stateUsed } from './provider-refusals.ts'

/** GET and POST /callback: where providers redirect the browser. */
export function providerCallback(services: Services, clientOf: (name: string) => ProviderClient) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const answer = await readAnswer(context.req.raw)
    const state = answer.get('state') ?? ''
    if (state === '') throw badState('OAuth state parameter missing')
    if (!uuid.test(state)) throw badState('OAuth state parameter is invalid')
    const flow = await callFlow(context, 'take_provider_flow', { state, flow_expiry_seconds: flowExpirySeconds })
    if (flow.outcome === 'bad_oauth_state') throw badState('OAuth state not found or expired')
    const wantsCode = flow['wants_code'] === true
    // Checked again, because the allow list may have changed since the flow began.
    const target = allowedRedirect(services, String(flow['referrer'])) ?? siteUrlOf(services)
    try {
      if (flow.outcome === 'flow_state_already_used') {
        throw stateUsed()
      }
      if (flow.outcome !== 'ok') throw stateExpired()
      if (answer.has('error'))
        return context.redirect(targetWithError(target, 'query and fragment', providerRefusal(answer)), 302)
      const client = clientOf(String(flow['provider']))
      const found = await exchange(client, answer, flow)
      const finished = await callFlow(context, 'finish_provider_flow', {
        flow_id: flow['id'],
        wants_code: wantsCode,
        method: 'oauth',
        linking_target_id: flow['linking_target_id'],
        is_email_optional: client.provider.isEmailOptional,
        is_signup_disabled: services.config.auth.isSignupDisabled,
        provider: client.provider.name,
        ...identityFields(found),
      })
      refuseIdentity(finished, client.provider.name)
      if (wantsCode) {
        return context.redirect(withQuery(target, new URLSearchParams({ code: String(finished['auth_code']) })), 302)
      }
      const session = await tokenBody(services, finished)
      const fields = new URLSearchParams({
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        ...(found.refreshToken !== null && { provider_refresh_token: found.refreshToken }),
        provider_token: found.accessToken,
        refresh_token: session.refresh_token,
        sb: '',
        token_type: session.token_type,
      })
      return context.redirect(withFragment(target, fields), 302)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return context.redirect(errorTarget(target, error, 'query and fragment'), 302)
    }
  }

  async function exchange(
    client: ProviderClient,
    answer: URLSearchParams,
    flow: Readonly<Record<string, unknown>>,
  ): Promise<ProviderAnswer> {
    try {
      return await client.exchange(answer, {
        state: String(flow['id']),
        nonce: String(flow['nonce']),
        codeVerifier: String(flow['code_verifier']),
      })
    } catch (error) {
      services.log.warn({ err: error, provider: client.provider.name }, 'A provider’s answer was rejected')
      throw codeExchangeFailed()
    }
  }
}

function identityFields({ profile, accessToken, refreshToken }: ProviderAnswer) {
  return {
    sub: profile.sub,
    email: profile.email,
    is_email_verified: profile.isEmailVerified,
    identity_data: profile.identityData,
    provider_token: accessToken,
    provider_refresh_token: refreshToken,
  }
}

/** Passes the provider's own error on to the page. */
function providerRefusal(answer: URLSearchParams): ErrorFields {
  return {
    error: (answer.get('error') ?? '').slice(0, 100),
    error_code: 'bad_oauth_callback',
    error_description: (answer.get('error_description') ?? '').slice(0, 500),
  }
}

async function readAnswer(request: Request): Promise<URLSearchParams> {
  if (request.method !== 'POST') return new URL(request.url).searchParams
  const body = await readBody(request, 64 * 1024)
  if (body === null) throw requestTooLarge()
  return new URLSearchParams(new TextDecoder().decode(body))
}
