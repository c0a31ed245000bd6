import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createServerApp } from '#support/server-app.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { listenOnLoopback, type LoopbackServer } from '#support/listen-on-loopback.ts'

/* Web pages that an agent reads, from a site on this machine. */

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let backend: Backend
let author: SignedUp
let site: LoopbackServer
let origin: string
let pages: Record<string, string | Answer> = {}
let visited: string[] = []

beforeAll(async () => {
  backend = await startBackend({ env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  author = await backend.signUp()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    visited.push(path)
    const page = pages[path]
    if (page === undefined) return response.writeHead(404).end('No such page')
    if (typeof page === 'function') return page(request, response)
    response.writeHead(200, { 'content-type': path.endsWith('.txt') ? 'text/plain' : 'text/html' }).end(page)
  })
  site = await listenOnLoopback(server)
  ;({ origin } = site)
})

afterEach(() => {
  pages = {}
  visited = []
})

afterAll(async () => {
  await site.close()
  await backend.close()
})

function html(title: string, body: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
}

async function addAgent(signedUp: SignedUp = author): Promise<string> {
  const id = randomUUID()
  await signedUp.client.from('agents').insert({ id, slug: id, name: 'Reader' }).throwOnError()
  return id
}

async function post(app: Backend['app'], path: string, body: unknown, { session }: SignedUp = author) {
  const response = await app.fetch(
    new Request(`http://understudy.test/agents/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

/** Adds an address, waits until it is read, and returns its row with the passages. */
async function read(address: string, isSite = false, agentId?: string) {
  const id = agentId ?? (await addAgent())
  const { status } = await post(backend.app, `/${id}/sources/address`, { address, isSite })
  expect(status).toBe(201)
  await backend.services.sources.idle()
  return sourceOf(id)
}

async function sourceOf(agentId: string) {
  const source = await author.client
    .from('knowledge_sources')
    .select('id,title,status,problem,page_count')
    .eq('agent_id', agentId)
    .single()
    .throwOnError()
  const passages = await author.client
    .from('knowledge_passages')
    .select('place,url,text')
    .eq('agent_id', agentId)
    .order('position')
    .throwOnError()
  return { ...source.data, passages: passages.data }
}

test('reads a page, with the address to open', async () => {
  pages['/prices'] = html('Prices – Acme', '<h1>Prices</h1><p>A seat costs $29 a month.</p>')
  expect(await read(`${origin}/prices`)).toMatchObject({
    title: 'Prices – Acme',
    status: 'ready',
    problem: null,
    passages: [{ place: 'Prices', url: `${origin}/prices`, text: 'A seat costs $29 a month.' }],
  })
})

test('reads pages in old encodings and compressed ones', async () => {
  pages['/old'] = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=shift_jis', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.from([0x3c, 0x70, 0x3e, 0x93, 0xfa, 0x96, 0x7b])))
  expect(await read(`${origin}/old`)).toMatchObject({ passages: [{ text: '日本' }] })
  pages['/bomb'] = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(30 * 1024 * 1024)))
  expect(await read(`${origin}/bomb`)).toMatchObject({ status: 'failed', problem: expect.stringContaining('2 MB') })
})

test('reads a site below its address, each page once, and nothing beside it', async () => {
  pages['/help'] = html(
    'Help',
    '<p>Start here.</p><nav><a href="/help/exports#top">x</a><a href="/about">y</a><a href="help">z</a></nav>',
  )
  pages['/help/exports'] = html(
    'Exports',
    '<p>Kept for 90 days.</p><nav><a href="/help">x</a><a href="/help/gone">y</a></nav>',
  )
  pages['/about'] = html('About', '<p>Not part of the help.</p>')
  const source = await read(`${origin}/help`, true)
  expect(source).toMatchObject({ status: 'ready', page_count: 2, problem: '1 of 3 pages couldn’t be read.' })
  expect(source.passages.map(({ place, text }) => [place, text])).toEqual([
    ['', 'Start here.'],
    ['Exports', 'Kept for 90 days.'],
  ])
  expect(visited.filter((path) => path !== '/robots.txt').toSorted()).toEqual(['/help', '/help/exports', '/help/gone'])
})

test('stops after 50 pages of an endless site', async () => {
  let number = 0
  const endless: Answer = (_request, response) => {
    const links = Array.from({ length: 10 }, () => `<a href="/deep/${(number += 1)}">n</a>`).join('')
    pages = {
      ...pages,
      ...Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`/deep/${number - at}`, endless])),
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(html('Deep', `<p>Page before ${number}.</p>${links}`))
  }
  pages['/deep/'] = endless
  expect(await read(`${origin}/deep/`, true)).toMatchObject({ status: 'ready', page_count: 50 })
})

test('obeys robots.txt', async () => {
  pages['/robots.txt'] = 'User-agent: *\nDisallow: /private'
  pages['/private'] = html('Private', '<p>Secret.</p>')
  expect(await read(`${origin}/private`)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('robots.txt'),
  })
  expect(visited).toEqual(['/robots.txt'])
})

test.each<[string, Answer, RegExp]>([
  ['sends an error', (_, response) => response.writeHead(500).end(), /error 500/],
  ['sends pictures', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'), /no web page/],
  ['sends nothing', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(), /empty/],
  [
    'breaks off',
    (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('x', () => response.destroy()),
    /reached/,
  ],
  [
    'redirects in a circle',
    (_, response) => response.writeHead(302, { location: '/odd' }).end(),
    /redirects too often/,
  ],
  [
    'redirects to a file',
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    /redirects/,
  ],
  [
    'never ends',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'.repeat(200_000)), 1)
      request.on('close', () => clearInterval(timer))
    },
    /too large/,
  ],
])('says why a page that %s can’t be read', async (_, answer, problem) => {
  pages['/odd'] = answer
  expect(await read(`${origin}/odd`)).toMatchObject({
    status: 'failed',
    problem: expect.stringMatching(problem),
    passages: [],
  })
})

test('refreshes a page, and keeps the old text when that fails', async () => {
  const agentId = await addAgent()
  pages['/news'] = html('News', '<p>Version one.</p>')
  const { id } = await read(`${origin}/news`, false, agentId)
  pages['/news'] = html('News', '<p>Version two.</p>')
  expect((await post(backend.app, `/${agentId}/sources/${id}/refresh`, {})).status).toBe(202)
  await backend.services.sources.idle()
  expect(await sourceOf(agentId)).toMatchObject({ status: 'ready', passages: [{ text: 'Version two.' }] })
  delete pages['/news']
  await post(backend.app, `/${agentId}/sources/${id}/refresh`, {})
  await backend.services.sources.idle()
  expect(await sourceOf(agentId)).toMatchObject({ status: 'failed', passages: [{ text: 'Version two.' }] })
  expect((await post(backend.app, `/${agentId}/sources/${randomUUID()}/refresh`, {})).status).toBe(404)
})

test('two servers read a page once, and one continues after the other stopped', async () => {
  const agentId = await addAgent()
  const second = createServerApp(backend.services)
  pages['/once'] = html('Once', '<p>Read once.</p>')
  await post(backend.app, `/${agentId}/sources/address`, { address: `${origin}/once` })
  second.services.sources.wake()
  await Promise.all([backend.services.sources.idle(), second.services.sources.idle()])
  expect(visited.filter((path) => path === '/once')).toHaveLength(1)

  const service = backend.serviceClient()
  const stopped = { status: 'reading', reading_until: '2026-01-01T00:00:00Z', attempts: 1 }
  await service.from('knowledge_sources').update(stopped).eq('agent_id', agentId).throwOnError()
  second.services.sources.wake()
  await second.services.sources.idle()
  expect(visited.filter((path) => path === '/once')).toHaveLength(2)
  expect(await sourceOf(agentId)).toMatchObject({ status: 'ready' })

  await service
    .from('knowledge_sources')
    .update({ ...stopped, attempts: 3 })
    .eq('agent_id', agentId)
    .throwOnError()
  second.services.sources.wake()
  await second.services.sources.idle()
  expect(await sourceOf(agentId)).toMatchObject({ status: 'failed', problem: expect.stringContaining('several times') })
})

test('twenty slow sites of one account delay nobody', async () => {
  const slow = await backend.signUp()
  const waiting: ServerResponse[] = []
  pages['/slow'] = (_, response) => waiting.push(response)
  for (let count = 1; count <= 20; count += 1) {
    const workspace = await slow.client.rpc('create_workspace', { p_name: `Slow ${count}` }).throwOnError()
    const workspaceId = (workspace.data as { readonly id?: string }).id
    if (workspaceId === undefined) continue
    const { data } = await slow.client
      .from('agents')
      .select('id')
      .eq('workspace_id', workspaceId)
      .single()
      .throwOnError()
    await post(backend.app, `/${data.id}/sources/address`, { address: `${origin}/slow` }, slow)
  }
  await expect.poll(() => waiting.length).toBe(4)
  pages['/calm'] = html('Calm', '<p>Read soon.</p>')
  const agentId = await addAgent()
  await post(backend.app, `/${agentId}/sources/address`, { address: `${origin}/calm` })
  waiting.shift()?.writeHead(404).end()
  await expect.poll(async () => (await sourceOf(agentId)).status).toBe('ready')
  pages = {}
  for (const response of waiting) response.writeHead(404).end()
  await backend.services.sources.idle()
})

test.each([
  'nonsense',
  'ftp://example.com/x',
  'javascript:alert(1)',
  'https://user:pass@example.com/',
  'localhost',
  `https://${'x'.repeat(2_100)}.example`,
])('refuses what is no address of a web page: %#', async (address) => {
  const { status, body } = await post(backend.app, `/${await addAgent()}/sources/address`, { address })
  expect([status, String(body['message']).length > 10]).toEqual([400, true])
})

test.each(['https://127.0.0.1/', 'https://[::1]/x', 'https://169.254.169.254/latest/meta-data', 'http://10.0.0.1/'])(
  'a server that guards its network doesn’t read %s',
  async (address) => {
    const guarded = await startBackend()
    try {
      const stranger = await guarded.signUp()
      const agentId = await addAgent(stranger)
      const { status } = await post(guarded.app, `/${agentId}/sources/address`, { address }, stranger)
      await guarded.services.sources.idle()
      const { data } = await stranger.client.from('knowledge_sources').select('status,problem').eq('agent_id', agentId)
      expect([status, data]).toEqual([
        201,
        [{ status: 'failed', problem: expect.stringMatching(/public internet|Only https/) }],
      ])
    } finally {
      await guarded.close()
    }
  },
)
