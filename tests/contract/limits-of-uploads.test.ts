import { randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { createImage } from '#support/create-image.ts'
import { requestsFrom } from '#support/requests-from.ts'

/* What one account or network may upload and write, so that others aren't delayed. */

let backend: Backend
let author: SignedUp
const { send } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend({ env: { FILE_SIZE_LIMIT: '30000000', WORKSPACE_STORAGE_LIMIT: '30000000' } })
  author = await backend.signUp()
})
afterAll(() => backend.close())

describe('uploads', () => {
  it('continue for others while one person’s many accounts send endless bodies', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => backend.signUp()))
    let reading = 0
    const stalled: ReadableStreamDefaultController<Uint8Array>[] = []
    const withoutEnd = () =>
      new ReadableStream(
        { start: (controller) => void stalled.push(controller), pull: () => void (reading += 1) },
        { highWaterMark: 0 },
      )
    const upload = async (address: string, by: SignedUp, body: BodyInit) => {
      const { data } = await by.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
      return send(address, `/storage/v1/object/demo-captures/${data.id}/${randomUUID()}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'image/png' },
        body,
        duplex: 'half',
      } as RequestInit)
    }
    const endless = accounts.flatMap((account) =>
      Array.from({ length: 8 }, () => upload('203.0.113.66', account, withoutEnd())),
    )
    await expect.poll(() => reading, { timeout: 10_000 }).toBeGreaterThanOrEqual(16)
    const png = new Uint8Array((await createImage(1)).buffer)
    expect((await upload('203.0.113.67', author, png)).status).toBe(200)
    for (const controller of stalled) controller.error(new Error('gone'))
    await Promise.all(endless)
    // Well below the half minute that a silent sender gets.
  }, 20_000)

  it('are not delayed by the large pictures of other networks', async () => {
    const picture = (await createImage(2, { width: 1_600, height: 1_600 })).buffer
    // As slow to decode as possible.
    const slow = await sharp(picture).avif({ effort: 0 }).toBuffer()
    const upload = async (address: string, by: SignedUp, body: Buffer) => {
      const { data } = await by.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
      return send(address, `/storage/v1/object/demo-captures/${data.id}/${randomUUID()}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'image/png' },
        body: new Uint8Array(body),
      })
    }
    let stored = 0
    const floods = ['203.0.113.81', '203.0.113.82', '203.0.113.83'].flatMap((address) =>
      Array.from({ length: 2 }, async () => {
        const by = await backend.signUp()
        const uploads = Array.from({ length: 8 }, () => upload(address, by, slow).then(() => (stored += 1)))
        await Promise.all(uploads)
      }),
    )
    await expect.poll(() => stored, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
    const before = stored
    expect((await upload('203.0.113.84', author, (await createImage(1)).buffer)).status).toBe(200)
    expect(stored - before).toBeLessThan(16)
    await Promise.all(floods)
  }, 60_000)
})

