import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeDocx, makeDocxBomb, makePdf } from '#server/agents/testing/make-documents.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { AgentVisitor, helloWith } from '#support/agent-visitor.ts'
import type { SignedUp } from '#support/backend.ts'

let server: AgentServer
let author: SignedUp
let workspaceId: string

beforeAll(async () => {
  server = await startAgentServer()
  author = await server.backend.signUp()
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data.id)
})

afterAll(() => server.close())

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  { token = author.session.access_token, type = 'application/json' }: { token?: string; type?: string } = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const request = new Request(`http://understudy.test/agents/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': type }) },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await server.backend.app.fetch(request)
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}

async function addAgent(name: string, client: SupabaseClient = author.client): Promise<string> {
  const id = randomUUID()
  await client.from('agents').insert({ id, slug: id, name }).throwOnError()
  return id
}

/** A shared demo with a note for each step, presented by the agent. */
async function addDemo(agentId: string, name: string, notes: readonly (readonly [string, string])[]): Promise<string> {
  const id = randomUUID()
  await author.client.from('demos').insert({ id, name, status: 'active' }).throwOnError()
  await author.client
    .from('demo_steps')
    .insert(
      notes.map(([title, description], index) => ({
        id: randomUUID(),
        demo_id: id,
        order: index + 1,
        title,
        description,
        screenshot_url: 'x.png',
      })),
    )
    .throwOnError()
  await author.client.from('agent_demos').upsert({ demo_id: id, agent_id: agentId }).throwOnError()
  return id
}

function fileForm(name: string, content: Uint8Array<ArrayBuffer> | string): FormData {
  const form = new FormData()
  form.append('file', new File([content], name))
  return form
}

/** What the agent says to a question in a new talk. */
async function ask(
  demoId: string,
  question: string,
): Promise<{ said: string; cite: readonly unknown[]; outcome: string }> {
  const visitor = await AgentVisitor.start(server.url, demoId)
  return answerTo(visitor, question)
}

async function answerTo(visitor: AgentVisitor, question: string) {
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say(question)
  const { segs, outcome } = await visitor.nextTurn(from)
  visitor.send({ t: 'ui.click', action: 'end' })
  visitor.close()
  return { said: segs.map(({ text }) => text).join(' '), cite: segs.flatMap(({ cite }) => cite), outcome }
}

describe('an agent presents its demos only', () => {
  test('each product’s demo is answered by its own agent, from its own knowledge', async () => {
    const [payroll, rosters] = await Promise.all([addAgent('Pia'), addAgent('Ros')])
    const other = await addAgent('Third')
    const payrollDemo = await addDemo(payroll, 'Payroll', [
      ['Payslips', 'Payslips are sent on the 25th of each month.'],
    ])
    const rosterDemo = await addDemo(rosters, 'Rosters', [['Swaps', 'Nurses swap shifts in two taps.']])
    const thirdDemo = await addDemo(other, 'Third product', [['Boats', 'Boats are rented by the hour.']])
    await author.client
      .from('agents')
      .update({ welcome_message: 'Ahoy from the boat house.' })
      .eq('id', other)
      .throwOnError()
    const pair = {
      agent_id: payroll,
      workspace_id: workspaceId,
      question: 'Who owns the company?',
      answer: 'Ada owns it.',
    }
    await author.client.from('knowledge_pairs').insert(pair).throwOnError()
    await call('POST', `/${payroll}/sources`, fileForm('a.txt', 'The warranty lasts eleven years.'))
    expect(await ask(payrollDemo, 'Who owns the company?')).toMatchObject({
      said: expect.stringContaining('Ada owns it'),
    })
    for (const foreign of ['Who owns the company?', 'How long does the warranty last?']) {
      expect((await ask(thirdDemo, foreign)).said).not.toMatch(/Ada|eleven/)
    }
    const question = 'When are payslips sent?'
    expect(await ask(payrollDemo, question)).toMatchObject({
      outcome: 'answered',
      said: expect.stringContaining('25th'),
    })
    for (const demoId of [rosterDemo, thirdDemo]) {
      const { said, outcome } = await ask(demoId, question)
      expect(outcome).not.toBe('answered')
      expect(said).not.toContain('25th')
    }
    const visitor = await AgentVisitor.start(server.url, thirdDemo)
    const greeting = await visitor.nextTurn(0)
    expect(greeting.segs.map(({ text }) => text).join(' ')).toContain('Ahoy from the boat house.')
    visitor.close()
  })

  test('a demo without an assigned agent gets the workspace’s first one', async () => {
    const demoId = await addDemo(await addAgent('Soon gone'), 'Free', [['Keys', 'Keys open doors.']])
    await author.client.from('agent_demos').delete().eq('demo_id', demoId).throwOnError()
    const { data } = await author.client
      .from('agents')
      .select('name')
      .eq('workspace_id', workspaceId)
      .eq('is_default', true)
      .single()
      .throwOnError()
    const visitor = await AgentVisitor.start(server.url, demoId)
    expect((await visitor.until('ready')).agentName).toBe(data.name)
    visitor.close()
  })
})

describe('documents', () => {
  test('become passages with the page to open', async () => {
    const agentId = await addAgent('Reader')
    const pdf = makePdf([['The warranty covers', 'eleven years.'], ['Returns are free.']])
    const { status, body } = await call('POST', `/${agentId}/sources`, fileForm('../Prices 2026.pdf', pdf))
    expect([status, body['source']]).toMatchObject([
      201,
      { kind: 'document', title: 'Prices 2026.pdf', status: 'ready', page_count: 2 },
    ])
    const { data } = await author.client
      .from('knowledge_passages')
      .select('place,text,url')
      .eq('agent_id', agentId)
      .order('position')
      .throwOnError()
    expect(data).toEqual([
      { place: 'p. 1', text: 'The warranty covers eleven years.', url: null },
      { place: 'p. 2', text: 'Returns are free.', url: null },
    ])
    const docx = await call(
      'POST',
      `/${agentId}/sources`,
      fileForm('hand.docx', makeDocx(['# Seats', 'A seat is a person.'])),
    )
    expect(docx.status).toBe(201)
  })

  test.each<[string, number, () => FormData, RegExp]>([
    ['no file', 400, () => new FormData(), /Choose a file/],
    ['an encrypted PDF', 400, () => fileForm('a.pdf', makePdf([['x']], { isEncrypted: true })), /password/],
    ['a zip bomb', 400, () => fileForm('a.docx', makeDocxBomb(60 * 1024 * 1024)), /too large once unpacked/],
    ['200 MB', 413, () => fileForm('a.txt', 'x'.repeat(200 * 1024 * 1024)), /at most 10 MB/],
  ])('are refused with a reason: %s', async (_, expected, form, sentence) => {
    const { status, body } = await call('POST', `/${await addAgent('Strict')}/sources`, form())
    expect([status, body['message']]).toEqual([expected, expect.stringMatching(sentence)])
  })

  test('are refused as they arrive when they don’t declare their length', async () => {
    const agentId = await addAgent('Endless')
    let sent = 0
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024
        controller.enqueue(new TextEncoder().encode(sent === 64 * 1024 ? head : 'x'.repeat(64 * 1024)))
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${author.session.access_token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body,
      duplex: 'half',
    }
    const request = new Request(`http://understudy.test/agents/v1/${agentId}/sources`, init)
    expect((await server.backend.app.fetch(request)).status).toBe(413)
    expect(sent).toBeLessThan(12 * 1024 * 1024)
  })

  test('are bounded by the agent’s text', async () => {
    const agentId = await addAgent('Full')
    const text = 'A sentence that fills the space. '.repeat(55_000)
    expect((await call('POST', `/${agentId}/sources`, fileForm('a.txt', text))).status).toBe(201)
    expect((await call('POST', `/${agentId}/sources`, fileForm('b.txt', text))).status).toBe(201)
    const third = await call('POST', `/${agentId}/sources`, fileForm('c.txt', text))
    expect([third.status, third.body['message']]).toEqual([409, expect.stringContaining('4 MB')])
  }, 40_000)
})

