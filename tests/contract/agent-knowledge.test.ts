import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeDocx, makeDocxBomb, makePdf } from '#server/agents/testing/make-documents.ts'
import { fileForm, startAgentsApi, type AgentsApi } from '#support/agents-api.ts'

/* What an agent knows: documents, pages, rows, export and import. */

let server: AgentsApi['server']
let author: AgentsApi['author']
let workspaceId: AgentsApi['workspaceId']
let call: AgentsApi['call']
let addAgent: AgentsApi['addAgent']

beforeAll(async () => {
  ;({ server, author, workspaceId, call, addAgent } = await startAgentsApi())
})
afterAll(() => server.close())

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

describe('rows of knowledge', () => {
  test('can’t be moved to an agent beyond its limit', async () => {
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

  test('have only text in their lists, so that conversations can load them', async () => {
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
