import { randomBytes, randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startLoopbackS3, type LoopbackS3 } from '#support/loopback-s3.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { createImage } from '#support/create-image.ts'
import { startRoundRobin, type RoundRobin } from '#support/round-robin.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* Two identical servers on one PostgreSQL and one S3; each request of a client may reach either. */

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('two servers behind a round-robin proxy', () => {
  let database: EmptyDatabase
  let s3: LoopbackS3
  let servers: readonly ServerProcess[]
  let proxy: RoundRobin
  let author: SupabaseClient
  const secret = randomBytes(32).toString('hex')

  beforeAll(async () => {
    database = await createEmptyDatabase()
    s3 = await startLoopbackS3()
    const { host } = new URL(s3.location.endpoint)
    const env = {
      ...database.env,
      JWT_SECRET: secret,
      STORAGE_URL: `s3://key:secret@${host}/${s3.location.bucket}?region=${s3.location.region}&tls=off`,
      DRAIN_SECONDS: '2',
      AUTH_RATE_LIMITS: 'off',
    }
    // At once: the first prepares the database, and the other waits for it.
    servers = await Promise.all([startServer({ env }), startServer({ env })])
    proxy = await startRoundRobin(servers.map(({ url }) => url))
    author = await connect()
  })
  afterAll(async () => {
    await proxy.close()
    for (const server of servers) await server.stop()
    await s3.close()
    await database.remove()
  })

  async function connect(): Promise<SupabaseClient> {
    const config = (await (await fetch(`${proxy.url}/config.json`)).json()) as { supabaseAnonKey: string }
    return createClient(proxy.url, config.supabaseAnonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  }

  test('act as one: sign-up, refresh, write, read, upload and viewing work on either', async () => {
    const email = `${randomUUID()}@example.com`
    const signedUp = await author.auth.signUp({ email, password: 'correct horse' })
    expect(signedUp.error).toBeNull()
    for (let round = 0; round < 4; round += 1) {
      expect((await author.auth.refreshSession()).error).toBeNull()
      expect((await author.from('demos').insert({ name: `Demo ${round}` })).error).toBeNull()
    }
    const demos = await author.from('demos').select('name').like('name', 'Demo %')
    expect(demos.data).toHaveLength(4)

    const workspace = await author.from('workspaces').select('id').single<{ id: string }>()
    const path = `${workspace.data?.id}/a/${randomUUID()}.png`
    const image = (await createImage(3)).buffer
    const stored = await author.storage.from('demo-captures').upload(path, image, { contentType: 'image/png' })
    expect(stored.error).toBeNull()
    const { publicUrl } = author.storage.from('demo-captures').getPublicUrl(path).data
    const seen = await Promise.all([fetch(publicUrl), fetch(publicUrl), fetch(publicUrl)])
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('continue each other’s resumable uploads', async () => {
    const bucket = 'films'
    const { storage } = createClient(proxy.url, roleKey('service_role', secret), { auth: { persistSession: false } })
    expect((await storage.createBucket(bucket, { public: true })).error).toBeNull()
    const content = randomBytes(14_000_000)
    const options: UploadOptions = {
      headers: { authorization: `Bearer ${roleKey('service_role', secret)}` },
      metadata: { bucketName: bucket, objectName: 'film.mp4', contentType: 'video/mp4' },
      chunkSize: 6 * 1024 * 1024,
      retryDelays: [200, 500, 1_000, 2_000, 4_000],
    }
    const [one, other] = servers.map(({ url }) => url)
    const begun = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(content, {
        ...options,
        endpoint: `${one}/storage/v1/upload/resumable`,
        onError: reject,
        onChunkComplete: () => void upload.abort().then(() => resolve(new URL(upload.url ?? '').pathname), reject),
      })
      upload.start()
    })
    let wentOnAt = 0
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        ...options,
        uploadUrl: `${other}${begun}`,
        onAfterResponse: (request, response) => {
          if (request.getMethod() === 'HEAD') wentOnAt = Number(response.getHeader('upload-offset'))
        },
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    expect(wentOnAt).toBeGreaterThanOrEqual(6 * 1024 * 1024)
    for (const url of [one, other]) {
      const answer = await fetch(`${url}/storage/v1/object/public/${bucket}/film.mp4`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  test('hand over when one is stopped: it reports that, finishes its work, and no request fails', async () => {
    const [leaving, staying] = servers
    const isOver = new AbortController()
    const outcomes: string[] = []
    const work = async (): Promise<void> => {
      while (!isOver.signal.aborted) {
        const { error } = await author.from('demos').select('id').limit(1)
        outcomes.push(error === null ? 'answered' : error.message)
      }
    }
    const working = [work(), work(), work(), work()]
    const left = leaving?.stop()
    expect(await nextChange(leaving?.url ?? '')).toEqual([503, { status: 'draining' }])
    await proxy.check()
    expect(await left).toBe(0)
    isOver.abort()
    await Promise.all(working)
    expect(new Set(outcomes)).toEqual(new Set(['answered']))
    expect((await fetch(`${staying?.url}/healthz`)).status).toBe(200)
  })
})

/** What /healthz says once it is no longer healthy. */
async function nextChange(url: string): Promise<readonly [number, unknown]> {
  for (;;) {
    const health = await fetch(`${url}/healthz`)
    const said: unknown = await health.json()
    if (health.status !== 200) return [health.status, said]
  }
}
