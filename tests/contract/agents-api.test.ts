import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AgentVisitor, helloWith } from '#support/agent-visitor.ts'
import { answerTo, fileForm, startAgentsApi, type AgentsApi } from '#support/agents-api.ts'

/* What /agents/v1 answers, to whom, and the talks that authors try. */

let server: AgentsApi['server']
let author: AgentsApi['author']
let workspaceId: AgentsApi['workspaceId']
let call: AgentsApi['call']
let addAgent: AgentsApi['addAgent']
let addDemo: AgentsApi['addDemo']
let ask: AgentsApi['ask']

beforeAll(async () => {
  ;({ server, author, workspaceId, call, addAgent, addDemo, ask } = await startAgentsApi())
})
afterAll(() => server.close())

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
