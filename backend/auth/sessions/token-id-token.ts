import { createHash } from 'node:crypto'

import type { Context } from 'hono'
import { decodeJwt, jwtVerify, type JWTPayload } from 'jose'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'
import { textField } from '#backend/auth/auth-request.ts'
import { requireManualLinking } from '#backend/auth/providers/authorize.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { refuseIdentity } from '#backend/auth/providers/provider-refusals.ts'
import { OAuthError } from '#backend/auth/providers/oauth-error.ts'
import type { ProviderClient } from '#backend/auth/providers/provider-client.ts'
import { knownIssuers } from '#backend/auth/providers/provider-config.ts'
import { profileOfClaims } from '#backend/auth/providers/provider-profile.ts'

import { issuerDisabled } from './session-refusals.ts'
import { tokenResponse } from './sessions.ts'
import { readSignedIn, requireFactor } from './signed-in.ts'

/** Grant `id_token`: signs in with a token the operator's own application got from the provider. */
export function tokenByIdToken(services: Services, clientOf: (name: string) => ProviderClient) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    const idToken = textField(body, 'id_token')
    if (idToken === '') throw new OAuthError('invalid_request', 'id_token required')
    const client = clientOf(providerName(services, body))
    const claims = await verifyIdToken(services, client, idToken)
    checkAudience(client, claims)
    checkNonce(client, claims, textField(body, 'nonce'))
    checkAccessToken(claims, textField(body, 'access_token'))

    let linkingTargetId: string | null = null
    if (body['link_identity'] === true) {
      requireManualLinking(services)
      const signedIn = await readSignedIn(services, context)
      requireFactor(signedIn)
      linkingTargetId = signedIn.userId
    }
    const profile = profileOfClaims(client.provider, claims)
    const answer = await callFlow(context, 'sign_in_with_identity', {
      provider: client.provider.name,
      method: 'oauth',
      sub: profile.sub,
      email: profile.email,
      is_email_verified: profile.isEmailVerified,
      identity_data: profile.identityData,
      linking_target_id: linkingTargetId,
      is_email_optional: client.provider.isEmailOptional,
      is_signup_disabled: services.config.auth.isSignupDisabled,
    })
    refuseIdentity(answer, client.provider.name)
    return tokenResponse(services, context, answer)
  }
}

/** Finds the provider by name, or by the token's issuer and client. */
function providerName(services: Services, body: Readonly<Record<string, unknown>>): string {
  const { providers } = services.config.identity
  const name = textField(body, 'provider').toLowerCase()
  const issuer = textField(body, 'issuer')
  const clientId = textField(body, 'client_id')
  if (name === '' && (issuer === '' || clientId === '')) {
    throw new OAuthError('invalid_request', 'provider or client_id and issuer required')
  }
  if (name === '') {
    const found = [...providers.values()].find(
      (provider) => provider.issuer === issuer.replace(/\/$/, '') && provider.clientIds.includes(clientId),
    )
    if (found !== undefined) return found.name
    throw validationFailed(`Custom OIDC provider "${issuer.slice(0, 200)}" not allowed`)
  }
  const provider = providers.get(name)
  if (provider === undefined) {
    const known = knownIssuers.get(name)
    if (known === undefined) throw validationFailed(`Custom OIDC provider "${name.slice(0, 100)}" not allowed`)
    throw issuerDisabled(known)
  }
  if (provider.issuer === null) throw validationFailed(`Custom OIDC provider "${name}" not allowed`)
  return name
}

async function verifyIdToken(services: Services, client: ProviderClient, idToken: string): Promise<JWTPayload> {
  try {
    const { issuer, keys } = await client.idTokenKeys()
    const { payload } = await jwtVerify(idToken, keys, {
      // Microsoft's common issuer has the token's tenant in its URL.
      issuer: issuer.replace('{tenantid}', String(decodeJwt(idToken)['tid'] ?? '')),
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      currentDate: new Date(services.now()),
      clockTolerance: 30,
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
    })
    if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.includes('\0'))
      throw new Error('no subject')
    return payload
  } catch (error) {
    services.log.info({ err: error, provider: client.provider.name }, 'An id_token was refused')
    throw new OAuthError('invalid_request', 'Bad ID token')
  }
}

function checkAudience({ provider }: ProviderClient, { aud }: JWTPayload): void {
  const audiences = typeof aud === 'string' ? [aud] : (aud ?? [])
  if (!audiences.some((audience) => provider.clientIds.includes(audience))) {
    throw new OAuthError('invalid_request', `Unacceptable audience in id_token: [${audiences.join(' ')}]`)
  }
}

/** The provider gets only the nonce's hash, so a leaked token is useless without the nonce. */
function checkNonce({ provider }: ProviderClient, claims: JWTPayload, nonce: string): void {
  if (provider.isNonceSkipped) return
  const said = typeof claims['nonce'] === 'string' ? claims['nonce'] : ''
  if ((said === '') !== (nonce === '')) {
    throw new OAuthError('invalid_request', 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== said) {
    throw new OAuthError('invalid_nonce', 'Nonces mismatch')
  }
}

function checkAccessToken(claims: JWTPayload, accessToken: string): void {
  const said = claims['at_hash']
  if (accessToken === '' || typeof said !== 'string') return
  const hashes = ['sha256', 'sha384', 'sha512'].map((algorithm) => {
    const digest = createHash(algorithm).update(accessToken).digest()
    return digest.subarray(0, digest.length / 2).toString('base64url')
  })
  if (!hashes.includes(said)) throw new OAuthError('invalid_request', 'Bad ID token')
}
