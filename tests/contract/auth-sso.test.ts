import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import {
  assertionXml,
  createSamlIdentityProvider,
  encryptAssertion,
  responseXml,
  type AssertionFields,
  type SamlRequest,
} from '#support/saml-identity-provider.ts'
import { seededRandom } from '#support/seeded-random.ts'

import { samlForgeries } from '../fixtures/saml-forgeries.ts'

const ourKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const samlKey = ourKeys.privateKey.export({ type: 'pkcs1', format: 'der' })
const idp = createSamlIdentityProvider()
const page = 'http://understudy.test/welcome'

let backend: Backend
let providerId: string

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_SAML_ENABLED: 'true',
      GOTRUE_SAML_PRIVATE_KEY: samlKey.toString('base64'),
      GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true',
    },
  })
  const { status, body } = await admin('POST', '/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['company.example'],
    attribute_mapping: { keys: { department: { name: 'department' } } },
  })
  expect(status).toBe(201)
  providerId = String(body['id'])
})

afterAll(() => backend.close())

async function admin(method: string, path: string, content?: unknown, key = backend.services.config.serviceRoleKey) {
  const answer = await backend.app.request(`/auth/v1/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** The request the identity provider gets when a sign-in starts. */
async function ask(flowType: 'implicit' | 'pkce' = 'implicit') {
  const { client } = connectAuthClient(backend, flowType)
  const { data, error } = await client.auth.signInWithSSO({ domain: 'company.example', options: { redirectTo: page } })
  if (error !== null) throw error
  return { client, request: idp.readRequest(data.url) }
}

function deliver(request: SamlRequest, xml: string) {
  return backend.app.request('/auth/v1/sso/saml/acs', {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }),
  })
}

/** A genuine response to the request. */
function answerTo(request: SamlRequest, changes: Partial<AssertionFields> = {}): string {
  const fields = idp.fieldsFor(request, changes)
  return responseXml(fields, idp.sign(assertionXml(fields)))
}

async function landing(answer: Response): Promise<URL> {
  if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '')
}

/** `in`, or the error given to the page, in the query and the fragment alike. */
async function outcomeOf(answer: Response): Promise<string> {
  const landed = await landing(answer)
  const fragment = new URLSearchParams(landed.hash.slice(1))
  if (fragment.has('access_token') || landed.searchParams.has('code')) return 'in'
  for (const name of ['error', 'error_code', 'error_description']) {
    expect(fragment.get(name)).not.toBeNull()
    expect(landed.searchParams.get(name)).toBe(fragment.get(name))
  }
  return fragment.get('error_description') ?? ''
}

const notValid = 'SAML Assertion is not valid'
const notFound = 'SAML RelayState does not exist, try logging in again?'

describe('single sign-on', () => {
  // Before any test moves time: the assertion library uses the machine's clock.
  test('tolerates clock skew', async () => {
    const seconds = 1_000
    const outcomes: unknown[] = []
    for (const changes of [
      { notBeforeMs: Date.now() - 300 * seconds, notOnOrAfterMs: Date.now() - 10 * seconds },
      { notBeforeMs: Date.now() + 20 * seconds },
      { notBeforeMs: Date.now() - 300 * seconds, notOnOrAfterMs: Date.now() - 45 * seconds },
      { notBeforeMs: Date.now() + 60 * seconds },
      { notBeforeMs: Date.now() - 660 * seconds },
    ]) {
      const { request } = await ask()
      outcomes.push(await outcomeOf(await deliver(request, answerTo(request, changes))))
    }
    expect(outcomes).toEqual(['in', 'in', notValid, notValid, notValid])
  })

  test('by domain signs in with everything in the fragment', async () => {
    const { client, request } = await ask()
    expect(request).toMatchObject({
      acs: 'http://understudy.test/auth/v1/sso/saml/acs',
      issuer: 'http://understudy.test/auth/v1/sso/saml/metadata',
      isSigned: true,
    })
    const landed = await landing(await deliver(request, answerTo(request, { nameId: 'ada' })))
    expect(landed.href).toContain(page)
    const fragment = new URLSearchParams(landed.hash.slice(1))
    const { data } = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(data.user).toMatchObject({
      email: 'ada@company.example',
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { custom_claims: { department: 'Engineering' }, iss: idp.entityId },
    })
    expect((await client.auth.getClaims()).data?.claims['amr']).toMatchObject([{ method: 'sso/saml' }])
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toMatchObject({
      status: 422,
      code: 'user_sso_managed',
    })
  })

  test('by id and PKCE, and the second time to the same account', async () => {
    const signIn = async () => {
      const { client, request } = await ask('pkce')
      const landed = await landing(await deliver(request, answerTo(request, { nameId: 'grace' })))
      return client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
    }
    const first = await signIn()
    expect(first.error).toBeNull()
    expect((await signIn()).data.user?.id).toBe(first.data.user?.id)
    const { data } = await backend.anonClient().auth.signInWithSSO({ providerId })
    expect(data?.url).toContain('https://idp.example/sso')
  })

  test('by an encrypted assertion', async () => {
    const { request } = await ask()
    const fields = idp.fieldsFor(request, { nameId: 'edith' })
    const encrypted = encryptAssertion(idp.sign(assertionXml(fields)), ourKeys.publicKey)
    const landed = await landing(await deliver(request, responseXml(fields, encrypted)))
    const accessToken = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
    const { data } = await backend.anonClient().auth.getUser(accessToken)
    expect(data.user?.email).toBe('edith@company.example')
  })

  test('rejects encryption that is for another recipient, weak, doubled or not allowed', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const outcomes: string[] = []
    for (const encrypt of [
      (assertion: string) => encryptAssertion(assertion, stranger),
      (assertion: string) => encryptAssertion(assertion, ourKeys.publicKey, 'pkcs1'),
      (assertion: string) => encryptAssertion(encryptAssertion(assertion, ourKeys.publicKey), ourKeys.publicKey),
      () => encryptAssertion('<a/>', ourKeys.publicKey),
      () => encryptAssertion('', ourKeys.publicKey),
    ]) {
      const { request } = await ask()
      const fields = idp.fieldsFor(request)
      const xml = responseXml(fields, encrypt(idp.sign(assertionXml(fields))))
      outcomes.push(await outcomeOf(await deliver(request, xml)))
    }
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => notValid))
  })

  test('not when every certificate of the identity provider has expired', async () => {
    const old = createSamlIdentityProvider(undefined, { from: '20200101', until: '20260101' })
    const stored = async (metadata: string) =>
      backend.services.database.transaction('system', [
        {
          text: 'update auth.saml_providers set metadata_xml = $1, entity_id = $2 where sso_provider_id = $3::uuid',
          values: [metadata, metadata === idp.metadata ? idp.entityId : old.entityId, providerId],
        },
      ])
    expect(await admin('POST', '/sso/providers', { type: 'saml', metadata_xml: old.metadata })).toMatchObject({
      status: 400,
      body: { msg: 'None of the certificates in the metadata is valid now' },
    })
    // It was imported while valid.
    await stored(old.metadata)
    const { request } = await ask()
    const fields = old.fieldsFor(request)
    const answer = await deliver(request, responseXml(fields, old.sign(assertionXml(fields))))
    await stored(idp.metadata)
    expect(await outcomeOf(answer)).toBe(notValid)
  })

  test('stays separate from an account with the same address', async () => {
    const { user } = await backend.signUp('linus@company.example')
    const { request } = await ask()
    const landed = await landing(await deliver(request, answerTo(request, { nameId: 'linus' })))
    const accessToken = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
    const { data } = await backend.anonClient().auth.getUser(accessToken)
    expect(data.user?.email).toBe('linus@company.example')
    expect(data.user?.id).not.toBe(user.id)
  })

  test('ends when the identity provider says so', async () => {
    const { request } = await ask()
    const landed = await landing(await deliver(request, answerTo(request, { sessionEndsAtMs: Date.now() + 60_000 })))
    const accessToken = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
    expect((await backend.anonClient().auth.getUser(accessToken)).error).toBeNull()
    backend.passTime(61_000)
    expect((await backend.anonClient().auth.getUser(accessToken)).error).not.toBeNull()
  })

  test.each<[string, object, number, string, string]>([
    [
      'a domain of nobody',
      { domain: 'other.example' },
      404,
      'sso_provider_not_found',
      'No SSO provider assigned for this domain',
    ],
    ['an id of nobody', { provider_id: randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    ['an id that is none', { provider_id: 'nonsense' }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    ['neither', {}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      'both',
      { domain: 'a.example', provider_id: randomUUID() },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
  ])('is refused for %s', async (_, body, status, code, message) => {
    const answer = await backend.app.request('/auth/v1/sso', { method: 'POST', body: JSON.stringify(body) })
    expect([answer.status, await answer.json()]).toEqual([status, { code: status, error_code: code, msg: message }])
  })

  test('is off unless an operator enables it', async () => {
    const other = await startBackend()
    expect((await other.anonClient().auth.signInWithSSO({ domain: 'company.example' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
    await other.close()
  })

  test('our metadata names our URLs and our certificate', async () => {
    const answer = await backend.app.request('/auth/v1/sso/saml/metadata')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const xml = await answer.text()
    expect(xml).toContain('http://understudy.test/auth/v1/sso/saml/acs')
    expect(xml).toContain('WantAssertionsSigned="true"')
    expect(xml).toMatch(/X509Certificate>[\sA-Za-z0-9+/=]+</)
    expect(xml).not.toContain('PRIVATE')
  })
})

describe('a response is refused', () => {
  test.each<[string, Partial<AssertionFields>]>([
    ['for another audience', { audience: 'https://other.example' }],
    ['for no audience', { audience: null }],
    ['for another address', { recipient: 'https://other.example/acs' }],
    ['to another request', { inResponseTo: '_another' }],
    ['of another issuer', { issuer: 'https://other.example' }],
    ['that has run out', { notOnOrAfterMs: Date.now() - 120_000, notBeforeMs: Date.now() - 240_000 }],
    ['that is not valid yet', { notBeforeMs: Date.now() + 120_000 }],
  ])('%s', async (_, changes) => {
    const { request } = await ask()
    expect(await outcomeOf(await deliver(request, answerTo(request, changes)))).toBe(notValid)
  })

  test('without an address', async () => {
    const { request } = await ask()
    const landed = await landing(await deliver(request, answerTo(request, { email: null })))
    expect(`${landed.origin}${landed.pathname}`).toBe(page)
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      error: 'server_error',
      error_code: 'saml_assertion_no_email',
      error_description: 'SAML Assertion does not contain an email address',
    })
  })

  test('the second time, and in another sign-in', async () => {
    const { request } = await ask()
    const response = answerTo(request)
    expect(await outcomeOf(await deliver(request, response))).toBe('in')
    expect(await outcomeOf(await deliver(request, response))).toBe(notFound)
    const { request: other } = await ask()
    expect(await outcomeOf(await deliver(other, response))).toBe(notValid)
    const copied = idp.fieldsFor(other, { id: /Assertion[^>]*\sID="([^"]+)"/.exec(response)?.[1] ?? '' })
    const answer = await deliver(other, responseXml(copied, idp.sign(assertionXml(copied))))
    expect(await outcomeOf(answer)).toBe('SAML Assertion has already been used')
  })

  test('if unsolicited, with an error to the site; if late, with one to the requesting page', async () => {
    const { request } = await ask()
    for (const relayState of [randomUUID(), '', 'https://evil.example/']) {
      const answer = await deliver({ ...request, relayState }, answerTo(request))
      expect(answer.headers.get('location')).toMatch(/^http:\/\/understudy\.test\/\?error=server_error&/)
      expect(await outcomeOf(answer)).toBe(notFound)
    }
    backend.passTime(121_000)
    const late = await deliver(request, answerTo(request))
    expect(late.headers.get('location')).toContain(`${page}?error=server_error&error_code=saml_relay_state_expired`)
    expect(await outcomeOf(late)).toBe('SAML RelayState has expired. Try logging in again?')
  })

  test('when empty or too large', async () => {
    const { request } = await ask()
    expect(await outcomeOf(await deliver(request, ''))).toBe('SAMLResponse is missing')
    expect(await outcomeOf(await deliver(request, 'x'.repeat(1024 * 1024)))).toBe('Request body is too large')
  })

  test.each([
    ['elements nested fifty thousand times', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`],
    ['fifty thousand attributes', `<a ${Array.from({ length: 50_000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
  ])('with %s, at once', async (_, xml) => {
    const { request } = await ask()
    const from = performance.now()
    expect(await outcomeOf(await deliver(request, xml))).toBe(notValid)
    expect(performance.now() - from).toBeLessThan(10_000)
  })

  const forgeries = samlForgeries(idp)

  test.each(forgeries)('with %s', async (_, forge) => {
    const { request } = await ask()
    expect(await outcomeOf(await deliver(request, forge(request)))).toBe(notValid)
  })

  test.each(forgeries.slice(0, 4))('encrypted, with %s', async (_, forge) => {
    const { request } = await ask()
    const forged = forge(request)
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(forged) ?? []
    const response = forged.replace(assertion, () => encryptAssertion(assertion, ourKeys.publicKey))
    expect(await outcomeOf(await deliver(request, response))).toBe(notValid)
  })

  test('whatever is changed in it: only the signed user gets in, and nothing breaks', async () => {
    let { request } = await ask()
    let honest = answerTo(request, { nameId: 'mallory' })
    const outcomes = new Set<string>()
    const random = seededRandom(7)
    for (let count = 0; count < 150; count += 1) {
      const at = random(honest.length)
      const changed =
        count % 3 === 0
          ? `${honest.slice(0, at)}${honest.slice(at + 1 + random(40))}`
          : count % 3 === 1
            ? `${honest.slice(0, at)}${String.fromCodePoint(32 + random(95))}${honest.slice(at + 1)}`
            : `${honest.slice(0, at)}${honest.slice(random(honest.length)).slice(0, 60)}${honest.slice(at)}`
      const answer = await deliver(request, changed)
      const outcome = await outcomeOf(answer)
      if (outcome === 'in') {
        // The change was outside the signed part, so it is still mallory; continue with a new request.
        const token = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1)).get(
          'access_token',
        )
        const { data } = await backend.anonClient().auth.getUser(token ?? '')
        outcomes.add(data.user?.email ?? 'nobody')
        request = (await ask()).request
        honest = answerTo(request, { nameId: 'mallory' })
      } else {
        outcomes.add(outcome)
      }
    }
    for (const outcome of outcomes) expect([notValid, 'mallory@company.example']).toContain(outcome)
    expect(outcomes).toContain(notValid)
  })
})

describe('providers', () => {
  test('are listed, changed and removed by the service role', async () => {
    const other = createSamlIdentityProvider()
    const made = await admin('POST', '/sso/providers', {
      type: 'saml',
      metadata_xml: other.metadata,
      domains: ['Second.Example'],
    })
    expect(made).toMatchObject({
      status: 201,
      body: { saml: { entity_id: other.entityId }, domains: [{ domain: 'second.example' }] },
    })
    const path = `/sso/providers/${String(made.body['id'])}`
    expect((await admin('GET', '/sso/providers')).body['items']).toHaveLength(2)
    expect((await admin('PUT', path, { domains: ['third.example'] })).body).toMatchObject({
      domains: [{ domain: 'third.example' }],
    })
    expect((await admin('PUT', path, { metadata_xml: idp.metadata })).body).toMatchObject({
      error_code: 'saml_idp_already_exists',
    })
    expect((await admin('DELETE', path)).status).toBe(200)
    expect((await admin('GET', path)).body).toMatchObject({ code: 404, error_code: 'sso_provider_not_found' })
  })

  test('are read from their metadata URL, and again on request', async () => {
    const peer = createServer((_, response) => response.end(served.metadata))
    peer.listen(0, '127.0.0.1')
    await once(peer, 'listening')
    let served = createSamlIdentityProvider()
    const near = await startBackend({
      env: {
        GOTRUE_SAML_ENABLED: 'true',
        GOTRUE_SAML_PRIVATE_KEY: samlKey.toString('base64'),
        OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
      },
    })
    const metadataUrl = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/metadata`
    const save = async (method: string, path: string, body: object) => {
      const answer = await near.app.request(`/auth/v1/admin/sso/providers${path}`, {
        method,
        headers: { authorization: `Bearer ${near.services.config.serviceRoleKey}` },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const made = await save('POST', '', { type: 'saml', metadata_url: metadataUrl, domains: ['near.example'] })
    expect(made).toMatchObject({
      status: 201,
      body: { saml: { entity_id: served.entityId, metadata_url: metadataUrl, metadata_xml: served.metadata } },
    })
    const { data } = await near.anonClient().auth.signInWithSSO({ domain: 'near.example' })
    expect(data?.url).toContain('https://idp.example/sso')
    const path = `/${String(made.body['id'])}`
    const renewed = createSamlIdentityProvider(served.entityId)
    served = renewed
    expect((await save('PUT', path, { metadata_url: metadataUrl })).body).toMatchObject({
      saml: { metadata_xml: renewed.metadata },
    })
    served = createSamlIdentityProvider()
    expect((await save('PUT', path, { metadata_url: metadataUrl })).body).toMatchObject({
      error_code: 'saml_entity_id_mismatch',
    })
    await near.close()
    peer.close()
  })

  test('are closed to everybody else', async () => {
    const { session } = await backend.signUp()
    expect((await admin('GET', '/sso/providers', undefined, session.access_token)).body).toMatchObject({
      error_code: 'not_admin',
    })
  })

  test.each<[string, object, number, string]>([
    ['another type', { type: 'oidc' }, 400, 'validation_failed'],
    ['no metadata', { type: 'saml' }, 400, 'validation_failed'],
    ['metadata of nothing', { type: 'saml', metadata_xml: '<a/>' }, 400, 'validation_failed'],
    [
      'metadata with a document type',
      { type: 'saml', metadata_xml: `<!DOCTYPE x []>${idp.metadata}` },
      400,
      'validation_failed',
    ],
    ['the same provider again', { type: 'saml', metadata_xml: idp.metadata }, 422, 'saml_idp_already_exists'],
    [
      'a domain that is taken',
      { type: 'saml', metadata_xml: createSamlIdentityProvider().metadata, domains: ['COMPANY.example'] },
      422,
      'sso_domain_already_exists',
    ],
    [
      'a domain that is none',
      { type: 'saml', metadata_xml: createSamlIdentityProvider().metadata, domains: ['nonsense'] },
      400,
      'validation_failed',
    ],
    [
      'metadata inside our network',
      { type: 'saml', metadata_url: 'https://127.0.0.1:1/metadata' },
      400,
      'saml_metadata_fetch_failed',
    ],
    [
      'metadata of a cloud’s insides',
      { type: 'saml', metadata_url: 'https://169.254.169.254/latest/' },
      400,
      'saml_metadata_fetch_failed',
    ],
    ['metadata in a file', { type: 'saml', metadata_url: 'file:///etc/passwd' }, 400, 'saml_metadata_fetch_failed'],
  ])('are refused with %s', async (_, body, status, code) => {
    expect(await admin('POST', '/sso/providers', body)).toMatchObject({ status, body: { error_code: code } })
  })
})
