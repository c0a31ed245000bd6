import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { addQuestions } from '#support/visitor-question.ts'

/* What the dashboard and the demo list show of demos and agents. */

let backend: Backend
let author: SupabaseClient
let stranger: SupabaseClient
let workspaceId: string
let agentId: string
let demoId: string

beforeAll(async () => {
  backend = await startBackend()
  author = (await backend.signUp()).client
  stranger = (await backend.signUp()).client
  const { data: agent } = await author.from('agents').select('id,workspace_id').single().throwOnError()
  workspaceId = String(agent.workspace_id)
  agentId = String(agent.id)
  const { data: demo } = await author.from('demos').insert({ name: 'A demo' }).select('id').single().throwOnError()
  demoId = String(demo.id)
})
afterAll(() => backend.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const day = 24 * 60

function visit(minutes: number, more: object = {}): object {
  const at = minutesAgo(minutes)
  return {
    workspace_id: workspaceId,
    demo_id: demoId,
    session_id: randomUUID(),
    day: at.slice(0, 10),
    started_at: at,
    last_seen_at: at,
    entry_event_id: randomUUID(),
    visitor: randomUUID(),
    demo_version: 1,
    link: '',
    source: 'direct',
    device: 'desktop',
    browser: 'Chrome',
    entry_url: 'https://demos.example.com/',
    traffic: 'human',
    ...more,
  }
}

describe('the activity of demos', () => {
  it('counts visitors of 28 days in parts of two days, and current visitors', async () => {
    const visits = [
      visit(0, { completed_at: minutesAgo(0) }),
      visit(1),
      visit(2 * day + 10),
      visit(40 * day),
      visit(0, { traffic: 'bot' }),
    ]
    await backend.serviceClient().from('visits').insert(visits).throwOnError()
    const { data } = await author.rpc('get_demo_activity', { p_workspace_id: workspaceId }).throwOnError()
    expect(data).toEqual([
      expect.objectContaining({
        demo_id: demoId,
        visits: 3,
        completed: expect.objectContaining({ hits: 1, n: 3 }) as unknown,
        watching: 2,
      }),
    ])
    const [{ parts, finished_parts }] = data as [Record<'parts' | 'finished_parts', readonly number[]>]
    expect(finished_parts).toEqual([...Array.from({ length: 13 }, () => 0), 1])
    expect(parts).toHaveLength(14)
    expect(parts.at(-2)).toBeGreaterThan(0)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(3)
  })

  it('is visible only to members', async () => {
    const asked = { p_workspace_id: workspaceId }
    expect((await stranger.rpc('get_demo_activity', asked)).error?.code).toBe('42501')
    expect((await backend.anonClient().rpc('get_demo_activity', asked)).error?.code).toBe('42501')
  })
})

describe('agents’ news', () => {
  const newsOf = async (client: SupabaseClient, minutes: number) =>
    (await client.rpc('get_agent_news', { p_workspace_id: workspaceId, p_since: minutesAgo(minutes) }).throwOnError())
      .data as unknown

  it('counts talks, answered talks and meetings since a given time', async () => {
    const talk = (minutes: number, outcomes: object) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      demo_id: demoId,
      agent_id: agentId,
      mode: 'text',
      consent_at: minutesAgo(minutes),
      started_at: minutesAgo(minutes),
      outcomes,
    })
    const talks = [talk(10, { answered: 2 }), talk(20, { answered: 1, unknown: 1 }), talk(500, { answered: 3 })]
    await backend
      .serviceClient()
      .from('conversations')
      .insert([...talks, talk(30, {})])
      .throwOnError()
    // In the last one only the agent spoke.
    await addQuestions(backend.serviceClient(), talks)
    expect(await newsOf(author, 60)).toEqual([{ agent_id: agentId, talks: 2, answered: 1, meetings: 0 }])
    expect(await newsOf(author, 1)).toEqual([{ agent_id: agentId, talks: 0, answered: 0, meetings: 0 }])
  })

  it('shows nothing to non-members', async () => {
    expect(await newsOf(stranger, 60)).toEqual([])
    const asked = { p_workspace_id: workspaceId, p_since: minutesAgo(60) }
    expect((await backend.anonClient().rpc('get_agent_news', asked)).error?.code).toBe('42501')
  })
})
