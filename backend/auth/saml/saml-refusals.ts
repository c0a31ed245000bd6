import { AuthError } from '#backend/auth/auth-errors.ts'

export function noProviderForDomain(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
}

export function noSuchProvider(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'No such SSO provider')
}

export function relayStateExpired(): AuthError {
  return new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
}

export function relayStateNotFound(): AuthError {
  return new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
}

export function assertionWithoutEmail(): AuthError {
  return new AuthError(422, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
}

export function samlDisabled(): AuthError {
  return new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