describe('pages that wait to be read', () => {
  test('are taken in turns, so that no workspace waits for all of another one’s', async () => {
    const service = server.backend.serviceClient()
    const neighbour = await server.backend.signUp()
    const hurried = await addAgent('Hurried')
    const patient = await addAgent('Patient', neighbour.client)
    const workspaceOf = async (id: string): Promise<string> => {
      const { data } = await service.from('agents').select('workspace_id').eq('id', id).single().throwOnError()
      return String(data.workspace_id)
    }
    const add = async (agent: string, minutesAgo: number) => {
      await service
        .from('knowledge_sources')
        .insert({
          agent_id: agent,
          workspace_id: await workspaceOf(agent),
          kind: 'site',
          title: 'Site',
          address: `https://${randomUUID()}.example/`,
          created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
        })
        .throwOnError()
    }
    for (const minutesAgo of [9, 8, 7]) await add(hurried, minutesAgo)
    await add(patient, 6)
    const claimed: string[] = []
    for (;;) {
      const { data } = await service.rpc('claim_knowledge_source', { p_seconds: 180 }).throwOnError()
      if (data === null) break
      claimed.push(String((data as { readonly agent_id: unknown }).agent_id))
    }
    const ours = claimed.filter((id) => id === hurried || id === patient)
    expect(ours).toEqual([hurried, patient, hurried, hurried])
  })
})

