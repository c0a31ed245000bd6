import { describe, expect, test } from 'vitest'

import type { ProviderConfig } from './provider-config.ts'
import { githubProfile, profileOfClaims } from './provider-profile.ts'

function provider(name: string, issuer: string): ProviderConfig {
  return {
    name,
    issuer,
    clientIds: ['ours'],
    secret: 'secret',
    redirectUri: null,
    scopes: [],
    oauth: null,
    isNonceSkipped: false,
    isEmailOptional: false,
  }
}

const claims = { sub: '1', email: 'Ada@Example.com', name: 'Ada' }

describe('an address counts as verified', () => {
  test.each<[string, string, string, object, boolean]>([
    ['when the provider says so', 'google', 'https://accounts.google.com', { email_verified: true }, true],
    ['when Apple says so, as text', 'apple', 'https://appleid.apple.com', { email_verified: 'true' }, true],
    ['not when it says nothing', 'google', 'https://accounts.google.com', {}, false],
    ['not when it says no', 'google', 'https://accounts.google.com', { email_verified: 'false' }, false],
    [
      'not for any tenant of Microsoft',
      'azure',
      'https://login.microsoftonline.com/common/v2.0',
      { email_verified: true },
      false,
    ],
    [
      'where Microsoft knows the domain’s owner',
      'azure',
      'https://login.microsoftonline.com/common/v2.0',
      { xms_edov: true },
      true,
    ],
    [
      'in the tenant that the operator chose',
      'azure',
      'https://login.microsoftonline.com/11111111-2222-4333-8444-555555555555/v2.0',
      {},
      true,
    ],
  ])('%s', (_, name, issuer, extra, isVerified) => {
    const profile = profileOfClaims(provider(name, issuer), { ...claims, ...extra })
    expect(profile).toMatchObject({
      email: 'ada@example.com',
      isEmailVerified: isVerified,
      identityData: { email_verified: isVerified, full_name: 'Ada', sub: '1' },
    })
  })
})

describe('GitHub', () => {
  const addresses = {
    authorize: '',
    token: '',
    user: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
  }

  function ask(emails: unknown) {
    return githubProfile(addresses, 'token', (url) =>
      Promise.resolve(
        Response.json(url === addresses.user ? { id: 7, login: 'ada', avatar_url: 'https://a.example/7' } : emails),
      ),
    )
  }

  test('returns a verified primary address', async () => {
    const profile = await ask([
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'Ada@Example.com', primary: true, verified: true },
    ])
    expect(profile).toMatchObject({
      sub: '7',
      email: 'ada@example.com',
      isEmailVerified: true,
      identityData: { user_name: 'ada', avatar_url: 'https://a.example/7', iss: 'https://api.github.com' },
    })
  })

  test('marks an unverified primary address', async () => {
    const profile = await ask([{ email: 'victim@example.com', primary: true, verified: false }])
    expect(profile).toMatchObject({ email: 'victim@example.com', isEmailVerified: false })
  })

  test('returns null without a primary address', async () => {
    expect(await ask({ message: 'Forbidden' })).toMatchObject({ email: null, isEmailVerified: false })
  })
})
