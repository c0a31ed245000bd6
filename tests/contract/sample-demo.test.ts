import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { demoIdHeader, sampleDemoId } from '#protocol/client-config.ts'
import type { DemoWithStepsRow, RecentDemoRow } from '#protocol/rows.ts'
import { startSeeding, seedSampleDemo } from '#server/seed/sample-demo.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { startS3Service } from '#support/s3-service.ts'
import { freePort } from '#support/server-process.ts'

let backend: Backend
let folder: string

beforeAll(async () => {
  backend = await startBackend()
  folder = mkdtempSync(join(tmpdir(), 'understudy-sample-'))
})

afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

async function writeSample(titles: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const image = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#5b3df5' } })
    .webp()
    .toBuffer()
  const steps = titles.map((title, index) => {
    writeFileSync(join(folder, `${index + 1}.webp`), image)
    return {
      title,
      description: `About ${title}`,
      image: `${index + 1}.webp`,
      alt: title,
      width: 64,
      height: 40,
      clickX: 50,
      clickY: null,
    }
  })
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ name: 'Tour', description: 'All of it', steps }))
}

async function readSample(): Promise<DemoWithStepsRow> {
  const { data, error } = await backend
    .anonClient({ [demoIdHeader]: sampleDemoId })
    .rpc('get_demo_with_steps', { p_demo_id: sampleDemoId })
  expect(error).toBeNull()
  return data as DemoWithStepsRow
}

test('without a sample nothing happens', async () => {
  await seedSampleDemo(backend.services, join(folder, 'nowhere'))
  expect(await readSample()).toBeNull()
})

test('the sample is public, and unchanged until its content changes', async () => {
  await writeSample(['One', 'Two', 'Three'])
  await seedSampleDemo(backend.services, folder)
  const first = await readSample()
  expect(first).toMatchObject({ name: 'Tour', is_sample: true, status: 'active' })
  expect(first.steps.map(({ order, title }) => [order, title])).toEqual([
    [1, 'One'],
    [2, 'Two'],
    [3, 'Three'],
  ])
  const image = await backend.app.request(
    `/storage/v1/object/public/demo-captures/${first.steps[0]?.screenshot_url ?? ''}`,
  )
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])

  await seedSampleDemo(backend.services, folder)
  expect(await readSample()).toEqual(first)
})

test('a new account gets its own copy, which a newer sample does not touch', async () => {
  await writeSample(['One', 'Two', 'Three'])
  await seedSampleDemo(backend.services, folder)
  const { client } = await backend.signUp()
  await writeSample(['Uno', 'Due'])
  await seedSampleDemo(backend.services, folder)
  expect((await readSample()).steps.map(({ title }) => title)).toEqual(['Uno', 'Due'])

  const { data } = await client.rpc('get_recent_demos', { p_limit: 100 })
  const demos = data as readonly RecentDemoRow[]
  expect(demos).toMatchObject([{ demo_name: 'Tour', demo_is_sample: true }])
  expect(demos[0]?.steps.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
  const image = await backend.app.request(
    `/storage/v1/object/public/demo-captures/${demos[0]?.steps[0]?.screenshot_url ?? ''}`,
  )
  expect(image.status).toBe(200)
})

test('nobody may change it', async () => {
  const { client } = await backend.signUp()
  await client.from('demos').update({ name: 'Mine' }).eq('id', sampleDemoId)
  await client.from('demos').delete().eq('id', sampleDemoId)
  expect((await readSample()).name).toBe('Tour')
})

test('waits for a file store that is down at the first start', async () => {
  const [s3, port] = await Promise.all([startS3Service(), freePort()])
  const storage = new URL(s3.storageUrl)
  const target = Number(storage.port)
  storage.port = String(port)
  const other = await startBackend({ env: { STORAGE_URL: storage.href } })
  await writeSample(['One'])
  const endSeeding = await startSeeding(other.services, folder)
  const readName = async () =>
    (await other.serviceClient().from('demos').select('name').eq('id', sampleDemoId)).data?.[0]?.['name']
  expect(await readName()).toBe(undefined)

  const gate = createServer((socket) => {
    const service = connect(target, '127.0.0.1')
    for (const each of [socket, service]) each.on('error', () => undefined)
    socket.pipe(service).pipe(socket)
  }).listen(port, '127.0.0.1')
  await expect.poll(readName, { timeout: 20_000 }).toBe('Tour')
  endSeeding()
  gate.close()
  await other.close()
  await s3.stop()
})