describe('who may', () => {
  test('anonymous callers, other workspaces and viewers get nothing', async () => {
    const agentId = await addAgent('Private')
    const stranger = await server.backend.signUp()
    const viewer = await server.backend.signUp()
    await server.backend
      .serviceClient()
      .from('workspace_members')
      .insert({ workspace_id: workspaceId, user_id: viewer.user.id, role: 'viewer' })
      .throwOnError()
    const writes: readonly (readonly [string, unknown])[] = [
      ['sources', fileForm('a.txt', 'Text')],
      ['sources/address', { address: 'https://example.com' }],
      [`sources/${randomUUID()}/refresh`, {}],
      ['import', 'question,answer\nA,B'],
      ['unanswered/dismiss', { question: 'What?' }],
      ['tests/run', {}],
      ['tests/import', 'question,expected\nA,refuses'],
      ['tests/from-conversation', { conversationId: randomUUID() }],
      ['publish', { note: '' }],
      ['versions/1/restore', {}],
      ['try', { demoId: randomUUID() }],
      ['read-sales-process', { text: '' }],
    ]
    for (const [path, body] of writes) {
      const answers = [
        await call('POST', `/${agentId}/${path}`, body, { token: 'nonsense' }),
        await call('POST', `/${agentId}/${path}`, body, { token: stranger.session.access_token }),
        await call('POST', `/${agentId}/${path}`, body, { token: viewer.session.access_token }),
      ]
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 401, 404, 403])
    }
    for (const path of ['export', 'unanswered', 'objections']) {
      const answers = [
        await call('GET', `/${agentId}/${path}`, undefined, { token: stranger.session.access_token }),
        await call('GET', `/${agentId}/${path}`, undefined, { token: viewer.session.access_token }),
      ]
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 404, 200])
    }
  })

  test('nobody fills an agent beyond its limit by moving rows to it', async () => {
    const [agentId, other] = [await addAgent('Full'), await addAgent('Store')]
    const plans = (owner: string) =>
      Array.from({ length: 30 }, (_, position) => ({
        agent_id: owner,
        position,
        name: `Plan ${position}`,
        price: '$1',
      }))
    await author.client.from('price_plans').insert(plans(agentId)).throwOnError()
    await author.client.from('price_plans').insert(plans(other)).throwOnError()
    const moved = await author.client.from('price_plans').update({ agent_id: agentId }).eq('agent_id', other)
    expect(moved.error?.message).toBe('An agent can have at most 50 of these.')
  })

  test('lists accept only text, so that conversations can load them', async () => {
    const agentId = await addAgent('Gaps')
    const owner = { agent_id: agentId, workspace_id: workspaceId }
    const { client } = author
    const refused = [
      await client
        .from('agents')
        .update({ never_say: [null] })
        .eq('id', agentId),
      await client.from('knowledge_pairs').insert({ ...owner, question: 'A?', answer: 'B.', variants: [null] }),
      await client.from('knowledge_pairs').insert({ ...owner, question: 'A?', answer: 'B.', variants: [['a'], ['b']] }),
      await client.from('glossary_terms').insert({ ...owner, term: 'A', synonyms: ['b', null] }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  test.each(['not-a-uuid', '%00', "' or 1=1", randomUUID()])('an unknown agent is not found: %s', async (id) => {
    expect((await call('GET', `/${id}/unanswered`)).status).toBe(404)
  })

  test.each([
    ['half an object', '{'],
    ['a list', '[]'],
    ['a number for a text', '{"text":5}'],
    ['thousands of brackets', '['.repeat(5_000)],
    ['a NUL', String.raw`{"text":"\u0000"}`],
    ['half a character', String.raw`{"text":"\ud83d"}`],
  ])('nonsense is refused: %s', async (_, body) => {
    const { status } = await call('POST', `/${await addAgent('Calm')}/read-sales-process`, body)
    expect(status).toBe(400)
  })
})

describe('tests and versions', () => {
  let agentId: string
  let demoId: string

  beforeAll(async () => {
    agentId = await addAgent('Tess')
    demoId = await addDemo(agentId, 'Ledgers', [
      ['Open reports', 'Reports open from the menu.'],
      ['Schedule an export', 'Exports are kept for 90 days.'],
    ])
  })

  const results = (answer: Answer) => answer.body['results'] as readonly Readonly<Record<string, unknown>>[]

  test('run against the draft, by questions and scripted visitors', async () => {
    const csv =
      'question,expected\nHow long are exports kept?,step 2\nHow long are exports kept?,90 days\nHow long are exports kept?,refuses\nCan I talk to a person?,hands over\n,x\nWhat?,step 9\n'
    const imported = await call('POST', `/${agentId}/tests/import`, csv, { type: 'text/csv' })
    expect(imported.body).toEqual({
      added: 4,
      skipped: [
        { line: 6, problem: 'The question is missing.' },
        { line: 7, problem: 'The demo has no step 9.' },
      ],
    })
    const row = { agent_id: agentId, workspace_id: workspaceId, demo_id: demoId, kind: 'scenario', position: 9 }
    const scenario = { persona: 'In a hurry', turns: ['Hi', 'Who won the war of 1812?'], goal: 'answers' }
    await author.client
      .from('agent_tests')
      .insert({ ...row, title: 'Hurry', scenario })
      .throwOnError()
    const handing = { persona: 'Person', turns: ['Hello', 'I want to talk to a human'], goal: 'hands-over' }
    await author.client
      .from('agent_tests')
      .insert({ ...row, position: 10, title: 'Human', scenario: handing })
      .throwOnError()

    const run = await call('POST', `/${agentId}/tests/run`, { responder: 'built-in' })
    expect(results(run).map(({ title, passed, failedAt }) => [title, passed, failedAt])).toEqual([
      ['How long are exports kept?', true, null],
      ['How long are exports kept?', true, null],
      ['How long are exports kept?', false, null],
      ['Can I talk to a person?', true, null],
      ['Hurry', false, 2],
      ['Human', true, null],
    ])
    expect(results(run)[0]).toMatchObject({
      said: expect.stringContaining('90 days'),
      cited: ['Step 2'],
      expected: 'Step 2: Schedule an export',
    })
    const { data } = await author.client.from('agent_tests').select('last_run,last_run_at').eq('agent_id', agentId)
    expect(data).toHaveLength(6)
    expect(data?.every((each) => each.last_run !== null && each.last_run_at !== null)).toBe(true)
  })

  test('publishing with failing tests asks for a reason and keeps it; visitors get the new version', async () => {
    const before = await ask(demoId, 'How long are exports kept?')
    expect(before.said).toContain('90 days')
    const refused = await call('POST', `/${agentId}/publish`, { note: 'First' })
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'tests-failed', failing: 2, message: expect.stringContaining('2 tests fail') },
    ])
    const published = await call('POST', `/${agentId}/publish`, { note: 'First', reason: 'The tests are wrong.' })
    expect(published.body['version']).toMatchObject({
      number: 1,
      note: 'First',
      reason: 'The tests are wrong.',
      tests: { passed: 4, failed: 2 },
      published_by: author.user.id,
      snapshot: { agent: { name: 'Tess' }, demos: [{ demo_id: demoId }] },
    })

    const pair = {
      agent_id: agentId,
      workspace_id: workspaceId,
      question: 'What does it cost?',
      answer: 'It costs $29.',
    }
    await author.client.from('knowledge_pairs').insert(pair).throwOnError()
    await author.client.from('agents').update({ name: 'Tessa' }).eq('id', agentId).throwOnError()
    const unpublished = await AgentVisitor.start(server.url, demoId)
    expect((await unpublished.until('ready')).agentName).toBe('Tess')
    unpublished.close()

    await author.client.from('agent_tests').delete().eq('agent_id', agentId).throwOnError()
    const second = await call('POST', `/${agentId}/publish`, { note: 'With a price' })
    expect([second.status, second.body['version']]).toMatchObject([
      201,
      { number: 2, reason: null, snapshot: { knowledge: { pairs: [{ answer: 'It costs $29.' }] } } },
    ])
    const visitor = await AgentVisitor.start(server.url, demoId)
    expect((await visitor.until('ready')).agentName).toBe('Tessa')
    visitor.close()
    const audit = await author.client.rpc('workspace_audit', { p_workspace_id: workspaceId }).throwOnError()
    expect(
      (audit.data as readonly Record<string, unknown>[]).filter(({ action }) => action === 'agent_published'),
    ).toMatchObject([
      { actor: author.user.email, detail: { name: 'Tessa', number: 2, reason: null } },
      { actor: author.user.email, detail: { name: 'Tess', number: 1, reason: 'The tests are wrong.' } },
    ])
  })

  test('restoring a version replaces the draft and what visitors get, documents included', async () => {
    await call('POST', `/${agentId}/sources`, fileForm('later.txt', 'Boats are rented by the hour.'))
    await call('POST', `/${agentId}/publish`, { note: 'With a document' })
    const restored = await call('POST', `/${agentId}/versions/1/restore`, {})
    expect([restored.status, restored.body['version']]).toMatchObject([200, { number: 4, note: 'Version 1 again' }])
    const { data: draft } = await author.client.from('agents').select('name').eq('id', agentId).single().throwOnError()
    expect(draft.name).toBe('Tess')
    const pairs = await author.client.from('knowledge_pairs').select('id').eq('agent_id', agentId).throwOnError()
    const sources = await author.client.from('knowledge_sources').select('id').eq('agent_id', agentId).throwOnError()
    expect([pairs.data, sources.data]).toEqual([[], []])
    expect((await call('POST', `/${agentId}/versions/3/restore`, {})).status).toBe(200)
    const passages = await author.client
      .from('knowledge_passages')
      .select('text')
      .eq('agent_id', agentId)
      .throwOnError()
    expect(passages.data).toEqual([{ text: 'Boats are rented by the hour.' }])
    for (const number of ['99', '0', '-1', 'x', '1e99']) {
      expect((await call('POST', `/${agentId}/versions/${number}/restore`, {})).status).toBe(404)
    }
  })

  test('versions published at once are numbered without gaps', async () => {
    const busy = await addAgent('Busy')
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', `/${busy}/publish`, { note: '' })))
    const numbers = answers.map(({ body }) => (body['version'] as { number: number }).number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  })

  test('a real conversation becomes a test, without the visitor’s address', async () => {
    const visitor = await AgentVisitor.start(server.url, demoId)
    const { sid } = visitor
    const greeting = await visitor.nextTurn(0)
    visitor.play(greeting.turn, greeting.segs.length)
    let from = visitor.events.length
    visitor.say('How long are exports kept?')
    await visitor.nextTurn(from)
    from = visitor.events.length
    visitor.say('Write to me: dana@acme.example')
    await visitor.nextTurn(from)
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await server.stored()
    const { status, body } = await call('POST', `/${agentId}/tests/from-conversation`, { conversationId: sid })
    expect([status, body['test']]).toMatchObject([
      201,
      {
        kind: 'scenario',
        demo_id: demoId,
        title: 'How long are exports kept?',
        scenario: {
          turns: ['How long are exports kept?', 'Write to me: visitor@example.com'],
          goal: 'leaves-address',
        },
      },
    ])
    const run = await call('POST', `/${agentId}/tests/run`, {})
    expect(results(run).map(({ passed }) => passed)).toEqual([true])
    expect((await call('POST', `/${agentId}/tests/from-conversation`, { conversationId: randomUUID() })).status).toBe(
      404,
    )
  })

  test('tests of a file run without being stored', async () => {
    const answer = await call('POST', `/${agentId}/tests/run`, { csv: 'How long are exports kept?;step 1\n' })
    expect(results(answer)).toMatchObject([{ passed: false, expected: 'Step 1: Open reports' }])
    expect((await call('POST', `/${agentId}/tests/run`, { csv: '' })).status).toBe(400)
  })

  test('a workspace’s test runs are queued, up to a limit', async () => {
    const runs = await Promise.all(Array.from({ length: 12 }, () => call('POST', `/${agentId}/tests/run`, {})))
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect((await call('POST', `/${agentId}/tests/run`, {})).status).toBe(200)
  })

  test('tests of a file say nothing about another workspace’s demo', async () => {
    const stranger = await server.backend.signUp()
    const own = await addAgent('Curious', stranger.client)
    const guess = (id: string) =>
      call(
        'POST',
        `/${own}/tests/run`,
        { csv: 'Question?,step 2\nQuestion?,step 3\n', demoId: id },
        { token: stranger.session.access_token },
      )
    expect((await guess(demoId)).body).toEqual((await guess(randomUUID())).body)
  })
})

