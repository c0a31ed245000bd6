import type { Context } from 'hono'

import { uuid } from '#domain/uuid.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { AuthError, requestTooLarge, validationFailed } from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import { errorTarget } from '#backend/auth/codes/error-target.ts'
import { createCallFlow, type FlowAnswer } from '#backend/auth/codes/flow-procedure.ts'
import { readCodeChallenge } from '#backend/auth/providers/flow-state.ts'
import { refuseIdentity } from '#backend/auth/providers/provider-refusals.ts'
import { allowedRedirect, redirectTarget, withFragment, withQuery } from '#backend/auth/codes/redirect-target.ts'
import { tokenBody, type TokenBody } from '#backend/auth/sessions/sessions.ts'

import { readSamlResponse, type SamlAssertion } from './saml-assertion.ts'
import {
  assertionWithoutEmail,
  noProviderForDomain,
  noSuchProvider,
  relayStateExpired,
  relayStateNotFound,
} from './saml-refusals.ts'
import {
  createSaml,
  decryptionKeyOf,
  newRequestId,
  readSsoProvider,
  samlAddressesOf,
  samlConfigOf,
  serviceMetadata,
  type SsoProvider,
} from './saml-service.ts'

/** POST /sso: answers the identity provider's sign-in URL. */
export function signInWithSso(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    samlConfigOf(services)
    const body = await readJsonObject(context.req.raw)
    const providerId = textField(body, 'provider_id')
    const domain = textField(body, 'domain')
    if ((providerId === '') === (domain === '')) {
      throw validationFailed(
        providerId === ''
          ? 'A provider_id or domain needs to be provided'
          : 'Only one of provider_id or domain supported',
      )
    }
    const challenge = readCodeChallenge(body)
    const wanted = textField(body, 'redirect_to')
    const redirectTo =
      wanted === '' ? redirectTarget(services, context) : (allowedRedirect(services, wanted) ?? siteUrlOf(services))
    if (providerId !== '' && !uuid.test(providerId)) throw noSuchProvider()
    const found = await callFlow(context, 'find_sso_provider', {
      provider_id: providerId || null,
      domain: domain || null,
      with_disabled: false,
    })
    if (found.outcome !== 'ok') {
      throw domain === '' ? noSuchProvider() : noProviderForDomain()
    }
    const provider = readSsoProvider(found['provider'])
    const requestId = newRequestId()
    const begun = await callFlow(context, 'begin_saml', {
      ...challenge,
      provider: `sso:${provider.id}`,
      provider_id: provider.id,
      request_id: requestId,
      redirect_to: redirectTo,
    })
    const saml = await createSaml(services, provider, requestId, 'ask')
    const url = await saml.getAuthorizeUrlAsync(String(begun['id']), undefined, {})
    return body['skip_http_redirect'] === true ? context.json({ url }) : context.redirect(url, 303)
  }
}

/** POST /sso/saml/acs: receives the identity provider's response from the browser. */
export function samlAcs(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const config = samlConfigOf(services)
    const bytes = await readBody(context.req.raw, 1024 * 1024)
    if (bytes === null) throw requestTooLarge()
    const form = new URLSearchParams(new TextDecoder().decode(bytes))
    const relayState = form.get('RelayState') ?? ''
    const response = form.get('SAMLResponse') ?? ''
    if (response === '') throw validationFailed('SAMLResponse is missing')
    // IdP-initiated sign-in is refused: nothing proves that this browser asked for it.
    if (!uuid.test(relayState)) throw relayStateNotFound()
    const known = await callFlow(context, 'find_saml', {
      relay_state: relayState,
      relay_seconds: config.relayStateSeconds,
    })
    if (known.outcome === 'saml_relay_state_not_found') throw relayStateNotFound()
    const wantsCode = known['wants_code'] === true
    const target = allowedRedirect(services, String(known['redirect_to'])) ?? siteUrlOf(services)
    let finished: FlowAnswer
    try {
      if (known.outcome !== 'ok') {
        throw relayStateExpired()
      }
      finished = await finish(context, { known, relayState, response })
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return context.redirect(errorTarget(target, error, 'query and fragment'), 303)
    }
    const url = wantsCode
      ? withQuery(target, new URLSearchParams({ code: String(finished['auth_code']) }))
      : withFragment(target, sessionFields(await tokenBody(services, finished)))
    return context.redirect(url, 303)
  }

  async function finish(
    context: Context<AppEnv>,
    {
      known,
      relayState,
      response,
    }: { readonly known: FlowAnswer; readonly relayState: string; readonly response: string },
  ): Promise<FlowAnswer> {
    const provider = readSsoProvider(known['provider'])
    const assertion = await readAssertion(services, provider, String(known['request_id']), response)
    if (assertion.email === null) {
      throw assertionWithoutEmail()
    }
    const finished = await callFlow(context, 'finish_saml', {
      relay_state: relayState,
      provider_id: provider.id,
      assertion_id: assertion.id,
      provider: `sso:${provider.id}`,
      method: 'sso/saml',
      is_sso: true,
      sub: assertion.sub,
      email: assertion.email,
      is_email_verified: true,
      identity_data: assertion.identityData,
      is_signup_disabled: services.config.auth.isSignupDisabled,
      not_after: assertion.sessionEndsAt,
      wants_code: known['wants_code'],
      flow_id: known['flow_id'],
    })
    if (finished.outcome === 'saml_relay_state_not_found') throw relayStateNotFound()
    if (finished.outcome === 'assertion_used') throw validationFailed('SAML Assertion has already been used')
    refuseIdentity(finished, 'SSO')
    return finished
  }
}

async function readAssertion(
  services: Services,
  provider: SsoProvider,
  requestId: string,
  response: string,
): Promise<SamlAssertion> {
  try {
    return await readSamlResponse(await createSaml(services, provider, requestId, 'answer'), response, {
      provider,
      requestId,
      acs: samlAddressesOf(services).acs,
      nowMs: services.now(),
      decryptionKey: decryptionKeyOf(services),
    })
  } catch (error) {
    services.log.warn({ err: error, providerId: provider.id }, 'A SAML response was refused')
    throw validationFailed('SAML Assertion is not valid')
  }
}

function sessionFields(session: TokenBody): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  })
}

/** GET /sso/saml/metadata: our metadata for the identity provider. */
export function samlMetadata(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const metadata = await serviceMetadata(services)
    const isDownload = context.req.query('download') === 'true'
    if (isDownload) context.header('content-disposition', 'attachment; filename="metadata.xml"')
    context.header('content-type', isDownload ? 'application/samlmetadata+xml' : 'application/xml')
    return context.body(metadata)
  }
}
