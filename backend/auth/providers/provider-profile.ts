import type { OutboundFetch } from '#backend/http/outbound-fetch.ts'
import { isObject } from '#domain/is-object.ts'

import type { OAuthAddresses, ProviderConfig } from './provider-config.ts'

/** A user as the provider describes them. */
export interface ProviderProfile {
  readonly sub: string
  /** Lower case; null when absent. */
  readonly email: string | null
  /** Whether the provider vouches for the address. */
  readonly isEmailVerified: boolean
  /** Stored with the identity, in Supabase Auth's fields. */
  readonly identityData: Readonly<Record<string, unknown>>
}

/** Reads a verified id_token's claims, completed from the user info endpoint. */
export function profileOfClaims(provider: ProviderConfig, claims: Readonly<Record<string, unknown>>): ProviderProfile {
  const email = text(claims['email'])?.toLowerCase() ?? null
  const isEmailVerified = email !== null && isVerified(provider, claims)
  const name =
    text(claims['name']) ??
    ([text(claims['given_name']), text(claims['family_name'])].flatMap((part) => part ?? []).join(' ') || null)
  return profile(String(claims['sub']), email, isEmailVerified, {
    iss: text(claims['iss']),
    name,
    picture: text(claims['picture']),
    user_name: text(claims['preferred_username']),
  })
}

/** GitHub has no id_token: reads two endpoints, and only a verified primary address counts. */
export async function githubProfile(
  addresses: OAuthAddresses,
  accessToken: string,
  fetchGuarded: OutboundFetch,
): Promise<ProviderProfile> {
  const ask = async (address: string): Promise<unknown> => {
    const answer = await fetchGuarded(address, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/vnd.github+json',
        'user-agent': 'understudy',
      },
    })
    if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
    return answer.json()
  }
  const user = await ask(addresses.user)
  const emails = await ask(addresses.emails)
  if (!isObject(user) || (typeof user['id'] !== 'number' && typeof user['id'] !== 'string')) {
    throw new Error('The provider did not identify the user')
  }
  const list = Array.isArray(emails) ? (emails as readonly unknown[]).filter(isObject) : []
  const primary =
    list.find((each) => each['primary'] === true && each['verified'] === true) ??
    list.find((each) => each['primary'] === true)
  return profile(String(user['id']), text(primary?.['email'])?.toLowerCase() ?? null, primary?.['verified'] === true, {
    iss: new URL(addresses.user).origin,
    name: text(user['name']),
    picture: text(user['avatar_url']),
    user_name: text(user['login']),
  })
}

function profile(
  sub: string,
  email: string | null,
  isEmailVerified: boolean,
  said: Readonly<Record<'iss' | 'name' | 'picture' | 'user_name', string | null>>,
): ProviderProfile {
  const known = {
    iss: said.iss,
    sub,
    provider_id: sub,
    email,
    name: said.name,
    full_name: said.name,
    picture: said.picture,
    avatar_url: said.picture,
    user_name: said.user_name,
    preferred_username: said.user_name,
  }
  const identityData = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
  return {
    sub,
    email,
    isEmailVerified,
    identityData: { ...identityData, email_verified: isEmailVerified, phone_verified: false },
  }
}

function isVerified(provider: ProviderConfig, claims: Readonly<Record<string, unknown>>): boolean {
  const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'
  if (provider.name !== 'azure') return isTrue(claims['email_verified'])
  // An administrator of any Microsoft tenant can set any address. Trust only Microsoft's own claim or a configured
  // tenant.
  return isTrue(claims['xms_edov']) || !/\/(common|organizations|consumers)(\/|$)/.test(provider.issuer ?? '')
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value.slice(0, 2_000) : null
}