describe('unanswered questions', () => {
  test('are grouped by meaning, counted, and hidden when dismissed', async () => {
    const agentId = await addAgent('Una')
    const demoId = await addDemo(agentId, 'Small', [['Start', 'Press the green button.']])
    for (const question of ['Do you support SSO?', 'is there sso', 'Can it print barcodes?'])
      await ask(demoId, question)
    await server.stored()
    const groups = async () => (await call('GET', `/${agentId}/unanswered`)).body['groups']
    expect(await groups()).toMatchObject([
      { question: expect.stringMatching(/sso/i), count: 2, demoId, draft: null },
      { question: 'Can it print barcodes?', count: 1 },
    ])
    expect((await call('POST', `/${agentId}/unanswered/dismiss`, { question: 'Do you support SSO?' })).status).toBe(204)
    expect((await call('POST', `/${agentId}/unanswered/dismiss`, { question: 'Do you support SSO?' })).status).toBe(204)
    expect(await groups()).toMatchObject([{ question: 'Can it print barcodes?' }])
  })

  test('are grouped in another thread when many were dismissed', async () => {
    const agentId = await addAgent('Dora')
    const demoId = await addDemo(agentId, 'Small', [['Start', 'Press the green button.']])
    await ask(demoId, 'Can it print barcodes?')
    await ask(demoId, 'Do you support SSO?')
    await server.stored()
    const dismissed = Array.from({ length: 300 }, (_, at) => ({
      agent_id: agentId,
      workspace_id: workspaceId,
      question: at === 0 ? 'Do you support SSO?' : `Does it have feature${at}?`,
    }))
    await author.client.from('answered_questions').insert(dismissed).throwOnError()
    expect((await call('GET', `/${agentId}/unanswered`)).body['groups']).toMatchObject([
      { question: 'Can it print barcodes?', count: 1, demoId, draft: null },
    ])
  })
})

