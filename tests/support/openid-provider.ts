import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { Provider } from 'oidc-provider'

import { listenOnLoopback } from './listen-on-loopback.ts'

/** A person with an account at the provider. */
export interface OpenIdAccount {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name?: string
}

export interface OpenIdProvider {
  readonly issuer: string
  /** Who signs in next, or null to decline. */
  account: OpenIdAccount | null
  /** Follows redirects like a browser until they leave both servers; returns the final URL. */
  readonly browse: (address: string, stopAt: string) => Promise<URL>
  /** A token as the provider itself signs them. */
  readonly signIdToken: (claims: JWTPayload, options?: { readonly foreignKey?: boolean }) => Promise<string>
  readonly close: () => Promise<void>
}

export const openIdClientId = 'understudy'
export const openIdSecret = 'the secret that the provider and we know'

/** The certified OpenID provider on loopback, in memory; everybody is signed in as `account`. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256', { extractable: true })
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end()
  const server = createServer((request, response) => answer(request, response))
  const { origin: issuer, close } = await listenOnLoopback(server)

  const peer: OpenIdProvider = {
    issuer,
    account: null,
    browse: async (address, stopAt) => {
      const cookies = new Map<string, string>()
      let current = new URL(address)
      for (let steps = 0; steps < 20; steps += 1) {
        if (current.href.startsWith(stopAt)) return current
        const page = await fetch(current, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of page.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          if (name !== undefined && value !== undefined) cookies.set(name, value)
        }
        const location = page.headers.get('location')
        if (location === null) throw new Error(`The provider stopped at ${page.status}: ${await page.text()}`)
        current = new URL(location, current)
      }
      throw new Error('The provider leads round in circles')
    },
    signIdToken: async (claims, options) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'provider-key' })
        .sign(options?.foreignKey === true ? foreign.privateKey : privateKey),
    close,
  }

  const provider = new Provider(issuer, {
    clients: [{ client_id: openIdClientId, client_secret: openIdSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'provider-key', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key for the cookies of the test'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => {
      const { account } = peer
      return { accountId: sub, claims: () => ({ ...account, sub }) }
    },
  })
  const handle = provider.callback()
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      finish(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    } else {
      void handle(request, response)
    }
  }

  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { account } = peer
    if (account === null) {
      const refusal = { error: 'access_denied', error_description: 'The person said no' }
      await provider.interactionFinished(request, response, refusal)
      return
    }
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: account.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, { login: { accountId: account.sub }, consent: { grantId } })
  }

  return peer
}
