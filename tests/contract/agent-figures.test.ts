import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { addQuestions } from '#support/visitor-question.ts'

/* What the agents page shows of each agent, and its default agent. */

let backend: Backend
let author: SupabaseClient
let stranger: SupabaseClient
let workspaceId: string
let agentId: string
let otherId: string

beforeAll(async () => {
  backend = await startBackend()
  author = (await backend.signUp()).client
  stranger = (await backend.signUp()).client
  const { data } = await author.from('agents').select('id,workspace_id').single().throwOnError()
  workspaceId = String(data.workspace_id)
  agentId = String(data.id)
  otherId = randomUUID()
  await author
    .from('agents')
    .insert({ id: otherId, workspace_id: workspaceId, slug: 'juno', name: 'Juno' })
    .throwOnError()
})
afterAll(() => backend.close())

interface Figures {
  readonly agent_id: string
  readonly talks: number
  readonly talks_by_day: readonly number[]
  readonly asked: number
  readonly answered: number
  readonly talking: number
}

async function figuresOf(client: SupabaseClient): Promise<readonly Figures[]> {
  const { data } = await client.rpc('get_agent_figures', { p_workspace_id: workspaceId }).throwOnError()
  return data as readonly Figures[]
}

describe('the figures of agents', () => {
  it('count the talks, questions and answers of 28 days by agent', async () => {
    const { data: demo } = await author.from('demos').insert({ name: 'A demo' }).select('id').single().throwOnError()
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const talk = (days: number, outcomes: object) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      demo_id: String(demo.id),
      agent_id: agentId,
      mode: 'text',
      consent_at: at(days),
      started_at: at(days),
      ended_at: at(days),
      outcomes,
    })
    const service = backend.serviceClient()
    const talks = [talk(1, { answered: 3, unknown: 1 }), talk(27, { unsure: 1, greeted: 1 }), talk(40, { answered: 9 })]
    await service
      .from('conversations')
      .insert([...talks, talk(2, { greeted: 1 })])
      .throwOnError()
    // In the last one only the agent spoke.
    await addQuestions(service, talks)

    const figures = await figuresOf(author)
    const mine = figures.find(({ agent_id }) => agent_id === agentId)
    expect(mine).toMatchObject({ talks: 2, asked: 5, answered: 3, talking: 0 })
    expect(mine?.talks_by_day).toHaveLength(28)
    expect(mine?.talks_by_day.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(figures.find(({ agent_id }) => agent_id === otherId)).toMatchObject({ talks: 0, asked: 0, answered: 0 })
  })

  it('show nothing to non-members', async () => {
    expect(await figuresOf(stranger)).toEqual([])
    const { error } = await backend.anonClient().rpc('get_agent_figures', { p_workspace_id: workspaceId })
    expect(error?.code).toBe('42501')
  })
})

describe('the default agent', () => {
  const defaults = async () =>
    (await author.from('agents').select('id').eq('is_default', true).throwOnError()).data?.map(({ id }) => String(id))

  it('changes in one call, and there is always exactly one', async () => {
    expect(await defaults()).toEqual([agentId])
    await author.rpc('set_default_agent', { p_agent_id: otherId }).throwOnError()
    expect(await defaults()).toEqual([otherId])
    await author.from('agents').delete().eq('id', otherId).throwOnError()
    expect(await defaults()).toEqual([agentId])
  })

  it('can’t be changed by a non-member', async () => {
    const { error } = await stranger.rpc('set_default_agent', { p_agent_id: agentId })
    expect(error?.code).toBe('42501')
    expect(await defaults()).toEqual([agentId])
  })
})