describe('questions asked', () => {
  test('are listed for a period and demo, answered or not, with the conversation', async () => {
    const demoId = await addDemo(await addAgent('Aska'), 'Asked', [['Start', 'Exports run every night at two.']])
    for (const question of ['When do exports run?', 'when do the exports run', 'Can it print barcodes?']) {
      await ask(demoId, question)
    }
    await server.stored()
    const today = new Date().toISOString().slice(0, 10)
    const period = `workspace=${workspaceId}&from=${today}&to=${today}`
    const { body } = await call('GET', `/asked?${period}&demo=${demoId}`)
    expect(body['groups']).toMatchObject([
      { question: expect.stringMatching(/exports run/), count: 2, answered: 2, demoId, turn: expect.any(Number) },
      { question: 'Can it print barcodes?', count: 1, answered: 0, conversationId: expect.any(String) },
    ])
    const before = await call('GET', `/asked?workspace=${workspaceId}&from=2020-01-01&to=2020-01-31`)
    expect(before.body).toEqual({ groups: [] })
    expect((await call('GET', '/asked?from=yesterday')).status).toBe(400)
    const stranger = await server.backend.signUp()
    const token = stranger.session.access_token
    expect((await call('GET', `/asked?${period}`, undefined, { token })).body).toEqual({ groups: [] })
    expect((await server.backend.app.request(`/agents/v1/asked?${period}`)).status).toBe(401)
  })
})

