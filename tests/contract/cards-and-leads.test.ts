import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newCard, requiredFields, type Card } from '#domain/card.ts'
import { toCard, toCardRow, type StepCardRow } from '#protocol/card-rows.ts'
import { sendLeadNotices } from '#server/agent/lead-notices.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { makeTrackedDemo, postTracking, trackingEvent, type TrackedDemo } from '#support/tracked-demo.ts'

/* Cards on steps, and the leads from their forms. */

let backend: Backend
let service: SupabaseClient
let tracked: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
  service = backend.serviceClient()
  tracked = await makeTrackedDemo(backend)
})
afterAll(() => backend.close())

async function placedCard(on: TrackedDemo, change: Partial<Card> = {}): Promise<Card> {
  const shown = { widthPx: 1000, heightPx: 600 }
  const card = { ...newCard({ id: randomUUID(), stepId: on.stepIds[0]!, type: 'lead', position: 1, shown }), ...change }
  await on.owner.client.from('step_cards').upsert(toCardRow(card)).throwOnError()
  return card
}

async function cardsSeen(client: SupabaseClient, demoId: string): Promise<readonly Card[]> {
  const { data } = await client.rpc('get_demo_cards', { p_demo_id: demoId }).throwOnError()
  return (data as readonly StepCardRow[]).flatMap((row) => toCard(row) ?? [])
}

interface Sent {
  readonly id?: string
  readonly answers?: Readonly<Record<string, unknown>>
  readonly sessionId?: string
  readonly hasConsented?: boolean
}

function submit(client: SupabaseClient, card: Pick<Card, 'id'>, sent: Sent = {}) {
  return client.rpc('submit_lead', {
    p_id: sent.id ?? randomUUID(),
    p_card_id: card.id,
    p_answers: sent.answers ?? { email: 'ada@example.com', name: 'Ada' },
    p_session_id: sent.sessionId ?? null,
    p_has_consented: sent.hasConsented ?? false,
  })
}

function visitorOf(link: string): SupabaseClient {
  return backend.anonClient({ 'x-demo-id': link })
}

async function leadsOf(on: TrackedDemo) {
  const { data } = await on.owner.client.from('leads').select().eq('demo_id', on.demoId).throwOnError()
  return data
}

describe('cards', () => {
  it('are read with their step by anyone with the link, while the demo is active', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    expect(await cardsSeen(on.owner.client, on.demoId)).toEqual([card])
    expect(await cardsSeen(visitorOf(on.demoId), on.demoId)).toEqual([card])
    expect(await cardsSeen(visitorOf(on.link.token), on.demoId)).toEqual([card])
    expect(await cardsSeen(visitorOf(tracked.demoId), on.demoId)).toEqual([])
    await on.owner.client.from('demos').update({ status: 'draft' }).eq('id', on.demoId).throwOnError()
    expect(await cardsSeen(visitorOf(on.demoId), on.demoId)).toEqual([])
  })

  it('stay with their step and link only within their demo', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on, { type: 'click', fields: [], targetStepId: on.stepIds[2]! })
    const client = on.owner.client
    const outside = await client.from('step_cards').update({ target_step_id: tracked.stepIds[0] }).eq('id', card.id)
    expect(outside.error?.message).toBe('A card leads to a step of its own demo')
    const moved = await client.from('step_cards').update({ step_id: on.stepIds[1] }).eq('id', card.id)
    expect(moved.error?.message).toBe('A card cannot be moved to another step')
    const elsewhere = { id: randomUUID(), stepId: tracked.stepIds[0]!, targetStepId: null }
    const foreign = await client.from('step_cards').insert(toCardRow({ ...card, ...elsewhere }))
    expect(foreign.error?.code).toBe('42501')
    await client.from('demo_steps').delete().eq('id', on.stepIds[2]).throwOnError()
    expect(await cardsSeen(client, on.demoId)).toMatchObject([{ id: card.id, targetStepId: null }])
  })

  it('are copied with their demo, and link to the copy’s own steps', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on, { type: 'click', fields: [], targetStepId: on.stepIds[2]! })
    const { data: copyId } = await on.owner.client.rpc('duplicate_demo', { p_demo_id: on.demoId }).throwOnError()
    const { data: steps } = await on.owner.client
      .from('demo_steps')
      .select('id')
      .eq('demo_id', copyId)
      .order('order')
      .throwOnError()
    const [first, , third] = steps.map(({ id }) => String(id))
    const copied = { ...card, id: expect.any(String), stepId: first, targetStepId: third }
    expect(await cardsSeen(on.owner.client, String(copyId))).toEqual([copied])
    expect(await cardsSeen(on.owner.client, on.demoId)).toEqual([card])
  })

  it.each([
    ['media_url', 'http://example.com/a.png'],
    ['media_url', 'javascript:alert(1)'],
    ['media_url', '../../secret/a.png'],
    ['media_url', '/storage/v1/object/public/avatars/a.png'],
    ['link_url', 'javascript:alert(1)'],
    ['link_url', 'data:text/html,x'],
  ])('refuse %s %s', async (column, address) => {
    const card = await placedCard(tracked, { type: 'media' })
    const answer = await tracked.owner.client
      .from('step_cards')
      .update({ [column]: address })
      .eq('id', card.id)
    expect(answer.error?.code).toBe('23514')
  })
})

