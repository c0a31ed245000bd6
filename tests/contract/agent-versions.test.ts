import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AgentVisitor } from '#support/agent-visitor.ts'
import { fileForm, startAgentsApi, type AgentsApi, type Answer } from '#support/agents-api.ts'

/* An agent’s tests, and its published versions. */

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
