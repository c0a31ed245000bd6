import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sampleDemoId, type ClientConfig } from '#protocol/client-config.ts'
import { createReadyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { parseExposition } from '#support/parse-exposition.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'

const metricsToken = randomBytes(24).toString('hex')
let database: EmptyDatabase

beforeAll(async () => {
  database = await createReadyDatabase()
})

afterAll(() => database.remove())

/** By its own URL, whatever PUBLIC_URL says. */
async function startAt(env: Readonly<Record<string, string>>): Promise<{ server: ServerProcess; address: string }> {
  const port = await freePort()
  const server = await startServer({ port, env: { ...database.env, METRICS_TOKEN: metricsToken, ...env } })
  return { server, address: `http://127.0.0.1:${port}` }
}

async function signUp(address: string): Promise<string> {
  const { supabaseAnonKey } = (await (await fetch(`${address}/config.json`)).json()) as ClientConfig
  const client = createClient(address, supabaseAnonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data } = await client.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'correct horse 7' })
  return data.session?.access_token ?? ''
}

async function adviceFor(address: string, token: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(`${address}/account/v1/notices`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return answer.ok ? ((await answer.json()) as { trustedProxy: unknown }).trustedProxy : answer.status
}

async function figure(address: string, name: string): Promise<number | undefined> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return parseExposition(await answer.text()).get(name)
}

const byProxy = { 'x-forwarded-for': '203.0.113.9' }
const missing = 'understudy_setting_missing{setting="TRUSTED_PROXY"}'

describe('a proxy missing from TRUSTED_PROXY', { timeout: 180_000 }, () => {
  test('is reported in the log, on /metrics, and to the first workspace’s owner only', async () => {
    const { server, address } = await startAt({ PUBLIC_URL: 'http://demos.example.com' })
    await expect.poll(() => server.output()).toContain('TRUSTED_PROXY is not set')
    expect(await figure(address, missing)).toBe(1)
    const owner = await signUp(address)
    const other = await signUp(address)
    expect(await adviceFor(address, owner, {})).toBe(null)
    expect(await figure(address, 'understudy_forwarded_ignored_total')).toBe(0)

    expect(await adviceFor(address, owner, byProxy)).toBe('TRUSTED_PROXY=127.0.0.1')
    expect(await adviceFor(address, owner, { forwarded: 'for=203.0.113.9' })).toBe('TRUSTED_PROXY=127.0.0.1')
    expect(await adviceFor(address, other, byProxy)).toBe(null)
    expect(await adviceFor(address, 'nobody', byProxy)).toBe(401)
    expect(await figure(address, 'understudy_forwarded_ignored_total')).toBe(4)
    // Once, however many requests arrive.
    await expect.poll(() => server.output()).toContain('X-Forwarded-For is ignored')
    expect(server.output().split('X-Forwarded-For is ignored')).toHaveLength(2)
    expect(server.output()).toContain('"peer":"127.0.0.1","setting":"TRUSTED_PROXY=127.0.0.1"')
    await server.stop()
  })

  test('is not reported when it is listed, or when only this machine can be the proxy', async () => {
    for (const env of [
      { PUBLIC_URL: 'http://demos.example.com', TRUSTED_PROXY: '127.0.0.1' },
      { PUBLIC_URL: 'https://demos.example.com' },
    ]) {
      const { server, address } = await startAt(env)
      expect(await adviceFor(address, await signUp(address), byProxy)).toBe(null)
      expect(await figure(address, missing)).toBe(0)
      expect(server.output()).not.toContain('TRUSTED_PROXY')
      await server.stop()
    }
  })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** `fetch` sets the Host itself. */
function get(address: string, path: string, host: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const asked = request(`${address}${path}`, { method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Answer['headers'], text })
      })
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('without PUBLIC_URL', () => {
  let server: ServerProcess
  let address: string
  const host = '192.168.7.9:8080'

  beforeAll(async () => {
    ;({ server, address } = await startAt({ HOST: '0.0.0.0' }))
  })
  afterAll(() => server.stop())

  test('every page names the origin the browser used', async () => {
    await expect.poll(() => server.output()).toContain('PUBLIC_URL is not set')
    const config = JSON.parse((await get(address, '/config.json', host)).text) as ClientConfig
    expect([config.supabaseUrl, config.publicUrl]).toEqual([`http://${host}`, `http://${host}`])
    for (const path of ['/', '/dashboard', `/demo/${sampleDemoId}/play`]) {
      const { status, headers, text } = await get(address, path, host)
      expect([path, status, headers['content-security-policy']]).toEqual([
        path,
        200,
        expect.stringContaining(`connect-src 'self' http://${host} ws://${host}`),
      ])
      // The landing page quotes what the command prints.
      const named = text.replace('ready on <b>http://localhost:3000</b>', '')
      expect(headers['content-security-policy'] + named).not.toContain('localhost')
    }
    const player = await get(address, `/demo/${sampleDemoId}/play`, host)
    expect(player.text).toContain(`http://${host}/demo/${sampleDemoId}/poster`)
    // The next browser gets its own origin.
    expect((await get(address, `/demo/${sampleDemoId}/play`, 'box.lan')).text).not.toContain(host)
  })

  test('an invalid host is not echoed', async () => {
    for (const wrong of [`a;script-src *`, `a,b`, `"a"`]) {
      const { status, text } = await get(address, '/config.json', wrong)
      const told = status === 400 ? 'refused' : (JSON.parse(text) as ClientConfig).publicUrl
      expect(told).toMatch(/^(?:refused|http:\/\/localhost:\d+)$/)
    }
  })

  test('a mailed link leads back to the origin it was opened at, and to no other', async () => {
    const verify = (target: string) => `/auth/v1/verify?token=x&type=signup&redirect_to=${encodeURIComponent(target)}`
    const own = await get(address, verify(`http://${host}/dashboard`), host)
    expect(own.headers['location']).toMatch(/^http:\/\/192\.168\.7\.9:8080\/dashboard#error=/)
    const foreign = await get(address, verify('http://evil.example/dashboard'), host)
    expect(foreign.headers['location']).toMatch(/^http:\/\/192\.168\.7\.9:8080\/?[#?]error=/)
  })

  test('the Host header cannot choose the links in mails', async () => {
    const email = `${randomUUID()}@example.com`
    const body = { email, password: 'correct horse 7' }
    expect((await get(address, '/auth/v1/signup', 'evil.example', body)).status).toBe(200)
    const asked = await get(address, '/auth/v1/recover?redirect_to=http://evil.example/x', 'evil.example', { email })
    expect(asked.status).toBe(200)
    const outbox = join(server.dataDir, 'outbox')
    const mails = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
    await expect.poll(() => mails().filter((mail) => mail.includes(email)).length).toBeGreaterThan(0)
    expect(mails().join()).not.toContain('evil.example')
    expect(mails().join()).toContain(`${server.url}/auth/v1/verify`)
  })
})
