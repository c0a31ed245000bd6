import { randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startLoopbackS3, type LoopbackS3 } from '#server/storage/loopback-s3.ts'
import { sweepStorage } from '#server/storage/sweep.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Files in S3, and what an author is told when S3 is in trouble. */

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

async function keys(): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { key } of backend.services.files.list()) found.push(key)
  return found
}

test('an upload can be read, in whole and in part, and removed', async () => {
  expect((await upload()).error).toBeNull()
  const address = `/storage/v1/object/public/${bucket}/${path}`
  const whole = Buffer.from(await (await backend.app.request(address)).arrayBuffer())
  expect(await sharp(whole).metadata()).toMatchObject({ width: 8, format: 'png' })
  const part = await backend.app.request(address, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  await author.client.storage.from(bucket).remove([path])
  expect(await keys()).toEqual([])
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

test('a removal whose file could not be removed yet is one all the same; the file goes with the next', async () => {
  await upload()
  const before = await keys()
  s3.failNext(500)
  expect((await author.client.storage.from(bucket).remove([path])).data).toHaveLength(1)
  expect(await keys()).toHaveLength(before.length)
  await author.client.storage.from(bucket).remove(['nothing.png'])
  expect(await keys()).toHaveLength(before.length - 1)
})

test('files that no row names are swept, once they are too old to be an upload under way', async () => {
  await upload()
  const named = await keys()
  await backend.services.files.put('ff-forgotten', png)
  await sweepStorage(backend.services)
  expect(await keys()).toHaveLength(named.length + 1)
  backend.passTime(2 * 60 * 60_000)
  await sweepStorage(backend.services)
  expect([...(await keys())].sort()).toEqual([...named].sort())
})
