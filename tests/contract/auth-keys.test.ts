import { createHmac, generateKeyPairSync, randomBytes, type JsonWebKey, type KeyObject } from 'node:crypto'

import { createClient } from '@supabase/supabase-js'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

const jwtSecret = 'the secret of the whole installation, long enough'

interface TestKey {
  readonly jwk: JsonWebKey
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

function newKey(kid: string, alg: 'ES256' | 'RS256', operations: readonly string[]): TestKey {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg, key_ops: [...operations] }, privateKey, publicKey }
}

const current = newKey('current', 'ES256', ['sign', 'verify'])
const former = newKey('former', 'RS256', ['verify'])
const stranger = newKey('stranger', 'ES256', ['sign'])

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: { GOTRUE_JWT_SECRET: jwtSecret, GOTRUE_JWT_KEYS: JSON.stringify([current.jwk, former.jwk]) },
  })
})

afterAll(() => backend.close())

async function statuses(token: string): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answers = await Promise.all([
    backend.app.request('/auth/v1/user', { headers }),
    backend.app.request('/rest/v1/demos?select=id', { headers }),
  ])
  return answers.map((answer) => answer.status)
}

/** A genuine token's claims, so that only a copy's signature can be wrong. */
async function genuineClaims() {
  const { session } = await backend.signUp()
  return jwtVerify(session.access_token, current.publicKey).then(({ payload }) => payload)
}

describe('access tokens', () => {
  test('are signed with the current key, and anybody can verify them', async () => {
    const { session } = await backend.signUp()
    expect(decodeProtectedHeader(session.access_token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'current' })
    const answer = await backend.app.request('/auth/v1/.well-known/jwks.json')
    const { keys } = (await answer.json()) as { keys: JsonWebKey[] }
    expect(keys.map(({ kid, alg, use }) => ({ kid, alg, use }))).toEqual([
      { kid: 'current', alg: 'ES256', use: 'sig' },
      { kid: 'former', alg: 'RS256', use: 'sig' },
    ])
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q|k|dp|dq|qi)":/)
    const { payload } = await jwtVerify(session.access_token, createLocalJWKSet({ keys: keys }), {
      issuer: 'http://understudy.test/auth/v1',
      audience: 'authenticated',
    })
    expect(payload.sub).toBe(session.user.id)
    expect(await statuses(session.access_token)).toEqual([200, 200])
  })

  test('are verified by supabase-js without asking the server for the user', async () => {
    const { client } = await backend.signUp()
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ kid: 'current' })
  })

  test('of the previous key and of the secret are still valid', async () => {
    const claims = await genuineClaims()
    const byFormer = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'former' })
      .sign(former.privateKey)
    const bySecret = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(jwtSecret))
    expect(await statuses(byFormer)).toEqual([200, 200])
    expect(await statuses(bySecret)).toEqual([200, 200])
  })
})