describe('objections', () => {
  test('are listed with the reply and the outcome, newest first', async () => {
    const agentId = await addAgent('Obie')
    const demoId = await addDemo(agentId, 'Objected', [['Start', 'Press the green button.']])
    const service = server.backend.serviceClient()
    const talks = [
      { minute: 1, outcomes: ['objection', 'booked'], kind: 'price' },
      { minute: 2, outcomes: ['objection', 'answered'], kind: 'security' },
      { minute: 3, outcomes: ['objection'], kind: 'timing' },
    ]
    for (const { minute, outcomes, kind } of talks) {
      const at = new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString()
      const id = randomUUID()
      await service
        .from('conversations')
        .insert({ id, workspace_id: workspaceId, demo_id: demoId, agent_id: agentId, mode: 'text', consent_at: at })
        .throwOnError()
      const turns = outcomes.flatMap((outcome, index) => [
        {
          speaker: 'visitor',
          text: `But ${kind}`,
          source: 'typed',
          outcome: null,
          objection: null,
          number: index * 2 + 1,
        },
        {
          speaker: 'agent',
          text: `About ${kind}`,
          source: 'agent',
          outcome,
          objection: outcome === 'objection' ? kind : null,
          number: index * 2 + 2,
        },
      ])
      const place = { workspace_id: workspaceId, conversation_id: id, created_at: at }
      await service
        .from('conversation_turns')
        .insert(turns.map((turn) => ({ ...turn, ...place })))
        .throwOnError()
    }
    const { body } = await call('GET', `/${agentId}/objections`)
    expect(body['rows']).toMatchObject([
      { kind: 'timing', said: 'But timing', reply: 'About timing', outcome: 'left' },
      { kind: 'security', outcome: 'went-on' },
      { kind: 'price', outcome: 'booked' },
    ])
  })
})

