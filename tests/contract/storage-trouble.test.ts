import { randomUUID } from 'node:crypto'

import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startLoopbackS3, type LoopbackS3 } from '#support/loopback-s3.ts'
import { sweepStorage, sweepWhenDue, logMissingFiles } from '#backend/storage/sweep.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { fileKeys } from '#support/storage-backend.ts'

/* Files in S3, errors during an S3 outage, and the removal of unreferenced files. */

const bucket = 'demo-captures'

let s3: LoopbackS3
let backend: Backend
let author: SignedUp
let path: string
let png: Uint8Array

beforeAll(async () => {
  s3 = await startLoopbackS3()
  const { host } = new URL(s3.location.endpoint)
  const STORAGE_URL = `s3://key:secret@${host}/${s3.location.bucket}?region=${s3.location.region}&tls=off`
  backend = await startBackend({ env: { STORAGE_URL } })
  author = await backend.signUp()
  png = new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
})

beforeEach(async () => {
  // Hours have passed for the server since the previous test.
  await author.client.auth.refreshSession()
  const { data } = await author.client.from('workspaces').select('id').single()
  path = `${String(data?.id)}/a/${randomUUID()}.png`
})

afterAll(async () => {
  await backend.close()
  await s3.close()
})

function upload(upsert = false) {
  return author.client.storage.from(bucket).upload(path, png, { contentType: 'image/png', upsert })
}

test('an upload can be read in whole and in part, and removed', async () => {
  expect((await upload()).error).toBeNull()
  const address = `/storage/v1/object/public/${bucket}/${path}`
  const whole = Buffer.from(await (await backend.app.request(address)).arrayBuffer())
  expect(await sharp(whole).metadata()).toMatchObject({ width: 8, format: 'png' })
  const part = await backend.app.request(address, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  await author.client.storage.from(bucket).remove([path])
  expect(await fileKeys(backend.services)).toEqual([])
})

test.each([
  [507, 507, 'There is no room left to store the file'],
  [500, 503, 'Storage does not answer. Try again in a moment.'],
  [0, 503, 'Storage does not answer. Try again in a moment.'],
])('when S3 answers %d, nothing is half-written, and the next try succeeds', async (failure, status, message) => {
  s3.failNext(failure)
  expect((await upload()).error).toMatchObject({ status, message })
  expect((await author.client.storage.from(bucket).exists(path)).data).toBe(false)
  expect((await upload()).error).toBeNull()
})

test('a small picture doesn’t wait for large ones', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const large = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
  const done: string[] = []
  const send = async (name: string, content: Uint8Array, contentType: string): Promise<void> => {
    const { error } = await author.client.storage.from(bucket).upload(`${path}-${name}`, content, { contentType })
    done.push(error?.message ?? name)
  }
  const uploads = [1, 2, 3, 4].map((number) => send(`large ${number}`, large, 'image/jpeg'))
  await Promise.race(uploads)
  await Promise.all([...uploads, send('small', png, 'image/png')])
  // The next large one may end first on a quick machine. In one queue with them, the small one would be the last or
  // next to last.
  expect(done.indexOf('small')).toBeGreaterThanOrEqual(0)
  expect(done.indexOf('small')).toBeLessThanOrEqual(2)
})

test('a removal succeeds even if its file can’t be removed yet; the next one takes the file', async () => {
  await upload()
  const before = await fileKeys(backend.services)
  s3.failNext(500)
  expect((await author.client.storage.from(bucket).remove([path])).data).toHaveLength(1)
  expect(await fileKeys(backend.services)).toHaveLength(before.length)
  await author.client.storage.from(bucket).remove(['nothing.png'])
  expect(await fileKeys(backend.services)).toHaveLength(before.length - 1)
})

