import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { demoIdHeader, sampleDemoId, tourDemoId } from '#protocol/client-config.ts'
import type { DemoWithStepsRow, RecentDemoRow } from '#protocol/rows.ts'
import { seedSamples, startSeeding } from '#server/seed/sample-demo.ts'
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

async function writeSample(titles: readonly string[], name = 'tidelane', agent?: object): Promise<void> {
  const sample = join(folder, name)
  mkdirSync(sample, { recursive: true })
  const image = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#5b3df5' } })
    .webp()
    .toBuffer()
  const steps = titles.map((title, index) => {
    writeFileSync(join(sample, `${index + 1}.webp`), image)
    return {
      title,
      description: `About ${title}`,
      image: `${index + 1}.webp`,
      alt: title,
      width: 64,
      height: 40,
      clickX: 50,
      clickY: null,
      look: { chapter: title },
    }
  })
  const look = { layout: 'callout' }
  const demo = { name: name === 'tour' ? 'Tour' : 'Sample', description: 'All of it', look, steps }
  writeFileSync(join(sample, 'demo.json'), JSON.stringify(demo))
  if (agent !== undefined) writeFileSync(join(sample, 'agent.json'), JSON.stringify(agent))
}

function sampleAgent(who: { readonly name: string; readonly slug: string; readonly isDefault: boolean }): object {
  return {
    ...who,
    hue: 180,
    personality: 'friendly',
    voice: 'female_friendly',
    welcome: 'Hello',
    neverSay: [],
    rules: null,
    plans: [{ name: 'Start', price: '$0', period: 'a month', includes: 'All' }],
    pairs: [{ question: 'What does it cost?', variants: [], answer: 'Nothing.', objection: 'price', step: 2 }],
    glossary: [],
  }
}

async function readSample(): Promise<DemoWithStepsRow> {
  const { data, error } = await backend
    .anonClient({ [demoIdHeader]: sampleDemoId })
    .rpc('get_demo_with_steps', { p_demo_id: sampleDemoId })
  expect(error).toBeNull()
  return data as DemoWithStepsRow
}

test('without a sample nothing happens', async () => {
  await seedSamples(backend.services, join(folder, 'nowhere'))
  expect(await readSample()).toBeNull()
})

test('the sample is public, and unchanged until its content changes', async () => {
  await writeSample(['One', 'Two', 'Three'])
  await seedSamples(backend.services, folder)
  const first = await readSample()
  expect(first).toMatchObject({ name: 'Sample', is_sample: true, status: 'active', look: { layout: 'callout' } })
  expect(first.steps.map(({ order, title }) => [order, title])).toEqual([
    [1, 'One'],
    [2, 'Two'],
    [3, 'Three'],
  ])
  const image = await backend.app.request(
    `/storage/v1/object/public/demo-captures/${first.steps[0]?.screenshot_url ?? ''}`,
  )
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])

  await seedSamples(backend.services, folder)
  expect(await readSample()).toEqual(first)
})