describe('drafts', () => {
  test('read a sales process into lists, and suggest questions for a step', async () => {
    const agentId = await addAgent('Dee')
    const demoId = await addDemo(agentId, 'Drafts', [['Schedule an export', 'Exports run every night.']])
    const text =
      'Questions:\n- How many people would use it?\n\nObjections:\n- Too expensive: Most teams save a day a month.'
    const { body } = await call('POST', `/${agentId}/read-sales-process`, { text })
    expect(body['rules']).toMatchObject({
      questions: [{ ask: 'How many people would use it?' }],
      objections: [{ kind: 'price' }],
    })
    const { data: step } = await author.client
      .from('demo_steps')
      .select('id')
      .eq('demo_id', demoId)
      .single()
      .throwOnError()
    const suggested = await call('POST', `/steps/${String(step.id)}/suggest-questions`, {})
    expect((suggested.body['questions'] as readonly string[]).length).toBeGreaterThan(0)
    const stranger = await server.backend.signUp()
    const token = stranger.session.access_token
    expect((await call('POST', `/steps/${String(step.id)}/suggest-questions`, {}, { token })).status).toBe(404)
    expect((await call('POST', '/steps/nonsense/suggest-questions', {})).status).toBe(404)
  })
})

describe('export and import', () => {
  test('move everything an agent knows to another agent', async () => {
    const from = await addAgent('From')
    const owner = { agent_id: from, workspace_id: workspaceId }
    await author.client
      .from('knowledge_pairs')
      .insert({
        ...owner,
        question: 'Is it safe?',
        variants: ['secure?'],
        answer: 'Yes: SOC 2.',
        objection: 'security',
      })
      .throwOnError()
    await author.client
      .from('price_plans')
      .insert({ ...owner, position: 0, name: 'Team', price: '$29' })
      .throwOnError()
    await author.client
      .from('glossary_terms')
      .insert({ ...owner, term: 'seat', synonyms: ['user'] })
      .throwOnError()
    await author.client
      .from('agents')
      .update({ never_say: ['cheap'] })
      .eq('id', from)
      .throwOnError()
    await call('POST', `/${from}/sources`, fileForm('notes.md', '# Exports\n\nKept for 90 days.'))
    const file = (await call('GET', `/${from}/export`)).body

    const to = await addAgent('To')
    expect((await call('POST', `/${to}/import`, file)).body).toEqual({ added: 5, skipped: [] })
    const again = (await call('POST', `/${to}/import`, { ...file, documents: [] })).body
    expect(again).toMatchObject({ added: 0, skipped: [{ line: 1 }, { line: 1 }, { line: 1 }] })
    const copy = (await call('GET', `/${to}/export`)).body
    expect({ ...copy, agent: 'From' }).toEqual(file)
  })

  test('take rows of CSV and say what is wrong with the others', async () => {
    const agentId = await addAgent('Rows')
    const csv = `question,answer,variants\nWhat is it?,A ledger.,what's this|explain it\n,No question\nNo answer,\n${'x'.repeat(301)},Long\n`
    expect((await call('POST', `/${agentId}/import`, csv, { type: 'text/csv' })).body).toEqual({
      added: 1,
      skipped: [
        { line: 3, problem: 'The question is missing.' },
        { line: 4, problem: 'The answer is missing.' },
        { line: 5, problem: 'The question has more than 300 characters.' },
      ],
    })
    const { data } = await author.client
      .from('knowledge_pairs')
      .select('variants')
      .eq('agent_id', agentId)
      .throwOnError()
    expect(data).toEqual([{ variants: ["what's this", 'explain it'] }])
  })

  test.each<[string, string | object, number]>([
    ['an empty file', '', 400],
    ['another program’s JSON', { pairs: [] }, 400],
    ['a newer version', { format: 'understudy-agent-knowledge', version: 2 }, 400],
    ['too deep JSON', `{"a":${'['.repeat(3_000)}`, 400],
    ['9 MB', 'x'.repeat(9 * 1024 * 1024), 413],
  ])('refuse %s', async (_, content, expected) => {
    const { status, body } = await call('POST', `/${await addAgent('Careful')}/import`, content)
    expect([status, String(body['message']).length > 10]).toEqual([expected, true])
  })
})

