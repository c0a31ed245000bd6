import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startAgentsApi, type AgentsApi } from '#support/agents-api.ts'

/* What visitors asked and objected to, as lists for the author. */

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