test('a new account gets its own copy, which a newer sample does not touch', async () => {
  await writeSample(['One', 'Two', 'Three'])
  await seedSamples(backend.services, folder)
  const { client } = await backend.signUp()
  await writeSample(['Uno', 'Due'])
  await seedSamples(backend.services, folder)
  expect((await readSample()).steps.map(({ title }) => title)).toEqual(['Uno', 'Due'])

  const { data } = await client.rpc('get_recent_demos', { p_limit: 100 })
  const demos = data as readonly RecentDemoRow[]
  expect(demos).toMatchObject([{ demo_name: 'Sample', demo_is_sample: true }])
  expect(demos[0]?.steps.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
  const image = await backend.app.request(
    `/storage/v1/object/public/demo-captures/${demos[0]?.steps[0]?.screenshot_url ?? ''}`,
  )
  expect(image.status).toBe(200)
})

test('a new account gets both samples, the first with its agent and all it knows', async () => {
  await writeSample(['One', 'Two'], 'tidelane', sampleAgent({ name: 'Marin', slug: 'tidelane', isDefault: false }))
  await writeSample(['Record', 'Share'], 'tour', sampleAgent({ name: 'Leo', slug: 'leo', isDefault: true }))
  await seedSamples(backend.services, folder)
  // Seeding again with other content replaces the agent's knowledge.
  await writeSample(['One', 'Two', 'Three'], 'tidelane')
  await seedSamples(backend.services, folder)
  const { client } = await backend.signUp()
  const { data: demos } = await client.rpc('get_recent_demos', { p_limit: 100 }).throwOnError()
  expect((demos as readonly RecentDemoRow[]).map((demo) => demo['demo_name'])).toEqual(['Sample', 'Tour'])

  const { data: agents } = await client
    .from('agents')
    .select('name,is_default,welcome_message,demos:agent_demos(demo_id)')
    .order('name')
    .throwOnError()
  const [first] = demos as readonly RecentDemoRow[]
  expect(agents).toEqual([
    { name: 'Leo', is_default: true, welcome_message: null, demos: [] },
    { name: 'Marin', is_default: false, welcome_message: 'Hello', demos: [{ demo_id: first?.['demo_id'] }] },
  ])
  const pairs = client.from('knowledge_pairs').select('question,answer,objection,step:demo_steps(demo_id,title)')
  expect((await pairs.throwOnError()).data).toEqual([
    {
      question: 'What does it cost?',
      answer: 'Nothing.',
      objection: 'price',
      step: { demo_id: first?.['demo_id'], title: 'Two' },
    },
  ])
  expect((await client.from('price_plans').select('name,price').throwOnError()).data).toEqual([
    { name: 'Start', price: '$0' },
  ])
  const shown = await backend
    .anonClient({ [demoIdHeader]: tourDemoId })
    .rpc('get_demo_with_steps', { p_demo_id: tourDemoId })
  expect((shown.data as DemoWithStepsRow).name).toBe('Tour')
})

test('the sample chosen at set-up is presented by the author’s own agent', async () => {
  await writeSample(['One', 'Two'], 'tidelane', sampleAgent({ name: 'Marin', slug: 'tidelane', isDefault: false }))
  await seedSamples(backend.services, folder)
  const { client } = await backend.signUp()
  const { data: demos } = await client.rpc('get_recent_demos', { p_limit: 100 }).throwOnError()
  const demoId = String((demos as readonly RecentDemoRow[])[0]?.['demo_id'])
  const presenter = async () => {
    const { data } = await client.from('agent_demos').select('agent:agents(slug)').eq('demo_id', demoId).single()
    return (data as unknown as { readonly agent: { readonly slug: string } }).agent.slug
  }
  const choose = () => client.from('agents').update({ demo_id: demoId }).eq('slug', 'leo').throwOnError()
  expect(await presenter()).toBe('tidelane')
  await choose()
  expect(await presenter()).toBe('leo')
  // The author's second agent doesn't take it over.
  await client.from('agents').insert({ name: 'Nina', slug: 'nina', demo_id: demoId }).throwOnError()
  await client.from('agents').update({ demo_id: null }).eq('slug', 'nina').throwOnError()
  await client.from('agents').update({ demo_id: demoId }).eq('slug', 'nina').throwOnError()
  expect(await presenter()).toBe('leo')

  // A later choice of the author stays when the set-up is saved again.
  const { data: marin } = await client.from('agents').select('id').eq('name', 'Marin').single().throwOnError()
  const { id } = marin as { readonly id: string }
  await client.from('agent_demos').update({ agent_id: id }).eq('demo_id', demoId).throwOnError()
  await choose()
  expect(await presenter()).toBe('tidelane')
})

test('nobody may change it', async () => {
  const { client } = await backend.signUp()
  await client.from('demos').update({ name: 'Mine' }).eq('id', sampleDemoId)
  await client.from('demos').delete().eq('id', sampleDemoId)
  expect((await readSample()).name).toBe('Sample')
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
  await expect.poll(readName, { timeout: 20_000 }).toBe('Sample')
  endSeeding()
  gate.close()
  await other.close()
  await s3.stop()
})
