import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sampleDemoId } from '#protocol/client-config.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

let database: EmptyDatabase
let dataDir: string

beforeAll(async () => {
  database = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'understudy-life-'))
})

afterAll(async () => {
  await database.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServer({ dataDir, env: { ...database.env, ...env } })
}

/** A signed-in author's client and the folder they may write to. */
async function newAuthor(server: ServerProcess): Promise<{ client: SupabaseClient; folder: string }> {
  const client = await connect(server)
  const { error } = await client.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'correct horse' })
  expect(error).toBeNull()
  const { data } = await client.from('workspaces').select('id').single()
  return { client, folder: String(data?.id) }
}

async function connect(server: ServerProcess): Promise<SupabaseClient> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseAnonKey: string }
  return createClient(server.url, config.supabaseAnonKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

test('a server reports ready, answers, and exits cleanly when asked to', async () => {
  const server = await start()
  expect(server.output()).toContain(`Understudy is ready on ${server.url}\n`)
  const health = await fetch(`${server.url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  // Responses over a socket are built differently than in the tests of single pages.
  expect(health.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  expect(health.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  const openerPolicy = async (path: string) =>
    (await fetch(server.url + path)).headers.get('cross-origin-opener-policy')
  expect(await openerPolicy('/dashboard')).toBe('same-origin')
  // Others may frame the player, and open it in a window they control.
  expect(await openerPolicy(`/demo/${sampleDemoId}/play`)).toBe(null)
  // It is off by default (metrics.test.ts).
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect(await server.stop()).toBe(0)
})

test('a second one on the same data directory is refused, and the first keeps running', async () => {
  const server = await start()
  await expect(start()).rejects.toThrow(`is in use by process ${server.pid}. Stop that process, or set DATA_DIR`)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a port in use and invalid settings are reported with a message', async () => {
  const server = await start()
  const port = new URL(server.url).port
  const elsewhere = mkdtempSync(join(tmpdir(), 'understudy-life-'))
  await expect(startServer({ dataDir: elsewhere, port: Number(port) })).rejects.toThrow(
    `ended with code 1 before it was ready:\nPort ${port} is in use.`,
  )
  await expect(start({ JWT_SECRET: 'short' })).rejects.toThrow(
    'ended with code 1 before it was ready:\nJWT_SECRET must have at least 32 characters.\n',
  )
  rmSync(elsewhere, { recursive: true, force: true })
  await server.stop()
})

test('an unreachable database is reported with a message', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'understudy-life-'))
  const refused = startServer({ dataDir: elsewhere, env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } })
  await expect(refused).rejects.toThrow('Understudy cannot start without its database.')
  rmSync(elsewhere, { recursive: true, force: true })
})

test('with Supabase behind it a server stores nothing itself, and sends clients there', async () => {
  const JWT_SECRET = randomBytes(32).toString('hex')
  // Our own backend plays Supabase, because it speaks the same protocol.
  const supabase = await start({ JWT_SECRET })
  const config = (await (await fetch(`${supabase.url}/config.json`)).json()) as { supabaseAnonKey: string }
  const front = await startServer({
    env: {
      SUPABASE_URL: supabase.url,
      SUPABASE_ANON_KEY: config.supabaseAnonKey,
      SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', JWT_SECRET),
    },
  })
  expect((await fetch(`${front.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${front.url}/config.json`)).json()).toMatchObject({
    supabaseUrl: supabase.url,
    supabaseAnonKey: config.supabaseAnonKey,
    publicUrl: front.url,
  })
  expect((await fetch(`${front.url}/auth/v1/signup`, { method: 'POST', body: '{}' })).status).toBe(404)
  const policy = (await fetch(front.url)).headers.get('content-security-policy')
  expect(policy).toContain(`connect-src 'self' ${front.url} ${supabase.url}`)

  // The tracker posts to its own origin, which sees the browser and writes to Supabase.
  const posted = await fetch(`${front.url}/rest/v1/user_tracking_events`, {
    method: 'POST',
    headers: { ...personHeaders, apikey: config.supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify(trackingEvent({ session_id: 'through the front' })),
  })
  expect(posted.status).toBe(201)
  const service = createClient(supabase.url, roleKey('service_role', JWT_SECRET), { auth: { persistSession: false } })

  // It also asks there who owns the page, because Supabase's policies don't see the query.
  const email = `${randomUUID()}@example.com`
  const made = await service.auth.admin.createUser({ email, password: 'correct horse', email_confirm: true })
  const ownerId = made.data.user?.id
  await service
    .from('chatbot_settings')
    .insert({ user_id: ownerId, auto_engage: true, engage_timeout: 7 })
    .throwOnError()
  const ask = async (question: string) => (await fetch(`${front.url}/rest/v1/${question}`)).json()
  expect(await ask(`users?email=eq.${encodeURIComponent(email)}&select=id`)).toEqual([{ id: ownerId }])
  expect(await ask('users?email=like.*&select=id')).toEqual([])
  expect(await ask(`chatbot_settings?user_id=eq.${ownerId}&agent_id=eq.leo&select=*`)).toMatchObject([
    { auto_engage: true, engage_timeout: 7 },
  ])
  const { data } = await service.from('user_tracking_events').select('session_id,traffic,browser').throwOnError()
  expect(data).toEqual([{ session_id: 'through the front', traffic: 'human', browser: 'Chrome' }])

  expect(await supabase.stop()).toBe(0)
  expect((await fetch(`${front.url}/healthz`)).status).toBe(503)
  expect(await front.stop()).toBe(0)
})

test('an upload in progress is finished before the server exits', async () => {
  const server = await start()
  const { client, folder } = await newAuthor(server)
  const picture = await noise(1_200)
  const path = `${folder}/a/${randomUUID()}.png`
  const upload = client.storage.from('demo-captures').upload(path, picture, { contentType: 'image/png' })
  // Once another request has been answered, the first bytes have been sent.
  await fetch(`${server.url}/healthz`)
  const code = server.stop()
  expect((await upload).error).toBeNull()
  expect(await code).toBe(0)
})

test('40 MB are refused with an answer, not with a broken connection', async () => {
  const server = await start()
  const { client, folder } = await newAuthor(server)
  const { error } = await client.storage
    .from('demo-captures')
    .upload(`${folder}/a/large.png`, randomBytes(40 * 1024 * 1024), { contentType: 'image/png' })
  expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
  await server.stop()
})

test('whatever was acknowledged before a power cut is intact after it', async () => {
  const acknowledged = new Map<string, Buffer>()
  for (let round = 0; round < 3; round += 1) {
    const server = await start()
    const { client, folder } = await newAuthor(server)
    let isAlive = true
    let count = 0
    const enough = 4 + round * 3

    const uploadUntilKilled = async (): Promise<void> => {
      while (isAlive) {
        const path = `${folder}/a/${randomUUID()}.png`
        const { error } = await client.storage
          .from('demo-captures')
          .upload(path, await noise(100), { contentType: 'image/png' })
        if (error !== null) return
        acknowledged.set(path, await readPublic(server, path).catch(() => Buffer.alloc(0)))
        count += 1
        if (count === enough) {
          isAlive = false
          await server.kill()
        }
      }
    }
    await Promise.all([uploadUntilKilled(), uploadUntilKilled(), uploadUntilKilled()])
    expect(isAlive).toBe(false)
  }

  const server = await start()
  expect(acknowledged.size).toBeGreaterThanOrEqual(21)
  const lost: string[] = []
  for (const [path, before] of acknowledged) {
    const after = await readPublic(server, path)
    // If the cut came between the answer and reading it, the file must at least be whole.
    const isThere = before.byteLength === 0 ? await isWhole(after) : after.equals(before)
    if (!isThere) lost.push(path)
  }
  expect(lost).toEqual([])
  await server.stop()
})

async function readPublic(server: ServerProcess, path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/storage/v1/object/public/demo-captures/${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function isWhole(image: Buffer): Promise<boolean> {
  const { channels } = await sharp(image, { failOn: 'error' }).stats()
  return channels.length > 0
}

function noise(width: number): Promise<Buffer> {
  return sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer()
}
