import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Backend, SignedUp } from '#support/backend.ts'

import { attempt } from './row-level-security/attempt.ts'
import { actors, newDemo, startCast, workspaceOf, type Cast } from './row-level-security/cast.ts'
import { tables, type Row } from './row-level-security/table-rights.ts'

/* Who may do what to which rows. The expected rights are in row-level-security/, by area. */

let cast: Cast
let backend: Backend
let service: SupabaseClient
let clients: Cast['clients']
let author: SignedUp
let workspaceId: string
let demoId: string

beforeAll(async () => {
  cast = await startCast()
  ;({ backend, service, clients, author, workspaceId, demoId } = cast)
})

afterAll(() => backend.close())

async function catalog(text: string): Promise<readonly Row[]> {
  const [result] = await backend.services.database.transaction('system', [{ text }])
  return result?.rows ?? []
}

describe('every table of the product', () => {
  it('has rows in this test, and row-level security', async () => {
    const found = await catalog(
      `select relname as name, relrowsecurity as secured from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f') order by relname`,
    )
    expect(found.map(({ name }) => name)).toEqual(Object.keys(tables).sort())
    expect(found.filter(({ secured }) => secured !== true)).toEqual([])
  })

  it('is the only way to its rows: no view bypasses it', async () => {
    const views = await catalog(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions @> '{security_invoker=true}', false)`,
    )
    expect(views).toEqual([])
  })

  it('offers strangers only the functions a share link needs', async () => {
    const functions = await catalog(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and prorettype <> 'trigger'::regtype and has_function_privilege('anon', oid, 'execute') order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual([
      'can_tracker_find',
      'demo_steps_json',
      'get_demo_brand',
      'get_demo_cards',
      'get_demo_with_steps',
      'get_invitation',
      'is_member',
      'request_filter',
      'request_header',
      'role_rank',
      'shared_active_demo_id',
      'shared_demo_id',
      'shared_demo_needs_password',
      'shared_demo_state',
      'shared_link_variables',
      'shared_recordings',
      'shared_snapshots',
      'submit_lead',
      'workspace_brand',
    ])
  })

  it('lets no client move a row to another workspace, person or id', async () => {
    const granted = await catalog(
      `select p.table_name || '.' || p.column_name as name,
         exists (
           select from pg_trigger t where t.tgname = 'forbid_id_change' and t.tgrelid = format('public.%I', p.table_name)::regclass
         ) as keeps_its_id
       from information_schema.column_privileges p
       where p.table_schema = 'public' and p.privilege_type = 'UPDATE' and p.grantee in ('anon', 'authenticated', 'PUBLIC')
         and p.column_name in ('id', 'workspace_id', 'owner_id', 'user_id', 'created_by', 'invited_by')
       order by 1`,
    )
    const ids = granted.filter(({ name }) => String(name).endsWith('.id'))
    expect(ids.filter(({ keeps_its_id: keeps }) => keeps !== true)).toEqual([])
    // Spec §7 upserts these with the user id in the row; their policies allow only the caller's.
    const pinned = ['chatbot_settings.user_id', 'onboarding_data.user_id']
    expect(granted.filter((column) => !ids.includes(column)).map(({ name }) => name)).toEqual(pinned)
  })

  it('lets nobody write a row in the name of another person', async () => {
    const granted = await catalog(
      `select distinct k.conrelid::regclass::text || '.' || a.attname as name
       from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       cross join unnest(array['anon', 'authenticated']) as role
       where k.contype = 'f' and k.confrelid in ('public.users'::regclass, 'auth.users'::regclass)
         and k.connamespace = 'public'::regnamespace and has_column_privilege(role, k.conrelid, a.attnum, 'insert')
       order by 1`,
    )
    const all = granted.map(({ name }) => String(name).replace('public.', '').split('.') as [string, string])
    const columns = all.filter(([, column]) => column !== 'updated_by')
    expect(columns.map(([table]) => table)).toEqual([
      'captures',
      'chatbot_settings',
      'demos',
      'feedback',
      'onboarding_data',
    ])
    for (const [table, column] of columns) {
      const row = { ...tables[table]?.row(cast), [column]: author.user.id }
      for (const actor of ['editor', 'owner', 'writeKey'] as const) {
        const { error } = await clients[actor].from(table).insert(row)
        expect([table, actor, error?.code]).toEqual([table, actor, '42501'])
      }
    }
    // Who changed a row last is always the caller.
    const changed = all.filter(([, column]) => column === 'updated_by').map(([table]) => table)
    expect(changed).toEqual(['demo_steps', 'demos', 'step_cards'])
    const { data: caller } = await clients.editor.auth.getUser()
    for (const table of changed) {
      const row = { ...tables[table]?.row(cast), updated_by: author.user.id }
      const { data } = await clients.editor.from(table).insert(row).select('updated_by').single().throwOnError()
      expect([table, data]).toEqual([table, { updated_by: caller.user?.id }])
    }
  })

  it('keeps its id when a client writes another one', async () => {
    const keeping = await catalog(
      `select tgrelid::regclass::text as name from pg_trigger where tgname = 'forbid_id_change' order by 1`,
    )
    for (const { name } of keeping) {
      const table = String(name).replace('public.', '')
      const row = tables[table]?.row(cast) ?? {}
      await service.from(table).upsert(row).throwOnError()
      const moved = await clients.owner.from(table).update({ id: randomUUID() }).eq('id', row['id']).select()
      expect([table, moved.error?.code]).toEqual([table, '22023'])
    }
  })

  const cases = Object.entries(tables).flatMap(([table, allowed]) =>
    (['select', 'insert', 'update', 'delete'] as const).map((verb) => [verb, table, allowed[verb]] as const),
  )
  it.each(cases)('%s on %s: %s', async (verb, table, expected) => {
    const letters: string[] = []
    for (const actor of actors) {
      letters.push(await attempt(cast, clients[actor], verb, table))
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

describe('a visitor with a share link', () => {
  it('reads exactly that demo and its steps', async () => {
    const other = await newDemo(cast, 'active')
    const visitor = clients.visitor
    expect((await visitor.from('demos').select('id')).data).toEqual([{ id: demoId }])
    const { data: steps } = await visitor.from('demo_steps').select('demo_id')
    expect(new Set(steps?.map((step) => String(step.demo_id)))).toEqual(new Set([demoId]))
    expect((await visitor.rpc('get_demo_with_steps', { p_demo_id: demoId })).data).toMatchObject({ id: demoId })
    expect((await visitor.rpc('get_demo_with_steps', { p_demo_id: other })).data).toBeNull()
    expect((await visitor.rpc('get_recent_demos')).error?.code).toBe('42501')
  })

  it.each(['draft', 'archived'] as const)('reads nothing of a demo that is %s', async (status) => {
    const id = await newDemo(cast, status)
    for (const client of [
      backend.anonClient({ 'x-demo-id': id }),
      (await backend.signUp(undefined, { 'x-demo-id': id })).client,
    ]) {
      expect((await client.from('demos').select().eq('id', id)).data).toEqual([])
      expect((await client.from('demo_steps').select().eq('demo_id', id)).data).toEqual([])
      expect((await client.rpc('get_demo_with_steps', { p_demo_id: id })).data).toBeNull()
    }
  })

  it('can also read it when signed in, and change nothing', async () => {
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
      (await client.rpc('copy_samples', { p_workspace_id: workspaceId, p_owner_id: author.user.id })).error?.code,
    ).toBe('42501')
  })

  it('cannot move their rows into another’s workspace', async () => {
    const id = randomUUID()
    await author.client.from('demos').insert({ id, name: 'Mine' }).throwOnError()
    await author.client.from('demos').update({ workspace_id: workspaceId }).eq('id', id)
    const { data } = await service.from('demos').select('workspace_id').eq('id', id).single()
    expect(data).toEqual({ workspace_id: await workspaceOf(service, author) })
    const step = { id: randomUUID(), demo_id: id, order: 1, screenshot_url: 'x' }
    await author.client
      .from('demo_steps')
      .insert({ ...step, workspace_id: workspaceId })
      .throwOnError()
    const stored = await service.from('demo_steps').select('workspace_id').eq('id', step.id).single()
    expect(stored.data).toEqual({ workspace_id: await workspaceOf(service, author) })
    const moved = await author.client.from('demo_steps').update({ demo_id: demoId }).eq('id', step.id)
    expect(moved.error?.code).toBe('22023')
    const capture = { id: randomUUID(), session_id: 's', url: 'https://example.com' }
    await author.client.from('captures').insert(capture).throwOnError()
    const taken = await author.client.from('captures').update({ workspace_id: workspaceId }).eq('id', capture.id)
    expect(taken.error?.code).toBe('42501')
  })

  it('gets nothing from any procedure that takes a workspace and runs with its own rights', async () => {
    const found = await catalog(
      `select p.proname as name, p.proargnames[1:p.pronargs] as arguments,
         (select array_agg(t::regtype::text) from unnest(p.proargtypes) t) as types, p.pronargdefaults as defaults
       from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
         and 'p_workspace_id' = any (p.proargnames) and has_function_privilege('authenticated', p.oid, 'execute')
       order by 1`,
    )
    expect(found.length).toBeGreaterThan(5)
    const samples: Readonly<Record<string, unknown>> = {
      uuid: randomUUID(),
      text: 'admin',
      integer: 10,
      date: '2026-11-20',
      'timestamp with time zone': '2026-11-20T00:00:00Z',
    }
    for (const { name, arguments: names, types, defaults } of found) {
      // Every shared page shows it.
      if (name === 'workspace_brand') continue
      const needed = (names as readonly string[]).slice(0, (names as readonly string[]).length - Number(defaults))
      const input = needed.map((each, at) => [each, samples[(types as readonly string[])[at] ?? '']])
      const asked = { ...Object.fromEntries(input), p_workspace_id: workspaceId } as Row
      const { data, error } = await author.client.rpc(String(name), asked)
      const outcome: unknown = (data as Row | null)?.['outcome']
      const isNothing =
        error?.code === '42501' ||
        error?.code === 'PT404' ||
        data === null ||
        data === false ||
        (Array.isArray(data) && data.length === 0) ||
        (outcome !== undefined && outcome !== 'ok')
      expect([name, isNothing ? 'nothing' : { data, error }]).toEqual([name, 'nothing'])
    }
  })

  it('cannot give themselves credits, membership or a role', async () => {
    const { client } = author
    const own = await workspaceOf(service, author)
    expect((await client.from('workspaces').update({ credits: 1_000_000 }).eq('id', own)).error?.code).toBe('42501')
    const membership = { workspace_id: workspaceId, user_id: author.user.id, role: 'owner' }
    expect((await client.from('workspace_members').upsert(membership)).error?.code).toBe('42501')
  })
})

describe('a workspace that requires a second factor', () => {
  const ofWorkspaces = ['workspaces', 'workspace_members', 'captures', 'demos', 'demo_steps', 'agents', 'conversations']

  /** The workspace's roles with sessions at `aal`; the same accounts and memberships. */
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

  it.each(ofWorkspaces)('is closed to every role with only a password: %s', async (table) => {
    await withAal('aal1')
    const letters: string[] = []
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      for (const actor of ['viewer', 'editor', 'admin', 'owner'] as const) {
        letters.push(await attempt(cast, clients[actor], verb, table))
      }
    }
    expect(new Set(letters)).not.toContain('y')
  })

  it.each(ofWorkspaces)('stays open to roles with two factors: %s', async (table) => {
    await withAal('aal2')
    const letters: string[] = []
    for (const actor of ['viewer', 'editor', 'admin', 'owner'] as const) {
      letters.push(await attempt(cast, clients[actor], 'select', table))
    }
    expect(letters.join('')).toBe(tables[table]?.select.slice(-4))
  })

  it('still shows a shared demo to visitors with its link', async () => {
    expect((await clients.visitor.from('demos').select('id')).data).toEqual([{ id: demoId }])
  })

  it('can be required only by someone who has one', async () => {
    const { client } = author
    const own = await workspaceOf(service, author)
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
