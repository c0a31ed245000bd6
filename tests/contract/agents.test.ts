import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

/* An author's settings: one agent per workspace, and the wizard's answers as given. */

let backend: Backend
let author: SupabaseClient
let stranger: SupabaseClient

beforeAll(async () => {
  backend = await startBackend()
  author = (await backend.signUp()).client
  stranger = (await backend.signUp()).client
})
afterAll(() => backend.close())

async function newDemo(client: SupabaseClient): Promise<string> {
  const { data } = await client.from('demos').insert({ name: 'A demo' }).select('id').single<{ id: string }>()
  return data?.id ?? ''
}

describe('the agent', () => {
  it('is updated by an upsert, with a demo of its workspace', async () => {
    const demoId = await newDemo(author)
    const changed = await author
      .from('agents')
      .upsert(
        { slug: 'leo', name: 'Mia', voice: 'female_friendly', demo_id: demoId },
        { onConflict: 'workspace_id,slug' },
      )
      .select('name,demo_id')
    expect(changed.data).toEqual([{ name: 'Mia', demo_id: demoId }])
    expect((await author.from('agents').select('id')).data).toHaveLength(1)
  })

  it('rejects a demo of another workspace, whether or not it exists', async () => {
    const codes = []
    for (const id of [await newDemo(stranger), '00000000-0000-4000-8000-000000000000']) {
      codes.push((await author.from('agents').update({ demo_id: id }).eq('slug', 'leo')).error?.message)
    }
    expect(codes).toEqual(Array(2).fill("The agent's demo has to be one of its workspace."))
  })

  it('drops its reference to a deleted demo', async () => {
    const demoId = await newDemo(author)
    await author.from('agents').update({ demo_id: demoId }).eq('slug', 'leo')
    await author.from('demos').delete().eq('id', demoId)
    expect((await author.from('agents').select('demo_id').single()).data).toEqual({ demo_id: null })
  })
})

describe('the wizard’s answers', () => {
  it('are one row per person, and never a password', async () => {
    const { data } = await author.auth.getUser()
    const updated_at = '2026-11-21T12:00:00+00:00'
    const row = { user_id: data.user?.id, form_data: { agentName: 'Mia' }, current_step: 2, updated_at }
    const own = () => author.from('onboarding_data').select('*').eq('user_id', row.user_id).single()
    expect(await own()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const keep = (step: number) =>
      author.from('onboarding_data').upsert({ ...row, current_step: step }, { onConflict: 'user_id' })
    // An update answers 200.
    expect([await keep(2), await keep(3)]).toMatchObject([
      { status: 201, error: null, data: null },
      { status: 200, error: null, data: null },
    ])
    expect((await own()).data).toEqual({ ...row, current_step: 3 })
    const refused = await author.from('onboarding_data').upsert({ ...row, form_data: { password: 'secret' } })
    expect(refused.error?.code).toBe('23514')
    expect((await stranger.from('onboarding_data').select('*')).data).toEqual([])
  })
})