test('unreferenced files are swept, once too old to be an upload in progress', async () => {
  await upload()
  const named = await fileKeys(backend.services)
  await backend.services.files.put('ff-forgotten', png)
  await sweepStorage(backend.backendServices)
  expect(await fileKeys(backend.services)).toHaveLength(named.length + 1)
  backend.passTime(2 * 60 * 60_000)
  await sweepStorage(backend.backendServices)
  expect(await fileKeys(backend.services)).toEqual(named)
})

test('an object with a lost file is logged, and its row is kept', async () => {
  const lines: { readonly count: number; readonly objects: readonly string[] }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const services = { ...backend.backendServices, log }
  await upload()
  await logMissingFiles(services)
  expect(lines).toEqual([])
  const before = await fileKeys(backend.services)
  const lost = path
  path = `${path}.lost.png`
  await upload()
  const added = (await fileKeys(backend.services)).filter((key) => !before.includes(key))
  expect(added).toHaveLength(1)
  await backend.services.files.delete(added[0] ?? '')
  await logMissingFiles(services)
  expect(lines).toMatchObject([{ count: 1, objects: [`${bucket}/${path}`] }])
  expect((await backend.serviceClient().storage.from(bucket).exists(path)).data).toBe(true)
  expect((await backend.app.request(`/storage/v1/object/public/${bucket}/${lost}`)).status).toBe(200)
})

describe('several servers', () => {
  test('sweep once an hour, and another one takes over on failure', async () => {
    const servers = [backend.backendServices, { ...backend.backendServices }, { ...backend.backendServices }]
    const sweepAtOnce = async () => (await Promise.all(servers.map(sweepWhenDue))).filter(Boolean)
    expect(await sweepAtOnce()).toHaveLength(1)
    backend.passTime(30 * 60_000)
    expect(await sweepAtOnce()).toHaveLength(0)
    backend.passTime(30 * 60_000)
    s3.failNext(500)
    await expect(sweepWhenDue(backend.backendServices)).rejects.toMatchObject({ name: 'FileStoreError' })
    expect(await sweepAtOnce()).toHaveLength(1)
  })

  test.each(['anon', 'authenticated', 'service_role'] as const)('the role %s cannot mark it as done', async (role) => {
    const caller = { role, claims: { role }, headers: {}, method: 'GET', path: '/' }
    for (const text of ['select * from storage.sweeps', 'select storage.claim_sweep(now(), 1)']) {
      await expect(backend.services.database.transaction(caller, [{ text }])).rejects.toMatchObject({
        sqlstate: '42501',
      })
    }
  })
})

test('an unused capture is deleted after a week; a shown or mentioned one stays', async () => {
  const [workspace = ''] = path.split('/')
  const shown = await author.client.from('demos').insert({ name: 'Shown' }).select('id').single().throwOnError()
  const places = {
    ofDemo: `${workspace}/${shown.data.id}/${randomUUID()}.png`,
    mentioned: `${workspace}/${randomUUID()}/${randomUUID()}.png`,
    leftOver: `${workspace}/${randomUUID()}/${randomUUID()}.png`,
  }
  await author.client
    .from('demos')
    .insert({ name: `See ${places.mentioned}` })
    .throwOnError()
  for (path of Object.values(places)) expect((await upload()).error).toBeNull()
  const fileCount = (await fileKeys(backend.services)).length
  const isThere = async (name: string) =>
    (await backend.app.request(`/storage/v1/object/public/${bucket}/${name}`)).status === 200
  const day = 24 * 60 * 60_000
  for (const days of [2, 6]) {
    backend.passTime(days * day)
    await sweepStorage(backend.backendServices)
    expect(await isThere(places.leftOver)).toBe(true)
  }
  backend.passTime(2 * day)
  await sweepStorage(backend.backendServices)
  expect(await isThere(places.leftOver)).toBe(false)
  expect(await isThere(places.mentioned)).toBe(true)
  expect(await isThere(places.ofDemo)).toBe(true)
  expect((await fileKeys(backend.services)).length).toBeLessThan(fileCount)
})