describe('a token is refused', () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const hmac = (secret: string | Buffer, content: string): string =>
    createHmac('sha256', secret).update(content).digest('base64url')

  function forged(header: object, claims: object, sign: (content: string) => string): string {
    const content = `${encode(header)}.${encode(claims)}`
    return `${content}.${sign(content)}`
  }

  const publicPem = current.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const publicDer = current.publicKey.export({ type: 'spki', format: 'der' })
  const publicJwk = JSON.stringify(current.publicKey.export({ format: 'jwk' }))

  test.each<[string, (claims: object) => string | Promise<string>]>([
    ['unsigned', (claims) => forged({ alg: 'none' }, claims, () => '')],
    ['unsigned, spelled oddly', (claims) => forged({ alg: 'nOnE', kid: 'current' }, claims, () => '')],
    [
      'with the public key for a secret, as PEM',
      (claims) => forged({ alg: 'HS256', kid: 'current' }, claims, (content) => hmac(publicPem, content)),
    ],
    [
      'with the public key for a secret, as DER',
      (claims) => forged({ alg: 'HS256', kid: 'current' }, claims, (content) => hmac(publicDer, content)),
    ],
    [
      'with the public key for a secret, as JWK',
      (claims) => forged({ alg: 'HS256' }, claims, (content) => hmac(publicJwk, content)),
    ],
    [
      'with the secret under the name of a key',
      (claims) => forged({ alg: 'HS256', kid: 'former' }, claims, (content) => hmac(jwtSecret, content)),
    ],
    ['with an empty secret', (claims) => forged({ alg: 'HS256' }, claims, (content) => hmac('', content))],
    [
      'with a kid that is a path',
      (claims) => forged({ alg: 'HS256', kid: '../../../../dev/null' }, claims, (content) => hmac('', content)),
    ],
    [
      'with a kid that is a query',
      (claims) => forged({ alg: 'HS256', kid: "' or 1=1 --" }, claims, (content) => hmac('1', content)),
    ],
    [
      'with a kid of an object’s insides',
      (claims) => forged({ alg: 'HS256', kid: '__proto__' }, claims, (content) => hmac('', content)),
    ],
    [
      'with a kid that is a list',
      (claims) => forged({ alg: 'ES256', kid: ['current'] }, claims, (content) => hmac(publicPem, content)),
    ],
    [
      'with its own key inside',
      async (claims) =>
        new SignJWT(claims as never)
          .setProtectedHeader({ alg: 'ES256', jwk: stranger.publicKey.export({ format: 'jwk' }) })
          .sign(stranger.privateKey),
    ],
    [
      'that says where its key is',
      async (claims) =>
        new SignJWT(claims as never)
          .setProtectedHeader({ alg: 'ES256', jku: 'http://127.0.0.1:1/jwks.json', kid: 'stranger' })
          .sign(stranger.privateKey),
    ],
    [
      'of somebody else’s key under our name',
      async (claims) =>
        new SignJWT(claims as never).setProtectedHeader({ alg: 'ES256', kid: 'current' }).sign(stranger.privateKey),
    ],
    [
      'of our key without its name',
      async (claims) => new SignJWT(claims as never).setProtectedHeader({ alg: 'ES256' }).sign(current.privateKey),
    ],
    [
      'with an algorithm that is not the key’s',
      async (claims) =>
        new SignJWT(claims as never).setProtectedHeader({ alg: 'PS256', kid: 'former' }).sign(former.privateKey),
    ],
    [
      'with something critical nobody understands',
      (claims) => forged({ alg: 'HS256', crit: ['exp'] }, claims, (content) => hmac(jwtSecret, content)),
    ],
    ['with an empty signature', (claims) => forged({ alg: 'ES256', kid: 'current' }, claims, () => '')],
    [
      'with a signature of zeros',
      (claims) => forged({ alg: 'ES256', kid: 'current' }, claims, () => Buffer.alloc(64).toString('base64url')),
    ],
    [
      'of a role nobody has',
      (claims) => forged({ alg: 'HS256' }, { ...claims, role: 'postgres' }, (content) => hmac(jwtSecret, content)),
    ],
    [
      'that has run out',
      (claims) => forged({ alg: 'HS256' }, { ...claims, exp: 1 }, (content) => hmac(jwtSecret, content)),
    ],
    [
      'that is not valid yet',
      (claims) => forged({ alg: 'HS256' }, { ...claims, nbf: 4_000_000_000 }, (content) => hmac(jwtSecret, content)),
    ],
  ])('%s', async (_, forge) => {
    expect(await statuses(await forge(await genuineClaims()))).toEqual([403, 401])
  })

  test('without a role for an account, and is anonymous for the data', async () => {
    const claims = { ...(await genuineClaims()), role: undefined }
    expect(await statuses(await forged({ alg: 'HS256' }, claims, (content) => hmac(jwtSecret, content)))).toEqual([
      403, 200,
    ])
  })

  test('whatever is changed in it, and never with a 5xx', async () => {
    const { session } = await backend.signUp()
    const genuine = session.access_token
    const outcomes = new Set<number>()
    for (let count = 0; count < 300; count += 1) {
      const bytes = Buffer.from(genuine)
      const at = randomBytes(2).readUInt16LE() % bytes.length
      const random = randomBytes(1)[0]!
      const kind = random % 3
      const changed =
        kind === 0
          ? `${genuine.slice(0, at)}${String.fromCharCode(33 + (random % 90))}${genuine.slice(at + 1)}`
          : kind === 1
            ? genuine.slice(0, at)
            : `${genuine.slice(0, at)}${genuine.slice(at + 1 + (random % 5))}`
      if (sameMeaning(changed, genuine)) continue
      const answer = await backend.app.request('/auth/v1/user', { headers: { authorization: `Bearer ${changed}` } })
      outcomes.add(answer.status)
    }
    expect([...outcomes].every((status) => status === 401 || status === 403)).toBe(true)
  })

  /** The last character of a part has unused bits. */
  function sameMeaning(one: string, other: string): boolean {
    const decode = (token: string) => token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
    return JSON.stringify(decode(one)) === JSON.stringify(decode(other))
  }
})

