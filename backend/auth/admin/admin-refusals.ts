import { AuthError } from '#backend/auth/auth-errors.ts'

export function noUserWithEmail(): AuthError {
  return new AuthError(404, 'user_not_found', 'User with this email not found')
}

export function samlProviderExists(): AuthError {
  return new AuthError(422, 'saml_idp_already_exists', 'SAML Identity Provider with this EntityID already exists')
}

export function samlEntityIdMismatch(): AuthError {
  return new AuthError(
    422,
    'saml_entity_id_mismatch',
    "SAML Metadata can be updated only if the SAML EntityID doesn't change",
  )
}

export function ssoDomainExists(domain: string): AuthError {
  return new AuthError(
    422,
    'sso_domain_already_exists',
    `SSO Domain '${domain}' is already assigned to an SSO identity provider`,
  )
}

export function samlMetadataUnreachable(): AuthError {
  return new AuthError(400, 'saml_metadata_fetch_failed', 'SAML Metadata could not be read from metadata_url')
}

export function ssoProviderNotFound(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
}
