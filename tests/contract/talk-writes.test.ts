import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { openTestDatabase } from '#support/test-database.ts'

let database: Database
const workspace = randomUUID()
const demo = randomUUID()
const owner = randomUUID()
const talks = Array.from({ length: 60 }, () => randomUUID())
const lastTurns = new Map<string, string>()

beforeAll(async () => {
  database = await openTestDatabase()
  await database.transaction('system', [
    { text: 'insert into public.workspaces (id, name) values ($1, $2)', values: [workspace, 'Many talks'] },
    {
      text: 'insert into public.demos (id, workspace_id, name) values ($1, $2, $3)',
      values: [demo, workspace, 'Tour'],
    },
  ])
})

afterAll(() => database.close())

/** Stores a turn of each talk, with figures of its last one. Resolves to the rows read in full scans, by table. */
async function store(ids: readonly string[], number: number): Promise<Readonly<Record<string, number>>> {
  const isNew = number === 1
  const at = new Date().toISOString()
  const heard = ids.flatMap((id) => {
    const last = lastTurns.get(id)
    return last === undefined
      ? []
      : [{ id: last, text: null, interrupted: false, withdrawn: false, figures: { speechMs: 90 } }]
  })
  const turns = ids.map((id) => {
    const turn = {
      id: randomUUID(),
      workspace_id: workspace,
      conversation_id: id,
      number,
      speaker: 'agent',
      text: 'Everything you ship is on this page.',
      source: 'agent',
      outcome: 'presented',
      objection: null,
      cited_steps: [1],
      step_order: 1,
      interrupted: false,
      created_at: at,
      member_name: null,
    }
    lastTurns.set(id, turn.id)
    return turn
  })
  const conversations = ids.map((id) => {
    return {
      id,
      workspace_id: workspace,
      demo_id: demo,
      agent_id: null,
      mode: 'voice',
      language: 'en',
      consent_at: at,
      started_at: at,
    }
  })
  const states = ids.map((id) => ({
    id,
    workspace_id: workspace,
    epoch: 1,
    is_new: isNew,
    token_hash: 'hash',
    step: 1,
    phase: 'present',
    has_turned_to_voice: false,
    state: { turn: number },
    seq: number,
    first_seq: number,
    events: [{ seq: number, t: 'turn.end' }],
    last_order: 0,
  }))
  const [, counted] = await database.transaction('system', [
    {
      text: 'select public.record_talks($1, 60000, $2, $3, $4, $5, $6)',
      values: [owner, ...[states, isNew ? conversations : [], turns, heard, []].map((each) => JSON.stringify(each))],
    },
    {
      text: `select c.relname, pg_stat_get_xact_tuples_returned(c.oid)::integer as read from pg_class c
        where c.relname in ('conversations', 'conversation_turns', 'live_talks', 'snapshots', 'events', 'orders')
          and c.relnamespace in ('public'::regnamespace, 'live'::regnamespace)`,
      values: [],
    },
  ])
  return Object.fromEntries(counted?.rows.map(({ relname, read }) => [relname, read]) ?? [])
}

test('storing a turn reads its own rows, however many are stored', async () => {
  for (let number = 1; number <= 20; number += 1) await store(talks, number)
  await database.transaction('system', [{ text: 'analyze', values: [] }])
  const [first] = talks
  const read = await store(first === undefined ? [] : [first], 21)
  expect(read).toEqual({ conversations: 0, conversation_turns: 0, live_talks: 0, snapshots: 0, events: 0, orders: 0 })
})