describe('an API key is required', () => {
  test('from every caller, where an operator says so', async () => {
    const strict = await startBackend({ env: { REQUIRE_APIKEY: 'true' } })
    const without = await strict.app.request('/rest/v1/demos?select=id')
    expect([without.status, await without.json()]).toEqual([
      401,
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ])
    const wrong = await strict.app.request('/auth/v1/settings', { headers: { apikey: 'nonsense' } })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Invalid API key' }])
    expect((await strict.signUp()).user.id).toBeDefined()
    expect((await strict.app.request('/auth/v1/.well-known/jwks.json')).status).toBe(200)
    await strict.close()
  })

  test('except for uploads with a signed token', async () => {
    const strict = await startBackend({ env: { REQUIRE_APIKEY: 'true' } })
    const { storage } = strict.serviceClient()
    await storage.createBucket('inbox', { public: false })
    const signed = await storage.from('inbox').createSignedUploadUrl('note.txt')
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const send = (method: string, path: string, more: Readonly<Record<string, string>>, body?: string) =>
      strict.app.request(path, {
        method,
        headers: { 'tus-resumable': '1.0.0', 'x-signature': signed.data?.token ?? '', ...more },
        ...(body === undefined ? {} : { body }),
      })
    const start = {
      'upload-length': '4',
      'upload-metadata': `bucketName ${encoded('inbox')},objectName ${encoded('note.txt')}`,
    }
    const resumable = '/storage/v1/upload/resumable'
    expect((await send('POST', resumable, start)).status).toBe(401)
    expect((await send('POST', `${resumable}/sign`, { ...start, 'x-signature': 'nonsense' })).status).toBe(400)
    const begun = await send('POST', `${resumable}/sign`, start)
    expect(begun.status).toBe(201)
    const address = begun.headers.get('location') ?? ''
    const octets = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await send('PATCH', address, octets, 'note')).status).toBe(204)
    expect((await send('HEAD', address, {})).headers.get('upload-offset')).toBe('4')
    expect(await (await storage.from('inbox').download('note.txt')).data?.text()).toBe('note')
    await strict.close()
  })
})

describe('short keys', () => {
  const publishable = 'sb_publishable_abcdefghijklmnopqrstuvwx_12345678'
  const secret = 'sb_secret_zyxwvutsrqponmlkjihgfedc_12345678'

  test('replace the long ones on every endpoint; wrong ones are refused', async () => {
    const strict = await startBackend({
      env: {
        REQUIRE_APIKEY: 'true',
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ web: publishable }),
        SUPABASE_SECRET_KEY: secret,
      },
    })
    const connect = (key: string) =>
      createClient(strict.services.config.backendUrl, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: async (input, init) => strict.app.fetch(new Request(input, init)) },
      })
    const visitor = connect(publishable)
    const email = 'short@example.com'
    expect((await visitor.auth.signUp({ email, password: 'correct horse' })).error).toBeNull()
    expect((await visitor.from('workspaces').select('id')).data).toHaveLength(1)
    expect((await visitor.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
    await visitor.auth.signOut()

    const operator = connect(secret)
    expect((await operator.auth.admin.listUsers()).data.users.map((user) => user.email)).toContain(email)
    expect((await operator.from('workspaces').select('id')).data).toHaveLength(1)
    expect((await operator.storage.from('demo-captures').list('')).error).toBeNull()

    const { realtime } = strict
    expect(await realtime.verify(publishable)).toMatchObject({ role: 'anon' })
    for (const wrong of [`${secret}x`, secret.slice(0, -1), secret.replace('secret', 'publishable'), 'sb_secret_']) {
      expect((await connect(wrong).from('workspaces').select('id')).error, wrong).not.toBeNull()
      expect(await realtime.verify(wrong), wrong).toHaveProperty('code')
    }
    await strict.close()
  })
})

describe('invalid keys', () => {
  test.each([
    ['not JSON', 'nonsense', 'JSON list'],
    ['none that signs', JSON.stringify([former.jwk]), 'exactly one key'],
    ['two that sign', JSON.stringify([current.jwk, stranger.jwk]), 'exactly one key'],
    ['the same kid twice', JSON.stringify([current.jwk, { ...former.jwk, kid: 'current' }]), 'two keys'],
    ['an algorithm that is none', JSON.stringify([{ ...current.jwk, alg: 'none' }]), 'one of the algs'],
    ['a key for another algorithm', JSON.stringify([{ ...current.jwk, alg: 'RS256' }]), 'does not fit'],
    ['a key for encryption', JSON.stringify([{ ...current.jwk, use: 'enc' }]), 'not meant for signatures'],
    [
      'a public key that signs',
      JSON.stringify([{ ...current.publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256', key_ops: ['sign'] }]),
      'private key',
    ],
    [
      'a short secret',
      JSON.stringify([{ kty: 'oct', k: 'c2hvcnQ', kid: 'a', alg: 'HS256', key_ops: ['sign'] }]),
      '32 bytes',
    ],
  ])('stop the start: %s', async (_, keys, sentence) => {
    await expect(startBackend({ env: { GOTRUE_JWT_KEYS: keys } })).rejects.toThrow(sentence)
  })
})