describe('a trial', () => {
  test('talks with the draft and its unsaved changes, and stores nothing', async () => {
    const agentId = await addAgent('Trixie')
    const demoId = await addDemo(agentId, 'Trial', [['Start', 'Press the green button.']])
    await call('POST', `/${agentId}/publish`, { note: '' })
    await author.client.from('demos').update({ status: 'draft' }).eq('id', demoId).throwOnError()
    const trial = { demoId, unsaved: { name: 'Unsaved', welcome_message: 'Not saved yet, but said.' } }
    const response = await fetch(`${server.url}/agents/v1/${agentId}/try`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${author.session.access_token}`,
        'content-type': 'application/json',
        'user-agent': 'Visitor/1',
      },
      body: JSON.stringify(trial),
    })
    expect(response.status).toBe(201)
    const visitor = new AgentVisitor(server.url)
    visitor.token = ((await response.json()) as { token: string }).token
    await visitor.connect()
    visitor.send(helloWith(visitor.token))
    expect((await visitor.until('ready')).agentName).toBe('Unsaved')
    const greeting = await visitor.nextTurn(0)
    expect(greeting.segs.map(({ text }) => text).join(' ')).toContain('Not saved yet, but said.')
    const reply = await answerTo(visitor, 'My address is dana@acme.example')
    expect(reply.said).not.toBe('')
    await server.stored()
    const service = server.backend.serviceClient()
    const talks = await service.from('conversations').select('id').eq('demo_id', demoId).throwOnError()
    const leads = await service.from('leads').select('id').eq('demo_id', demoId).throwOnError()
    expect([talks.data, leads.data]).toEqual([[], []])
  })

  test('offers questions that the draft can answer, although the author wrote none', async () => {
    const agentId = await addAgent('Offering')
    const demoId = await addDemo(agentId, 'Bookings', [
      ['Start a booking', 'Press New booking, then choose the route and the day.'],
      ['Pick a carrier', 'Each carrier shows its price with fuel included. Prices are held until 18:00.'],
    ])
    const { status, body } = await call('GET', `/${agentId}/first-questions?demo=${demoId}`)
    expect(status).toBe(200)
    const { questions } = body as { readonly questions: readonly string[] }
    expect(questions.length).toBeGreaterThan(0)
    for (const question of questions) expect(question).toMatch(/\?$/)
    expect((await call('GET', `/${agentId}/first-questions?demo=${randomUUID()}`)).status).toBe(404)
  })

  test('is refused for a demo of another workspace', async () => {
    const stranger = await server.backend.signUp()
    const demoId = randomUUID()
    await stranger.client.from('demos').insert({ id: demoId, name: 'Secret', status: 'active' }).throwOnError()
    const { status } = await call('POST', `/${await addAgent('Curious')}/try`, { demoId, unsaved: {} })
    expect(status).toBe(404)
  })
})