it('an account can upload a workspace’s storage a day, a network twice that, and the service key any amount', async () => {
  await backend.services.database.runScript(`
    insert into storage.buckets (id, name) values ('volume', 'volume');
    create policy "everybody adds" on storage.objects for insert to authenticated with check (bucket_id = 'volume');
    create policy "everybody sees" on storage.objects for select to authenticated using (bucket_id = 'volume');`)
  const [ada, grace, joan] = (await Promise.all([author, backend.signUp(), backend.signUp()])).map(
    ({ session }) => session.access_token,
  )
  const upload = (address: string, token = '', body = new Uint8Array(9_900_000), headers = {}) =>
    send(address, `/storage/v1/object/volume/${randomUUID()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
  const statuses = async (address: string, token: string | undefined, count: number) => {
    const answers: number[] = []
    for (let index = 0; index < count; index += 1) answers.push((await upload(address, token)).status)
    return answers
  }
  // What is announced without being sent doesn't count.
  for (let index = 0; index < 8; index += 1) {
    const announced = { 'content-length': '29000000' }
    expect((await upload('2001:db8:7:1::1', ada, new Uint8Array(1), announced)).status).toBe(200)
  }
  expect(await statuses('2001:db8:7:1::1', ada, 4)).toEqual([200, 200, 200, 429])
  expect(await statuses('2001:db8:7:2::1', grace, 3)).toEqual([200, 200, 200])
  const refused = await upload('2001:db8:7:3::1', joan)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/Try again in \d+ minutes\.$/) as string,
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
  expect(await statuses('203.0.113.88', joan, 1)).toEqual([200])
  expect(await statuses('2001:db8:7:1::1', backend.services.config.serviceRoleKey, 1)).toEqual([200])
})

it('networks take turns in uploading documents, however many workspaces one has', async () => {
  const agentsOf = async ({ client }: SignedUp): Promise<readonly string[]> => {
    const { data } = await client.from('agents').select('id,workspace_id').throwOnError()
    return [...new Map(data.map(({ id, workspace_id: workspace }) => [workspace, String(id)])).values()]
  }
  const crowd = await Promise.all([backend.signUp(), backend.signUp(), backend.signUp()])
  for (const { client } of crowd) {
    for (let made = 0; made < 19; made += 1) await client.rpc('create_workspace', { p_name: 'Free' }).throwOnError()
  }
  const uploadTo = (address: string, by: SignedUp, agent: string, body: BodyInit, type?: string) =>
    send(address, `/agents/v1/${agent}/sources`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.session.access_token}`,
        ...(type !== undefined && { 'content-type': type }),
      },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  const senders: ReadableStreamDefaultController[] = []
  const stalled = () => new ReadableStream({ start: (controller) => void senders.push(controller) })
  const form = 'multipart/form-data; boundary=x'
  const theirs = await Promise.all(crowd.map(agentsOf))
  let refused = 0
  const crowded = theirs.flatMap((agents, index) =>
    agents.map(async (agent) => {
      const { status } = await uploadTo('203.0.113.140', crowd[index] ?? author, agent, stalled(), form)
      if (status === 503) refused += 1
    }),
  )
  expect(crowded).toHaveLength(60)
  // The queue takes no more of them.
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThanOrEqual(9)

  const [agent = ''] = await agentsOf(author)
  const file = new FormData()
  file.append('file', new Blob(['A seat costs 5 euros a month.']), 'prices.txt')
  expect((await uploadTo('203.0.113.141', author, agent, file)).status).toBe(201)
  for (const sender of senders) sender.error(new Error('gone'))
  await Promise.allSettled(crowded)
})

it('an account can write 500 MB of rows a day, whatever others in its network write', async () => {
  const write = (by: SignedUp | null, body: BodyInit, headers = {}) =>
    send('203.0.113.150', `/rest/v1/demos?owner_id=eq.${by?.user.id ?? randomUUID()}`, {
      method: 'PATCH',
      headers: {
        ...(by !== null && { authorization: `Bearer ${by.session.access_token}` }),
        'content-type': 'application/json',
        ...headers,
      },
      body,
    })
  const renamed = JSON.stringify({ name: 'Renamed' })
  // A length without a body, as anybody can send.
  const announced = { 'content-length': '1999999000' }
  await send('203.0.113.150', '/rest/v1/nothing', { method: 'POST', headers: announced })
  expect((await write(null, renamed, announced)).status).toBe(413)
  expect((await write(author, renamed)).status).toBe(204)

  const stranger = await backend.signUp()
  const large = new Uint8Array(10_000_000)
  for (let count = 0; count < 50; count += 1) await write(stranger, large, { 'content-type': 'text/plain' })
  const refused = await write(stranger, large, { 'content-type': 'text/plain' })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/Try again in \d+ minutes\.$/) as string,
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_000)
  expect((await write(author, renamed)).status).toBe(204)
}, 60_000)