describe('a card’s uploaded picture', () => {
  it('is a path of the bucket', async () => {
    const card = await placedCard(tracked, { type: 'media' })
    const path = `${randomUUID()}/${tracked.demoId}/${randomUUID()}.webp`
    await tracked.owner.client.from('step_cards').update({ media_url: path }).eq('id', card.id).throwOnError()
    const { data } = await tracked.owner.client.from('step_cards').select('media_url').eq('id', card.id).single()
    expect(data).toEqual({ media_url: path })
  })
})

describe('a lead form', () => {
  it('creates one lead for the members, however often it is sent', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const id = randomUUID()
    const answers = { email: ' ada@example.com ', name: ' Ada ', unasked: 'x' }
    for (let times = 0; times < 3; times++) {
      expect(await submit(visitorOf(on.link.token), card, { id, answers, sessionId: 's-1' })).toMatchObject({
        data: null,
        error: null,
      })
    }
    expect(await leadsOf(on)).toMatchObject([
      {
        id,
        workspace_id: on.workspaceId,
        demo_name: 'Tour',
        step_id: on.stepIds[0],
        card_id: card.id,
        card_title: 'Add your demo intro title',
        share_link_id: on.link.id,
        session_id: 's-1',
        email: 'ada@example.com',
        name: 'Ada',
        fields: [],
        status: 'new',
        consent_text: null,
      },
    ])
    const stranger = await backend.signUp()
    expect((await stranger.client.from('leads').select()).data).toEqual([])
  })

  it('is mailed to the team at once, however often it is sent', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const sent = { id: randomUUID(), answers: { email: 'grace@globex.example', name: 'Grace' } }
    for (let times = 0; times < 2; times++) {
      await submit(visitorOf(on.link.token), card, sent)
      await sendLeadNotices(backend.services)
    }
    const { delivery } = backend.services
    await delivery.mail.settled()
    const mails = (await delivery.outbox.list()).filter(({ to }) => to === on.owner.user.email)
    expect(mails.filter(({ kind }) => kind === 'lead_notice')).toMatchObject([
      { subject: 'New lead from Tour: Grace', text: expect.stringContaining('grace@globex.example') as string },
    ])
  })

  it('stores the other answers with their questions, and what was accepted', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const fields = [...card.fields, { id: 'team', label: 'TEAM SIZE', type: 'text', isRequired: true }] as const
    await placedCard(on, { ...card, fields, consentText: 'You may write to me.' })
    const answers = { email: 'ada@example.com', name: 'Ada', team: '12' }
    expect((await submit(visitorOf(on.demoId), card, { answers })).error).toMatchObject({ hint: 'consent' })
    const missing = { email: 'ada@example.com', name: 'Ada' }
    expect((await submit(visitorOf(on.demoId), card, { answers: missing, hasConsented: true })).error).toMatchObject({
      message: 'Fill in this field.',
      hint: 'team',
    })
    await submit(visitorOf(on.demoId), card, { answers, hasConsented: true }).throwOnError()
    expect(await leadsOf(on)).toMatchObject([
      { fields: [{ label: 'TEAM SIZE', value: '12' }], consent_text: 'You may write to me.' },
    ])
  })

  it.each([
    [{ name: 'Ada' }, 'email'],
    [{ email: 'ada@', name: 'Ada' }, 'email'],
    [{ email: 'a b@example.com', name: 'Ada' }, 'email'],
    [{ email: `${'a'.repeat(320)}@example.com`, name: 'Ada' }, 'email'],
    [{ email: ['ada@example.com'], name: 'Ada' }, 'email'],
    [{ email: 'ada@example.com', name: '  ' }, 'name'],
    [{ email: 'ada@example.com', name: 'a'.repeat(201) }, 'name'],
  ])('says which field to mend: %j', async (answers, hint) => {
    const card = await placedCard(tracked)
    const { error, status } = await submit(visitorOf(tracked.demoId), card, { answers })
    expect({ status, hint: error?.hint }).toEqual({ status: 400, hint })
  })

  it('skips fields without a name, which visitors don’t see', async () => {
    const on = await makeTrackedDemo(backend)
    const field = (label: string) => ({ id: randomUUID(), label, type: 'text', isRequired: true }) as const
    const [team, blank] = [field('TEAM'), field(' ')]
    const card = await placedCard(on, { title: 'Talk to us', fields: [...requiredFields, team, blank] })
    const answers = { email: 'ada@example.com', name: 'Ada' }
    expect((await submit(visitorOf(on.demoId), card, { answers })).error?.hint).toBe(team.id)
    expect((await submit(visitorOf(on.demoId), card, { answers: { ...answers, [team.id]: 'Two' } })).error).toBeNull()
    const [seen] = await cardsSeen(visitorOf(on.demoId), on.demoId)
    expect(seen?.fields.map(({ isRequired }) => isRequired)).toEqual([true, true, true, false])
  })

  it('is accepted only from those who may play the demo, and only for a lead card', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const click = await placedCard(on, { id: randomUUID(), type: 'click' })
    const refused = [
      submit(backend.anonClient(), card),
      submit(visitorOf(tracked.demoId), card),
      submit(visitorOf(on.demoId), click),
      submit(visitorOf(on.demoId), { id: randomUUID() }),
    ]
    for (const answer of await Promise.all(refused)) {
      expect(answer).toMatchObject({ status: 404, error: { message: 'Demo not found' } })
    }
    await on.owner.client.from('demos').update({ status: 'archived' }).eq('id', on.demoId).throwOnError()
    expect((await submit(visitorOf(on.demoId), card)).status).toBe(404)
    expect(await leadsOf(on)).toEqual([])
  })

  it('stops a flood from one network', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const visitor = visitorOf(on.demoId)
    for (let count = 0; count < 30; count++) {
      await submit(visitor, card, { answers: { email: `ada-${count}@example.com`, name: 'Ada' } }).throwOnError()
    }
    expect(await submit(visitor, card, { answers: { email: 'bo@example.com', name: 'Bo' } })).toMatchObject({
      status: 429,
      error: { message: 'Many people are sending this form right now. Try again in a minute.' },
    })
    expect(await leadsOf(on)).toHaveLength(30)
  })
})

