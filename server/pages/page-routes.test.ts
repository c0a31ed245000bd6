import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDelivery } from '#backend/open-delivery.ts'
import { requestContext } from '#backend/http/request-context.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { loadConfig } from '#server/settings/config.ts'
import { absentDatabase, absentFileStore } from '#server/backend-access/absent-backend.ts'
import { createServices } from '#server/create-services.ts'
import type { Services } from '#server/services.ts'

import { securityHeaders } from './security-headers.ts'
import { pageRoutes } from './page-routes.ts'

let folder: string
let app: Hono<AppEnv>

const page = '<!doctype html><title>Understudy</title>'
const landing =
  '<!doctype html><title>Interactive demos</title><style>h1{color:red}</style><script>let led</script><h1>Your demo, presented</h1>'
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-pages-'))
  write('dist/web/index.html', page)
  write('dist/web/landing.html', landing)
  write('dist/web/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('dist/web/.secret', 'secret')
  write('dist/web/assets/app-Ab12Cd34.js', script)
  write('dist/js/demo-player.js', script)
  write('dist/player/page-Zy98Xw76.js', script)
  write('secret.txt', 'secret')
  app = appFor({})
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('the terms and privacy pages show the operator’s text when there is one', async () => {
  expect((await app.request('/texts/terms')).status).toBe(204)
  write('data/texts/terms.txt', 'Be <b>kind</b>.')
  const answer = await app.request('/texts/terms')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=UTF-8',
    'Be <b>kind</b>.',
  ])
  expect((await app.request('/texts/..%2fjwt-secret')).status).toBe(404)
})

function appFor(environment: Readonly<Record<string, string>>): Hono<AppEnv> {
  const config = loadConfig({ DATA_DIR: join(folder, 'data'), ...environment })
  const log = pino({ level: 'silent' })
  const now = (): number => Date.now()
  const services = createServices({
    config,
    database: absentDatabase(),
    files: absentFileStore(),
    delivery: openDelivery({ config, log, now, database: absentDatabase() }),
    log,
    now,
  })
  return new Hono<AppEnv>()
    .use(requestContext(), securityHeaders(config))
    .route('/', pageRoutes(services, join(folder, 'dist')))
}

