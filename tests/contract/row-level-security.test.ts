import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/*
 * Who may do what to which rows. The rows belong to one workspace, whose owner also owns the personal ones; the author
 * has an account and a workspace of their own, the visitor of a link sends the id of an active demo, the keys are the
 * workspace's.
 */

const actors = ['stranger', 'visitor', 'author', 'readKey', 'writeKey', 'viewer', 'editor', 'admin', 'owner'] as const
type Actor = (typeof actors)[number]

/** One letter for each actor, in the order above: `y` done, `-` no such row for them, `x` refused. */
interface Rights {
  readonly select: string
  readonly insert: string
  readonly update: string
  readonly delete: string
}

const rights: Readonly<Record<string, Rights>> = {
  users: { select: 'xx------y', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  workspaces: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xx-----yy', delete: 'xxxxxxxxx' },
  // The row is the owner's, who is the only one: nobody may take that away.
  workspace_members: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xx------y', delete: 'xx------x' },
  workspace_invitations: { select: 'xx-----yy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xx-----yy' },
  audit_log: { select: 'xxxxxxxxx', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  workspace_keys: { select: 'xx-----yy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xx-----yy' },
  removed_workspaces: { select: 'xxxxxxxxx', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  captures: { select: 'xx-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx--y-yyy' },
  demos: { select: '-y-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx--y-yyy' },
  demo_steps: { select: '-y-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx--y-yyy' },
  onboarding_data: { select: 'xx------y', insert: 'xxxxxxxxy', update: 'xx------y', delete: 'xx------y' },
  chatbot_settings: { select: '--------y', insert: 'xxxxxxxxy', update: 'xx------y', delete: 'xx------y' },
  agents: { select: 'xx-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx-----yy' },
  conversations: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xx-----yy' },
  conversation_turns: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  feedback: { select: 'xx------y', insert: 'xxxxxxxxy', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  share_links: { select: 'xx-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx--y-yyy' },
  share_link_passwords: { select: 'xxxxxxxxx', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  share_link_passes: { select: 'xxxxxxxxx', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  visits: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
  step_cards: { select: '-y-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx--y-yyy' },
  leads: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xx--y-yyy', delete: 'xx-----yy' },
  availability: { select: 'xx-yyyyyy', insert: 'xxxxyxyyy', update: 'xx--y-yyy', delete: 'xx-----yy' },
  meetings: { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' },
}

type Row = Readonly<Record<string, unknown>>

let backend: Backend
let service: SupabaseClient
let clients: Readonly<Record<Actor, SupabaseClient>>
let owner: SignedUp
let author: SignedUp
let workspaceId: string
let demoId: string
let stepId: string
/** Agents that have said nothing about their hours, one for each row of that. */
let spareAgents: string[]

beforeAll(async () => {
  backend = await startBackend()
  service = backend.serviceClient()
  owner = await backend.signUp()
  author = await backend.signUp()
  workspaceId = await workspaceOf(owner)
  demoId = await newDemo('active')
  stepId = await stepOf(demoId)
  spareAgents = Array.from({ length: 60 }, () => randomUUID())
  await service
    .from('agents')
    .insert(spareAgents.map((id) => ({ id, workspace_id: workspaceId, slug: id })))
    .throwOnError()
  const [viewer, editor, admin] = await Promise.all((['viewer', 'editor', 'admin'] as const).map(newMember))
  clients = {
    stranger: backend.anonClient(),
    visitor: backend.anonClient({ 'x-demo-id': demoId }),
    author: author.client,
    readKey: backend.keyClient(await newKey('read')),
    writeKey: backend.keyClient(await newKey('write')),
    viewer: viewer!,
    editor: editor!,
    admin: admin!,
    owner: owner.client,
  }
})

afterAll(() => backend.close())

async function workspaceOf(account: SignedUp): Promise<string> {
  const { data } = await service
    .from('workspace_members')
    .select()
    .eq('user_id', account.user.id)
    .single()
    .throwOnError()
  return String((data as Row)['workspace_id'])
}

async function newMember(role: string): Promise<SupabaseClient> {
  const account = await backend.signUp()
  const membership = { workspace_id: workspaceId, user_id: account.user.id, role }
  await service.from('workspace_members').insert(membership).throwOnError()
  return account.client
}

async function newKey(scope: 'read' | 'write'): Promise<string> {
  const asked = { p_workspace_id: workspaceId, p_name: scope, p_scope: scope }
  const { data } = await owner.client.rpc('create_workspace_key', asked).throwOnError()
  return String((data as Row)['secret'])
}

async function newDemo(status: 'active' | 'draft' | 'archived'): Promise<string> {
  const id = randomUUID()
  await service
    .from('demos')
    .insert({ id, workspace_id: workspaceId, owner_id: owner.user.id, name: 'Tour', status })
    .throwOnError()
  await service
    .from('demo_steps')
    .insert({ demo_id: id, order: 1, title: 'One', screenshot_url: 'one.png' })
    .throwOnError()
  return id
}

async function stepOf(id: string): Promise<string> {
  const { data } = await service.from('demo_steps').select('id').eq('demo_id', id).single().throwOnError()
  return String(data['id'])
}

async function catalog(text: string): Promise<readonly Row[]> {
  const [result] = await backend.services.database.transaction('system', [{ text }])
  return result?.rows ?? []
}

/** A row as it would be written, in the one workspace or of its owner; other keys each time where there can be several. */
function newRow(table: string): Row {
  const id = randomUUID()
  switch (table) {
    case 'users':
      return { id: owner.user.id, email: 'x@example.com' }
    case 'workspaces':
      return { id: workspaceId, name: 'Ours' }
    case 'workspace_members':
      return { workspace_id: workspaceId, user_id: author.user.id, role: 'owner' }
    case 'workspace_invitations':
      return {
        id,
        workspace_id: workspaceId,
        email: `${id}@example.com`,
        role: 'viewer',
        token_hash: (id + id).replaceAll('-', ''),
        expires_at: '2030-01-01T00:00:00Z',
      }
    case 'audit_log':
      return { id, workspace_id: workspaceId, action: 'demo_created' }
    case 'workspace_keys':
      return {
        id,
        workspace_id: workspaceId,
        name: 'CI',
        scope: 'read',
        secret_hash: (id + id).replaceAll('-', ''),
        last_four: 'abcd',
      }
    case 'removed_workspaces':
      return { id }
    case 'captures':
      return { id, workspace_id: workspaceId, session_id: 's', url: 'https://example.com' }
    case 'demos':
      return { id, workspace_id: workspaceId, name: 'New' }
    case 'demo_steps':
      return { id, demo_id: demoId, order: 2, screenshot_url: 'two.png' }
    case 'onboarding_data':
      return { user_id: owner.user.id }
    case 'chatbot_settings':
      return { user_id: owner.user.id, agent_id: id }
    case 'agents':
      return { id, workspace_id: workspaceId, slug: id }
    case 'conversations':
      return { id, workspace_id: workspaceId, demo_id: demoId, mode: 'text', consent_at: '2026-01-01T00:00:00Z' }
    case 'conversation_turns':
      return {
        id,
        workspace_id: workspaceId,
        conversation_id: randomUUID(),
        number: 1,
        speaker: 'agent',
        text: 't',
        source: 'agent',
      }
    case 'feedback':
      return { id, user_id: owner.user.id, kind: 'idea', text: 'More of this' }
    case 'share_links':
      return { id, demo_id: demoId, name: 'For Ada' }
    case 'share_link_passwords':
      return { link_id: id, password_hash: 'x'.repeat(60) }
    case 'share_link_passes':
      return { link_id: id, pass_hash: String.raw`\x${'ab'.repeat(32)}`, expires_at: '2100-01-01T00:00:00Z' }
    case 'step_cards':
      return {
        id,
        step_id: stepId,
        type: 'cue',
        x_percent: 10,
        y_percent: 10,
        width_percent: 20,
        height_percent: 20,
      }
    case 'leads':
      return {
        id,
        workspace_id: workspaceId,
        demo_id: demoId,
        demo_name: 'Tour',
        card_title: 'Hello',
        email: 'ada@example.com',
        name: 'Ada',
      }
    case 'availability':
      return {
        agent_id: spareAgents.pop(),
        workspace_id: workspaceId,
        time_zone: 'Europe/Berlin',
        weekly_hours: [],
        organiser_email: 'rosa@example.com',
        place: 'By phone',
      }
    case 'meetings':
      return {
        id,
        workspace_id: workspaceId,
        demo_name: 'Tour',
        starts_at: '2100-01-01T09:00:00Z',
        ends_at: '2100-01-01T09:30:00Z',
        email: 'ada@example.com',
        name: 'Ada',
        time_zone: 'UTC',
        organiser_email: 'rosa@example.com',
        organiser_name: 'Rosa',
        place: 'By phone',
        idempotency_key: id,
      }
    case 'visits':
      return {
        id,
        workspace_id: workspaceId,
        session_id: id,
        day: '2026-01-01',
        started_at: '2026-01-01T00:00:00Z',
        last_seen_at: '2026-01-01T00:00:00Z',
        entry_event_id: id,
        visitor: 'v',
        demo_version: 1,
        link: '',
        source: 'direct',
        device: 'desktop',
        browser: 'Chrome',
        entry_url: 'https://example.com',
        traffic: 'human',
      }
    default:
      throw new Error(`This test does not know a row of ${table}`)
  }
}

/** What an actor would write over an existing row. */
const changes: Readonly<Record<string, Row>> = {
  users: { email: 'stolen@example.com' },
  workspaces: { name: 'Renamed' },
  workspace_members: { role: 'owner' },
  workspace_invitations: { role: 'admin' },
  audit_log: { action: 'changed' },
  workspace_keys: { scope: 'write' },
  removed_workspaces: { removed_at: '2030-01-01T00:00:00Z' },
  captures: { notes: 'changed' },
  demos: { name: 'Changed' },
  demo_steps: { title: 'Changed' },
  onboarding_data: { current_step: 1 },
  chatbot_settings: { auto_engage: true },
  agents: { name: 'Changed' },
  conversations: { end_reason: 'changed' },
  conversation_turns: { text: 'changed' },
  feedback: { text: 'changed' },
  share_links: { name: 'changed' },
  share_link_passwords: { tries: 0 },
  share_link_passes: { expires_at: '2200-01-01T00:00:00Z' },
  visits: { source: 'changed' },
  step_cards: { title: 'Changed' },
  leads: { status: 'open' },
  availability: { is_on: true },
  meetings: { status: 'cancelled' },
}

/** A row that is there, by its key. */
async function existingRow(table: string): Promise<Row> {
  if (table === 'users') return { id: owner.user.id }
  if (table === 'workspaces') return { id: workspaceId }
  if (table === 'workspace_members') return { workspace_id: workspaceId, user_id: owner.user.id }
  // The visitor's link opens this very demo and its step.
  const row =
    table === 'conversation_turns'
      ? { ...newRow(table), conversation_id: (await existingRow('conversations'))['id'] }
      : table === 'share_link_passwords' || table === 'share_link_passes'
        ? { ...newRow(table), link_id: (await existingRow('share_links'))['id'] }
        : newRow(table)
  await service.from(table).upsert(row).throwOnError()
  if ('link_id' in row) return { link_id: row.link_id }
  if (table === 'availability') return { agent_id: row['agent_id'] }
  return table === 'onboarding_data' || table === 'chatbot_settings'
    ? { user_id: row['user_id'], ...(row['agent_id'] === undefined ? {} : { agent_id: row['agent_id'] }) }
    : { id: row['id'] }
}

/** For reading, the demo that the visitor has the link of. */
async function readableRow(table: string): Promise<Row> {
  return table === 'demos' ? { id: demoId } : table === 'demo_steps' ? { demo_id: demoId } : existingRow(table)
}

async function attempt(client: SupabaseClient, verb: keyof Rights, table: string): Promise<string> {
  switch (verb) {
    case 'select':
      return toLetter(
        await client
          .from(table)
          .select()
          .match(await readableRow(table)),
      )
    case 'insert':
      return toLetter(await client.from(table).insert(newRow(table)))
    case 'update':
      return toLetter(
        await client
          .from(table)
          .update(changes[table]!)
          .match(await existingRow(table))
          .select(),
      )
    case 'delete':
      return toLetter(
        await client
          .from(table)
          .delete()
          .match(await existingRow(table))
          .select(),
      )
  }
}

function toLetter({ data, error }: { data: unknown; error: { code: string; message: string } | null }): string {
  // A double key is judged after row-level security has let the row pass.
  if (error === null || error.code === '23505') return Array.isArray(data) && data.length === 0 ? '-' : 'y'
  return error.code === '42501' ? 'x' : `${error.code} ${error.message}`
}

describe('every table of the product', () => {
  it('has rows in this test, and row-level security', async () => {
    const tables = await catalog(
      `select relname as name, relrowsecurity as secured from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f') order by relname`,
    )
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(rights).sort())
    expect(tables.filter(({ secured }) => secured !== true)).toEqual([])
  })

  it('is the only way to its rows: there is no view around it', async () => {
    const views = await catalog(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions @> '{security_invoker=true}', false)`,
    )
    expect(views).toEqual([])
  })

  it('offers strangers just the functions that a share link needs', async () => {
    const functions = await catalog(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and prorettype <> 'trigger'::regtype and has_function_privilege('anon', oid, 'execute') order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual([
      'answers_tracker',
      'demo_steps_json',
      'get_demo_brand',
      'get_demo_cards',
      'get_demo_with_steps',
      'get_invitation',
      'is_member',
      'named_in_request',
      'request_header',
      'role_rank',
      'shared_active_demo_id',
      'shared_demo_asks_password',
      'shared_demo_id',
      'submit_lead',
      'workspace_brand',
    ])
  })

  const cases = Object.entries(rights).flatMap(([table, allowed]) =>
    (['select', 'insert', 'update', 'delete'] as const).map((verb) => [verb, table, allowed[verb]] as const),
  )
  it.each(cases)('%s on %s: %s', async (verb, table, expected) => {
    const letters: string[] = []
    for (const actor of actors) {
      letters.push(await attempt(clients[actor], verb, table))
    }
    expect(letters.join('')).toBe(expected)
  })
})

describe('a stranger', () => {
  const tricks: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'x-demo-id': '' },
    { 'x-demo-id': '*' },
    { 'x-demo-id': 'null' },
    { 'x-demo-id': "' or true --" },
    { 'x-demo-id': '{"a":1}' },
    { role: 'service_role', 'x-role': 'service_role' },
    { 'request.jwt.claims': '{"role":"service_role"}' },
    { prefer: 'count=exact, tx=rollback' },
    { range: '0-999' },
  ]

  it.each(tricks)('sees no demo and no step, whatever headers they send: %o', async (headers) => {
    const client = backend.anonClient(headers)
    for (const table of ['demos', 'demo_steps']) {
      expect((await client.from(table).select()).data).toEqual([])
      expect((await client.from(table).select('*', { count: 'exact', head: true })).count).toBe(0)
    }
    expect((await client.rpc('get_demo_with_steps', { p_demo_id: demoId })).data).toBeNull()
    expect((await client.rpc('demo_steps_json', { p_demo_id: demoId })).data).toEqual([])
  })

  it.each([
    '/demos?select=id',
    `/demos?id=eq.{id}`,
    '/demos?id=in.({id})',
    '/demos?or=(id.eq.{id},status.eq.active)',
    '/demos?id=not.is.null',
    '/demos?order=created_at.desc&limit=1',
    '/demo_steps?demo_id=eq.{id}',
    '/demos?select=*,demo_steps(*)',
    '/demo_steps?select=*,demos(*)',
    '/rpc/get_demo_with_steps?p_demo_id={id}',
  ])('gets nothing from GET %s', async (path) => {
    const response = await backend.app.fetch(
      new Request(`http://understudy.test/rest/v1${path.replaceAll('{id}', demoId)}`, {
        headers: { apikey: backend.services.config.anonKey },
      }),
    )
    expect(['[]', 'null']).toContain(await response.text())
  })

  it.each(['/workspaces?select=*,demos(*)', '/rpc/get_recent_demos', '/captures', '/conversations', '/users'])(
    'is refused GET %s',
    async (path) => {
      const response = await backend.app.fetch(
        new Request(`http://understudy.test/rest/v1${path}`, { headers: { apikey: backend.services.config.anonKey } }),
      )
      expect(response.ok).toBe(false)
      expect(await response.text()).not.toContain(demoId)
    },
  )

  it('is refused the list of recent demos, by POST too', async () => {
    expect((await backend.anonClient().rpc('get_recent_demos', { p_limit: 100 })).error?.code).toBe('42501')
  })
})

describe('who has a share link', () => {
  it('reads exactly that demo and its steps', async () => {
    const other = await newDemo('active')
    const visitor = clients.visitor
    expect((await visitor.from('demos').select('id')).data).toEqual([{ id: demoId }])
    const { data: steps } = await visitor.from('demo_steps').select('demo_id')
    expect(new Set(steps?.map((step) => String(step.demo_id)))).toEqual(new Set([demoId]))
    expect((await visitor.rpc('get_demo_with_steps', { p_demo_id: demoId })).data).toMatchObject({ id: demoId })
    expect((await visitor.rpc('get_demo_with_steps', { p_demo_id: other })).data).toBeNull()
    expect((await visitor.rpc('get_recent_demos')).error?.code).toBe('42501')
  })

  it.each(['draft', 'archived'] as const)('reads nothing of a demo that is %s', async (status) => {
    const id = await newDemo(status)
    for (const client of [
      backend.anonClient({ 'x-demo-id': id }),
      (await backend.signUp(undefined, { 'x-demo-id': id })).client,
    ]) {
      expect((await client.from('demos').select().eq('id', id)).data).toEqual([])
      expect((await client.from('demo_steps').select().eq('demo_id', id)).data).toEqual([])
      expect((await client.rpc('get_demo_with_steps', { p_demo_id: id })).data).toBeNull()
    }
  })

  it('and an account of their own reads it, and changes nothing', async () => {
    const { client } = await backend.signUp(undefined, { 'x-demo-id': demoId })
    expect((await client.rpc('get_demo_with_steps', { p_demo_id: demoId })).data).toMatchObject({ id: demoId })
    expect((await client.from('demos').update({ name: 'Mine' }).eq('id', demoId).select()).data).toEqual([])
    expect((await client.from('demos').delete().eq('id', demoId).select()).data).toEqual([])
    expect(
      (await client.from('demo_steps').insert({ demo_id: demoId, order: 9, screenshot_url: 'x' })).error?.code,
    ).toBe('42501')
    const recent = await client.rpc('get_recent_demos', { p_limit: 100 })
    expect((recent.data as Row[]).map((demo) => demo['demo_id'])).not.toContain(demoId)
  })
})

describe('another author', () => {
  it('can neither read nor change a demo by any procedure', async () => {
    const { client } = author
    const { data: step } = await service
      .from('demo_steps')
      .select('id')
      .eq('demo_id', demoId)
      .limit(1)
      .single()
      .throwOnError()
    const stepId = String((step as Row)['id'])
    expect((await client.rpc('get_demo_with_steps', { p_demo_id: demoId })).data).toBeNull()
    expect((await client.rpc('update_demo_step_notes', { p_step_id: stepId, p_notes: 'x' })).error?.message).toBe(
      'Step not found',
    )
    expect((await client.rpc('reorder_demo_steps', { p_demo_id: demoId, p_step_ids: [stepId] })).error?.message).toBe(
      'Demo not found',
    )
    expect(
      (await client.rpc('copy_sample_demo', { p_workspace_id: workspaceId, p_owner_id: author.user.id })).error?.code,
    ).toBe('42501')
  })

  it('cannot move a row of theirs into a workspace that is not theirs', async () => {
    const id = randomUUID()
    await author.client.from('demos').insert({ id, name: 'Mine' }).throwOnError()
    await author.client.from('demos').update({ workspace_id: workspaceId }).eq('id', id)
    const { data } = await service.from('demos').select('workspace_id').eq('id', id).single()
    expect(data).toEqual({ workspace_id: await workspaceOf(author) })
    const step = { id: randomUUID(), demo_id: id, order: 1, screenshot_url: 'x' }
    await author.client
      .from('demo_steps')
      .insert({ ...step, workspace_id: workspaceId })
      .throwOnError()
    const stored = await service.from('demo_steps').select('workspace_id').eq('id', step.id).single()
    expect(stored.data).toEqual({ workspace_id: await workspaceOf(author) })
    const moved = await author.client.from('demo_steps').update({ demo_id: demoId }).eq('id', step.id)
    expect(moved.error?.code).toBe('22023')
    const capture = { id: randomUUID(), session_id: 's', url: 'https://example.com' }
    await author.client.from('captures').insert(capture).throwOnError()
    const taken = await author.client.from('captures').update({ workspace_id: workspaceId }).eq('id', capture.id)
    expect(taken.error?.code).toBe('42501')
  })

  it('cannot make themselves a member, an owner or rich', async () => {
    const { client } = author
    const own = await workspaceOf(author)
    expect((await client.from('workspaces').update({ credits: 1_000_000 }).eq('id', own)).error?.code).toBe('42501')
    const membership = { workspace_id: workspaceId, user_id: author.user.id, role: 'owner' }
    expect((await client.from('workspace_members').upsert(membership)).error?.code).toBe('42501')
  })
})

describe('a workspace that demands a second factor', () => {
  const ofWorkspaces = ['workspaces', 'workspace_members', 'captures', 'demos', 'demo_steps', 'agents', 'conversations']

  /** The roles of the workspace with sessions worth `aal`; the same accounts, the same memberships. */
  async function withAal(aal: 'aal1' | 'aal2'): Promise<void> {
    await backend.services.database.transaction('system', [
      { text: 'update auth.sessions set aal = $1::auth.aal_level', values: [aal] },
    ])
    for (const actor of ['viewer', 'editor', 'admin', 'owner'] as const) {
      const { error } = await clients[actor].auth.refreshSession()
      if (error !== null) throw error
    }
  }

  beforeAll(() => service.from('workspaces').update({ requires_aal2: true }).eq('id', workspaceId).throwOnError())

  it.each(ofWorkspaces)('is closed to every role that showed only a password: %s', async (table) => {
    await withAal('aal1')
    const letters: string[] = []
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      for (const actor of ['viewer', 'editor', 'admin', 'owner'] as const) {
        letters.push(await attempt(clients[actor], verb, table))
      }
    }
    expect(new Set(letters)).not.toContain('y')
  })

  it.each(ofWorkspaces)('is open as ever to who showed two: %s', async (table) => {
    await withAal('aal2')
    const letters: string[] = []
    for (const actor of ['viewer', 'editor', 'admin', 'owner'] as const) {
      letters.push(await attempt(clients[actor], 'select', table))
    }
    expect(letters.join('')).toBe(rights[table]?.select.slice(-4))
  })

  it('still shows a shared demo to who has its link', async () => {
    expect((await clients.visitor.from('demos').select('id')).data).toEqual([{ id: demoId }])
  })

  it('is demanded only by who could enter it', async () => {
    const { client } = author
    const own = await workspaceOf(author)
    const demand = await client.from('workspaces').update({ requires_aal2: true }).eq('id', own)
    expect(demand.error?.code).toBe('42501')
    const editors = await clients.editor
      .from('workspaces')
      .update({ requires_aal2: false })
      .eq('id', workspaceId)
      .select()
    expect(editors.data).toEqual([])
  })
})
