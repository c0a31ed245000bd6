import type { Context } from 'hono'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { redirectTarget } from '#backend/auth/codes/redirect-target.ts'
import { requireFactor, type SignedInEnv } from '#backend/auth/sessions/signed-in.ts'

import { parseCodeChallenge } from './flow-state.ts'
import type { ProviderClient } from './provider-client.ts'
import { manualLinkingDisabled, providerUnreachable, unsupportedProvider } from './provider-refusals.ts'

/** GET /authorize: redirects the browser to a provider. */
export function authorize(services: Services, clientOf: (name: string) => ProviderClient) {
  const begin = createBegin(services, clientOf)
  return async (context: Context<AppEnv>): Promise<Response> => answer(context, await begin(context, null))
}

/** GET /user/identities/authorize: links a provider to the signed-in account. */
export function authorizeLinking(services: Services, clientOf: (name: string) => ProviderClient) {
  const begin = createBegin(services, clientOf)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const signedIn = context.get('signedIn')
    requireFactor(signedIn)
    return answer(context, await begin(context, signedIn.userId))
  }
}

/** Manual linking is off by default. */
export function requireManualLinking(services: Services): void {
  if (!services.config.identity.isManualLinkingEnabled) {
    throw manualLinkingDisabled()
  }
}

function createBegin(services: Services, clientOf: (name: string) => ProviderClient) {
  const callFlow = createCallFlow(services)
  return async <E extends AppEnv>(context: Context<E>, linkingTargetId: string | null): Promise<string> => {
    const query = (name: string): string => context.req.query(name) ?? ''
    const name = query('provider').toLowerCase()
    if (name === '') throw unsupportedProvider('Provider could not be found')
    const client = clientOf(name)
    const challenge = parseCodeChallenge(query('code_challenge'), query('code_challenge_method'))
    const codeVerifier = randomPKCECodeVerifier()
    const nonce = randomNonce()
    const { state } = (await callFlow(context, 'begin_provider_flow', {
      ...challenge,
      provider: name,
      referrer: redirectTarget(services, context),
      linking_target_id: linkingTargetId,
      email_optional: client.provider.isEmailOptional,
      code_verifier: codeVerifier,
      nonce,
    })) as { readonly state?: unknown }
    const extra = passedOn.flatMap((field) => (query(field) === '' ? [] : [[field, query(field)] as const]))
    try {
      return await client.authorizationUrl({
        state: String(state),
        nonce,
        codeVerifier,
        scopes: query('scopes')
          .split(/[\s,]+/)
          .filter((scope) => scopePattern.test(scope)),
        extra: Object.fromEntries(extra),
      })
    } catch (error) {
      services.log.error({ err: error, provider: name }, 'Provider discovery failed')
      throw providerUnreachable()
    }
  }
}

function answer<E extends AppEnv>(context: Context<E>, url: string): Response {
  return context.req.query('skip_http_redirect') === 'true' ? context.json({ url }) : context.redirect(url, 302)
}

/** Query parameters that a client may pass on to the provider. */
const passedOn = [
  'access_type',
  'prompt',
  'hd',
  'login_hint',
  'domain_hint',
  'ui_locales',
  'acr_values',
  'max_age',
  'team',
]
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