describe('the application', () => {
  test.each([
    ['/', landing],
    ['/?ref=mail', landing],
    ['/dashboard/demos', page],
    ['/no/such/page', page],
  ])('answers %s, never from a cache', async (path, expected) => {
    const answer = await app.request(path)
    expect([answer.status, await answer.text()]).toEqual([200, expected])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  test('allows the landing page’s inline style and script by hash, and nothing else', async () => {
    const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy')
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    expect(await policyOf('/')).toContain(`style-src 'self' 'sha256-${hashOf('h1{color:red}')}';`)
    expect(await policyOf('/')).toContain(`script-src 'self' 'sha256-${hashOf('let led')}';`)
    expect(await policyOf('/dashboard')).toMatch(/script-src 'self'; style-src 'self';/)
  })

  test('says what to do before the first build', async () => {
    const unbuilt = new Hono<AppEnv>().route(
      '/',
      pageRoutes({ config: loadConfig({ DATA_DIR: join(folder, 'data') }) } as Services, join(folder, 'nowhere')),
    )
    const answer = await unbuilt.request('/')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')])
  })
})

describe('files', () => {
  test('with a hash in their name are cached for ever and compressed', async () => {
    const get = (encoding: string) =>
      app.request('/assets/app-Ab12Cd34.js', { headers: { 'accept-encoding': encoding } })
    const brotli = await get('gzip, br')
    expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('vary')).toBe('accept-encoding')
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(script)
    const gzip = await get('gzip')
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(script)
    expect(await (await get('identity')).text()).toBe(script)
  })

  test('of the player are cached for ever despite their shorter hashes, and its embed script is not', async () => {
    write('dist/player/ending.C98nuk.js', script)
    write('dist/js/demo-player.js', script)
    const cacheOf = async (path: string) => (await app.request(path)).headers.get('cache-control')
    expect(await cacheOf('/player/ending.C98nuk.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/js/demo-player.js')).not.toContain('immutable')
  })

  test('without a hash are revalidated with 304', async () => {
    const first = await app.request('/favicon.svg')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const eTag = first.headers.get('etag') ?? ''
    expect((await app.request('/favicon.svg', { headers: { 'if-none-match': eTag } })).status).toBe(304)
    write('dist/web/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1"/>')
    expect((await app.request('/favicon.svg', { headers: { 'if-none-match': eTag } })).status).toBe(200)
  })

  test('answer HEAD without a body', async () => {
    const answer = await app.request('/assets/app-Ab12Cd34.js', { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      String(script.length),
      '',
    ])
  })

  test('for other sites allow cross-origin loading', async () => {
    const { status, headers } = await app.request('/js/demo-player.js')
    expect([status, headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('of the player are served', async () => {
    expect((await app.request('/player/page-Zy98Xw76.js')).status).toBe(200)
  })

  test.each([
    '/assets/gone-12345678.js',
    '/player/gone.js',
    '/js/gone.js',
    '/gone.png',
    '/.secret',
    '/assets/.secret',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5csecret.txt',
    '/assets/a%00.js',
    '/assets/%e2%82.js',
    '/js/..%2f..%2fsecret.txt',
  ])('%s is not found', async (path) => {
    const answer = await app.request(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })
})

describe('the extension', () => {
  test('is a download', async () => {
    write('dist/understudy-extension.zip', 'PK')
    const { status, headers } = await app.request('/understudy-extension.zip')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toBe('attachment; filename="understudy-extension.zip"')
    rmSync(join(folder, 'dist/understudy-extension.zip'))
  })

  test('allows the landing page’s inline style and script by hash, and nothing else', async () => {
    const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy')
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    expect(await policyOf('/')).toContain(`style-src 'self' 'sha256-${hashOf('h1{color:red}')}';`)
    expect(await policyOf('/')).toContain(`script-src 'self' 'sha256-${hashOf('let led')}';`)
    expect(await policyOf('/dashboard')).toMatch(/script-src 'self'; style-src 'self';/)
  })

  test('says what to do before the first build', async () => {
    const answer = await app.request('/understudy-extension.zip')
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run build')])
  })
})

describe('every answer', () => {
  test.each(['/', '/assets/app-Ab12Cd34.js', '/gone.png', '/config.json', '/healthz'])(
    'of %s is guarded',
    async (path) => {
      const { headers } = await app.request(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')?;/)
      expect(policy).toContain(`frame-ancestors 'none'`)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.has('strict-transport-security')).toBe(false)
    },
  )

  test('isolates its window from other sites’ (COOP) over TLS and on localhost', async () => {
    const openerPolicy = async (url: string, environment = {}) =>
      (await appFor(environment).request(url)).headers.get('cross-origin-opener-policy')
    for (const page of ['/login', 'http://127.0.0.1:3000/login', 'http://[::1]:3000/login']) {
      expect([page, await openerPolicy(page)]).toEqual([page, 'same-origin'])
    }
    // The landing page omits the policy, for a faster first paint.
    expect(await openerPolicy('/')).toBe('unsafe-none')
    // Browsers log an error for the header on a page served without TLS.
    expect(await openerPolicy('http://192.168.1.20:3000/login')).toBe(null)
    const isPublic = { PUBLIC_URL: 'https://demos.example.com' }
    expect(await openerPolicy('http://demos.example.com/login', isPublic)).toBe('same-origin')
    expect(await openerPolicy('/assets/app-Ab12Cd34.js')).toBe(null)
    expect(await openerPolicy('/config.json')).toBe(null)
  })

  test('sends HSTS when there is TLS', async () => {
    const { headers } = await appFor({ PUBLIC_URL: 'https://demos.example.com' }).request('/')
    expect(headers.get('strict-transport-security')).toContain('max-age=')
    expect(headers.get('content-security-policy')).toContain('wss://demos.example.com')
  })
})

test('/healthz is unhealthy while the database is unreachable', async () => {
  expect((await app.request('/healthz')).status).toBe(503)
})

test('/config.json names the backend and holds no secret', async () => {
  const answer = await app.request('/config.json')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const body: unknown = await answer.json()
  expect(body).toEqual({
    account: { canAddAuthenticator: true, canAddPhoneFactor: false, canLinkProviders: false },
    workspaceBytesMax: 5_000_000_000,
    supabaseUrl: 'http://localhost:3000',
    supabaseAnonKey: expect.stringMatching(/^eyJ/),
    publicUrl: 'http://localhost:3000',
    sampleDemoId: '5a3d1e00-0000-4000-8000-000000000001',
    signIn: { passwordLengthMin: 6, captcha: null, mail: 'kept', isEmbedded: true },
  })
})

test('/config.json names the configured captcha, and only its script may run', async () => {
  const withCaptcha = appFor({
    GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
    GOTRUE_SECURITY_CAPTCHA_SECRET: 'the secret half',
    CAPTCHA_SITE_KEY: 'the public half',
  })
  const answer = await withCaptcha.request('/config.json')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    signIn: { captcha: { provider: 'turnstile', siteKey: 'the public half' } },
  })
  expect(text).not.toContain('the secret half')
  const policy = (await withCaptcha.request('/login')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`script-src 'self' https://challenges.cloudflare.com;`)
  expect(policy).toContain(`frame-src 'self' https://challenges.cloudflare.com;`)
  const usual = (await app.request('/login')).headers.get('content-security-policy') ?? ''
  expect(usual).toContain(`script-src 'self';`)
})
