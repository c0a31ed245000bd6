import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

/* What members do with conversations in the inbox: search them and mark them as done. */

let backend: Backend
let author: SupabaseClient
let workspaceId: string
let demoId: string

beforeAll(async () => {
  backend = await startBackend()
  author = (await backend.signUp()).client
  const { data } = await author.from('demos').insert({ name: 'Book a shipment' }).select('id,workspace_id').single()
  workspaceId = String(data?.workspace_id)
  demoId = String(data?.id)
})
afterAll(() => backend.close())

interface Talk {
  readonly question: string
  readonly facts?: readonly { readonly field: string; readonly value: string }[]
}

async function talk({ question, facts = [] }: Talk): Promise<string> {
  const service = backend.serviceClient()
  const row = { workspace_id: workspaceId, demo_id: demoId, mode: 'text', consent_at: '2026-01-01T00:00:00Z', facts }
  const { data } = await service.from('conversations').insert(row).select('id').single().throwOnError()
  await say(String(data.id), 1, 'visitor', question)
  return String(data.id)
}

async function say(id: string, number: number, speaker: 'visitor' | 'agent', text: string): Promise<void> {
  const turn = { workspace_id: workspaceId, conversation_id: id, number, speaker, text, source: 'typed' }
  await backend.serviceClient().from('conversation_turns').insert(turn).throwOnError()
}

async function search(pattern: string): Promise<readonly unknown[] | null> {
  const { data } = await author
    .from('conversations')
    .select('id')
    .eq('workspace_id', workspaceId)
    .or(`search_text.imatch."${pattern}"`)
    .throwOnError()
  return data.map(({ id }) => id as unknown)
}

describe('the inbox', () => {
  it('finds a conversation by the visitor’s words, facts or steps', async () => {
    const prices = await talk({ question: 'What does it cost for 40 vans?' })
    const named = await talk({ question: 'Hello', facts: [{ field: 'name', value: 'Tamsin Linen' }] })
    await say(prices, 2, 'agent', 'Ask our insurers.')
    expect(await search('40 VANS')).toEqual([prices])
    expect(await search('tamsin')).toEqual([named])
    expect(await search('insurers')).toEqual([])
    expect(await search('field')).toEqual([])
    expect(new Set(await search('shipment'))).toEqual(new Set([prices, named]))
  })

  it('doesn’t search the conversations of another workspace', async () => {
    await talk({ question: 'A secret question' })
    const stranger = (await backend.signUp()).client
    const { data } = await stranger.from('conversations').select('id').or('search_text.imatch."secret"').throwOnError()
    expect(data).toEqual([])
  })

  it('keeps a conversation done until the visitor says something', async () => {
    const id = await talk({ question: 'Are you there?' })
    const doneAt = async () =>
      (await author.from('conversations').select('done_at').eq('id', id).single().throwOnError()).data[
        'done_at'
      ] as unknown
    await author.from('conversations').update({ done_at: '2026-01-02T00:00:00Z' }).eq('id', id).throwOnError()
    await say(id, 2, 'agent', 'Yes.')
    expect(await doneAt()).not.toBeNull()
    await say(id, 3, 'visitor', 'One more question.')
    expect(await doneAt()).toBeNull()
  })
})
