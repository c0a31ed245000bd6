import { createRemoteJWKSet, customFetch as joseFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  fetchUserInfo,
} from 'openid-client'

import { createOutboundFetch, type OutboundFetch } from '#backend/http/outbound-fetch.ts'
import type { Services } from '#backend/services.ts'
import type { AuthError } from '#backend/auth/auth-errors.ts'
import { issuerOf } from '#backend/auth/auth-urls.ts'

import type { ProviderConfig } from './provider-config.ts'
import { githubProfile, profileOfClaims, type ProviderProfile } from './provider-profile.ts'
import { unsupportedProvider } from './provider-refusals.ts'

/** A completed sign-in at a provider. */
export interface ProviderAnswer {
  readonly profile: ProviderProfile
  readonly accessToken: string
  readonly refreshToken: string | null
}

export interface ProviderClient {
  readonly provider: ProviderConfig
  readonly authorizationUrl: (request: AuthorizationRequest) => Promise<string>
  /** Trades the code for tokens and fetches the profile. `answer` is the query the provider added to our callback. */
  readonly exchange: (answer: URLSearchParams, expected: Expected) => Promise<ProviderAnswer>
  /** The issuer and keys of its id_tokens. */
  readonly idTokenKeys: () => Promise<{ readonly issuer: string; readonly keys: JWTVerifyGetKey }>
}

interface AuthorizationRequest {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly scopes: readonly string[]
  readonly extra: Readonly<Record<string, string>>
}

interface Expected {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Finds an enabled provider by name; throws otherwise. Caches its discovery for an hour. */
export function createProviderClients(services: Services): (name: string) => ProviderClient {
  const { providers, mayCallPrivateAddresses } = services.config.identity
  const fetchGuarded = createOutboundFetch({ mayCallPrivateAddresses })
  const clients = new Map<string, ProviderClient>()
  return (name) => {
    const known = clients.get(name)
    if (known !== undefined) return known
    const provider = providers.get(name)
    if (provider === undefined) throw providerNotFound(name)
    const client = createProviderClient(services, provider, fetchGuarded)
    clients.set(name, client)
    return client
  }
}

function providerNotFound(name: string): AuthError {
  const reason = /^[a-z0-9_]{1,40}$/.test(name) ? 'provider is not enabled' : 'Provider could not be found'
  return unsupportedProvider(reason)
}

function createProviderClient(
  services: Services,
  provider: ProviderConfig,
  fetchGuarded: OutboundFetch,
): ProviderClient {
  const redirectUri = provider.redirectUri ?? `${issuerOf(services)}/callback`
  const clientId = provider.clientIds[0] ?? ''
  const configurationOf = cachedHourly(services, () => configure(services, provider, clientId, fetchGuarded))
  const keysOf = cachedHourly(services, async () => {
    const { issuer, jwks_uri: address } = (await configurationOf()).serverMetadata()
    if (address === undefined) throw new Error('The provider has no keys')
    return { issuer, keys: createRemoteJWKSet(new URL(address), { [joseFetch]: asFetch(fetchGuarded) }) }
  })
  // LinkedIn doesn't return the nonce; PKCE binds its code to this flow instead.
  const hasNonce = provider.oauth === null && provider.name !== 'linkedin_oidc'

  return {
    provider,
    authorizationUrl: async ({ state, nonce, codeVerifier, scopes, extra }) => {
      const url = buildAuthorizationUrl(await configurationOf(), {
        ...extra,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...new Set([...provider.scopes, ...scopes])].join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(hasNonce && { nonce }),
        // Apple sends the name only with form_post.
        ...(provider.name === 'apple' && { response_mode: 'form_post' }),
      })
      return url.href
    },
    exchange: async (answer, { state, nonce, codeVerifier }) => {
      const configuration = await configurationOf()
      const address = new URL(redirectUri)
      address.search = answer.toString()
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        ...(hasNonce && { expectedNonce: nonce }),
        idTokenExpected: provider.oauth === null,
      })
      const claims = tokens.claims()
      const profile =
        provider.oauth === null
          ? profileOfClaims(provider, {
              ...(claims !== undefined && claims['email'] === undefined && hasUserInfo(configuration)
                ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
                : {}),
              ...claims,
            })
          : await githubProfile(provider.oauth, tokens.access_token, fetchGuarded)
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null }
    },
    idTokenKeys: keysOf,
  }
}

function hasUserInfo(configuration: Configuration): boolean {
  return configuration.serverMetadata().userinfo_endpoint !== undefined
}

async function configure(
  services: Services,
  provider: ProviderConfig,
  clientId: string,
  fetchGuarded: OutboundFetch,
): Promise<Configuration> {
  const ownFetch = asFetch(fetchGuarded)
  const isPlainAllowed = services.config.identity.mayCallPrivateAddresses
  if (provider.oauth !== null) {
    const configuration = new Configuration(
      {
        issuer: new URL(provider.oauth.authorize).origin,
        authorization_endpoint: provider.oauth.authorize,
        token_endpoint: provider.oauth.token,
      },
      clientId,
      undefined,
      ClientSecretPost(provider.secret),
    )
    configuration[customFetch] = ownFetch
    if (isPlainAllowed) allowInsecureRequests(configuration)
    return configuration
  }
  const methods: { value?: readonly string[] | undefined } = {}
  const configuration = await discovery(
    new URL(provider.issuer ?? ''),
    clientId,
    undefined,
    // The supported auth method is known only after discovery.
    (server, client, body, headers) => {
      const takesPost = methods.value?.includes('client_secret_post') ?? false
      const authenticate = takesPost ? ClientSecretPost(provider.secret) : ClientSecretBasic(provider.secret)
      return authenticate(server, client, body, headers)
    },
    { [customFetch]: ownFetch, execute: isPlainAllowed ? [allowInsecureRequests] : [] },
  )
  methods.value = configuration.serverMetadata().token_endpoint_auth_methods_supported
  return configuration
}

/** Adapts the guarded fetch to the OpenID and key libraries. */
function asFetch(fetchGuarded: OutboundFetch) {
  return (url: string, options: LibraryRequest): Promise<Response> => {
    const { body, method, headers } = options
    const isText = typeof body === 'string' || body instanceof URLSearchParams
    return fetchGuarded(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: isText ? body.toString() : null,
    })
  }
}

interface LibraryRequest {
  readonly method: string
  readonly headers: Headers | Record<string, string>
  readonly body?: unknown
}

/** Caches a value for an hour; failures are not cached. */
function cachedHourly<T>(services: Services, make: () => Promise<T>): () => Promise<T> {
  let current: { readonly value: Promise<T>; readonly until: number } | null = null
  return () => {
    if (current !== null && services.now() < current.until) return current.value
    const value = make()
    current = { value, until: services.now() + 3_600_000 }
    value.catch(() => {
      if (current?.value === value) current = null
    })
    return value
  }
}