describe('a lead', () => {
  it('outlives its demo', async () => {
    const on = await makeTrackedDemo(backend)
    await submit(visitorOf(on.demoId), await placedCard(on)).throwOnError()
    await on.owner.client.from('demos').delete().eq('id', on.demoId).throwOnError()
    expect((await on.owner.client.from('leads').select()).data).toMatchObject([
      { demo_id: null, step_id: null, card_id: null, demo_name: 'Tour', email: 'ada@example.com' },
    ])
  })

  it('is counted with its card and conversation, and erased with them and the visit, by admins only', async () => {
    const on = await makeTrackedDemo(backend)
    const card = await placedCard(on)
    const [id, conversationId, otherId] = [randomUUID(), randomUUID(), randomUUID()]
    const [kept, named, spoken] = [randomUUID(), randomUUID(), randomUUID()]
    for (const talk of [conversationId, kept, named, spoken]) {
      const row = { id: talk, workspace_id: on.workspaceId, demo_id: on.demoId, mode: 'text' }
      await service
        .from('conversations')
        .insert({ ...row, consent_at: new Date().toISOString() })
        .throwOnError()
    }
    // An untracked visitor gave the agent this address; another visitor's address merely ends with it.
    for (const [talk, text] of [
      [named, 'Write to ada@example.com.'],
      [kept, 'Write to lada@example.com or ada@example.community'],
    ]) {
      const turn = { workspace_id: on.workspaceId, conversation_id: talk, number: 1, speaker: 'visitor', text }
      await service
        .from('conversation_turns')
        .insert({ ...turn, source: 'typed' })
        .throwOnError()
    }
    // Another visitor said it, and a meeting was booked.
    const [starts, ends] = [3_600_000, 5_400_000].map((ahead) => new Date(Date.now() + ahead).toISOString())
    const organiser = { organiser_email: 'owner@example.com', organiser_name: 'Owner', place: 'A call' }
    const booked = { ...organiser, conversation_id: spoken, email: 'Ada@example.com', name: 'Ada', time_zone: 'UTC' }
    await service
      .from('meetings')
      .insert({
        ...booked,
        workspace_id: on.workspaceId,
        demo_name: 'Tour',
        starts_at: starts,
        ends_at: ends,
        idempotency_key: id,
      })
      .throwOnError()
    const [mine, others] = [{ session_id: 'mine' }, { session_id: 'others' }]
    const events = [
      trackingEvent({ ...mine, demo_id: on.demoId }),
      trackingEvent({ ...mine, demo_id: on.demoId, event_type: 'agent_opened', subject_id: conversationId }),
      trackingEvent({ ...mine, demo_id: on.demoId, event_type: 'card_shown', subject_id: card.id }),
      trackingEvent({ ...mine, demo_id: on.demoId, event_type: 'card_shown', subject_id: card.id }),
      trackingEvent({ ...mine, demo_id: on.demoId, event_type: 'lead_submitted', subject_id: id }),
      trackingEvent({ ...others, demo_id: on.demoId, event_type: 'agent_opened', subject_id: kept }),
    ]
    await submit(visitorOf(on.demoId), card, { id, sessionId: 'mine' }).throwOnError()
    expect((await postTracking(backend, events)).status).toBe(201)
    await backend.services.tracking.job.finish()
    const again = { email: 'ADA@example.com', name: 'Ada' }
    await submit(visitorOf(on.demoId), card, { answers: again }).throwOnError()
    const bo = { email: 'bo@example.com', name: 'Bo' }
    await submit(visitorOf(on.demoId), card, { id: otherId, answers: bo, sessionId: 'others' }).throwOnError()

    const editor = await backend.signUp()
    const membership = { workspace_id: on.workspaceId, user_id: editor.user.id, role: 'editor' }
    await service.from('workspace_members').insert(membership).throwOnError()
    expect((await editor.client.rpc('erase_lead', { p_lead_id: id })).error?.code).toBe('42501')
    const answer = {
      workspace_id: on.workspaceId,
      conversation_id: conversationId,
      number: 2,
      speaker: 'agent',
      text: '–',
    }
    await service
      .from('conversation_turns')
      .insert([
        { ...answer, source: 'agent', outcome: 'unknown' },
        { ...answer, number: 3, source: 'agent', outcome: 'unknown' },
        { ...answer, number: 4, source: 'agent', outcome: 'booked' },
      ])
      .throwOnError()
    const day = new Date().toISOString().slice(0, 10)
    const range = { p_demo_id: on.demoId, p_from: day, p_to: day }
    expect((await editor.client.rpc('get_card_figures', range).throwOnError()).data).toMatchObject([
      { card_id: card.id, card_type: 'lead', step_order: 1, shown: { hits: 1, n: 2 }, followed: { hits: 1, n: 1 } },
    ])
    expect((await editor.client.rpc('get_talk_outcomes', range).throwOnError()).data).toMatchObject([
      { outcome: 'unknown', talks: { hits: 1, n: 2 }, turns: 2 },
      { outcome: 'booked', talks: { hits: 1, n: 2 }, turns: 1 },
    ])
    const stranger = await backend.signUp()
    expect((await stranger.client.rpc('get_card_figures', range)).status).toBe(403)
    expect((await stranger.client.rpc('get_talk_outcomes', range)).status).toBe(403)
    expect((await stranger.client.rpc('erase_lead', { p_lead_id: id })).status).toBe(404)
    expect((await stranger.client.rpc('get_lead_traces', { p_lead_id: id })).status).toBe(404)
    expect((await editor.client.rpc('get_lead_traces', { p_lead_id: id }).throwOnError()).data).toEqual([
      { leads: 2, visits: 1, events: 5, conversations: 3, meetings: 1 },
    ])

    expect((await on.owner.client.rpc('erase_lead', { p_lead_id: id }).throwOnError()).data).toBe(2)
    expect(await leadsOf(on)).toMatchObject([{ id: otherId }])
    const { data: talks } = await on.owner.client.from('conversations').select('id').throwOnError()
    expect(talks).toEqual([{ id: kept }])
    expect((await service.from('meetings').select('id').eq('workspace_id', on.workspaceId)).data).toEqual([])
    const { data: visits } = await on.owner.client.from('visits').select('session_id').throwOnError()
    expect(visits).toEqual([{ session_id: 'others' }])
    const { data: left } = await service.from('user_tracking_events').select('session_id').eq('demo_id', on.demoId)
    expect(left).toEqual([{ session_id: 'others' }])
    expect((await service.from('conversation_turns').select('conversation_id')).data).toEqual([
      { conversation_id: kept },
    ])
  })
})
