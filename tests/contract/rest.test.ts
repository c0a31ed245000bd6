import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

let backend: Backend
let author: SignedUp
let client: SupabaseClient
let demoId: string

beforeAll(async () => {
  backend = await startBackend()
  await backend.services.database.runScript(fixtures)
  author = await backend.signUp()
  client = author.client
  demoId = randomUUID()
  await client.from('demos').insert({ id: demoId, name: 'Tour' }).throwOnError()
  const steps = [3, 1, 2].map((order) => ({
    demo_id: demoId,
    order,
    screenshot_url: `s/${order}.png`,
    title: `Step ${order}`,
  }))
  await client.from('demo_steps').insert(steps).throwOnError()
})

afterAll(() => backend.close())

/** A table and functions for these tests: types and results the product doesn't have. */
const fixtures = `
  create table public.things (
    id integer primary key,
    label text default 'unnamed',
    tags text[] not null default '{}',
    data jsonb not null default '{}',
    price numeric,
    made_at timestamptz not null default now(),
    during int4range
  );
  grant all on public.things to anon, authenticated, service_role;
  insert into public.things (id, label, tags, data, price, during) values
    (1, 'red chair', '{a,b}', '{"size": {"w": 10}, "list": ["x", "y"], "on": true}', 9.5, '[1,5)'),
    (2, 'blue table', '{b}', '{"size": {"w": 20}, "list": [], "on": false}', 100, '[5,9)'),
    (3, 'green, "odd" (lamp)', '{}', '{}', null, null),
    (4, null, '{a}', '{"size": {"w": 3}}', 1e3, '[1,2)');
  create function public.add(a integer, b integer default 10) returns integer language sql immutable as 'select a + b';
  create function public.count_up(n integer) returns setof integer language sql stable as 'select generate_series(1, n)';
  create function public.all_things() returns setof public.things language sql stable as 'select * from public.things';
  create function public.one_thing(thing_id integer) returns public.things language sql stable
    as 'select * from public.things where id = thing_id';
  create function public.pair() returns table (x integer, y text) language sql stable
    as $$ values (1, 'one'), (2, 'two') $$;
  create function public.touch() returns void language sql as $$ update public.things set label = label where false $$;
  create function public.sneak(thing_id integer) returns integer language sql
    as 'delete from public.things where id = thing_id returning 1';
  create function public.refuse(code text) returns void language plpgsql
    as $$ begin raise exception 'no' using errcode = code, detail = 'why', hint = 'how'; end $$;
`

/** A call no client library would make. */
async function raw(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${author.session.access_token}`)
  if (init.body !== undefined) headers.set('content-type', 'application/json')
  return backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, { ...init, headers }))
}

async function ids(path: string): Promise<unknown> {
  const response = await raw(`/things?select=id&order=id&${path}`)
  const body: unknown = await response.json()
  return response.ok ? (body as { id: number }[]).map(({ id }) => id) : body
}

describe('filters', () => {
  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2&id=lt.4', [2, 3]],
    ['id=lte.1', [1]],
    ['id=not.in.(1,2)', [3, 4]],
    ['id=in.()', []],
    ['label=in.("red chair","green, \\"odd\\" (lamp)")', [1, 3]],
    ['label=like.*chair', [1]],
    ['label=ilike.*TABLE*', [2]],
    ['label=like(any).{*chair,*table}', [1, 2]],
    ['label=match.^(red|blue)', [1, 2]],
    ['label=imatch.^RED', [1]],
    ['label=is.null', [4]],
    ['label=not.is.null', [1, 2, 3]],
    ['label=is.not_null', [1, 2, 3]],
    ['label=isdistinct.red chair', [2, 3, 4]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['tags=cs.{a}', [1, 4]],
    ['tags=cd.{b}', [2, 3]],
    ['tags=ov.{a,z}', [1, 4]],
    ['data=cs.{"on":true}', [1]],
    ['during=ov.[4,6)', [1, 2]],
    ['during=sl.[5,7)', [1, 4]],
    ['during=adj.[5,7)', [1]],
    ['during=sr.[1,2)', [2]],
    ['during=nxr.[1,5)', [1, 4]],
    ['during=nxl.[2,9)', [2]],
    ['label=phfts(english).blue table', [2]],
    ['label=like(all).{*a*,*b*}', [2]],
    ['data->size->>w=eq.20', [2]],
    ['data->size->w=gt.5', [1, 2]],
    ['data->list->>0=eq.x', [1]],
    ['data->>on=is.null', [3, 4]],
    ['label=fts.chair', [1]],
    ['label=plfts(english).chairs', [1]],
    ['label=wfts(english).chairs or tables', [1, 2]],
    ['or=(id.eq.1,label.is.null)', [1, 4]],
    ['not.or=(id.eq.1,label.is.null)', [2, 3]],
    ['and=(id.gt.1,or(tags.cs.{b},not.and(id.lt.4,id.gt.0)))', [2, 4]],
    ['or=(label.eq."green, \\"odd\\" (lamp)",id.in.(1,2))', [1, 2, 3]],
    ['id=eq.1&id=eq.2', []],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it.each([
    ['id=2', 400, 'PGRST100'],
    ['id=same.2', 400, 'PGRST100'],
    ['or=(id.eq.1', 400, 'PGRST100'],
    ['id=is.maybe', 400, 'PGRST100'],
    ['nothing=eq.2', 400, '42703'],
    ['id=eq.two', 400, '22P02'],
    ['steps.id=eq.2', 400, 'PGRST108'],
    ['id=eq.1;drop table public.things--', 400, '22P02'],
    ['"id""; drop table things"=eq.1', 400, 'PGRST100'],
  ])('%s is refused with %i %s', async (query, status, code) => {
    const response = await raw(`/things?${query}`)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })
})

describe('selecting', () => {
  it.each([
    ['select=id,name:label', { id: 1, name: 'red chair' }],
    ['select=id::text', { id: '1' }],
    ['select=data->size->w', { w: 10 }],
    ['select=first:data->list->>0', { first: 'x' }],
    ['select=data->list->0', { list: 'x' }],
    ['select=tags->0', { tags: 'a' }],
    ['select="label"', { label: 'red chair' }],
  ])('%s', async (query, expected) => {
    const response = await raw(`/things?${query}&id=eq.1`)
    expect(await response.json()).toEqual([expected])
  })

  it.each([
    ['select=id,demos(id)', 400, 'PGRST200'],
    ['select=id,...demos(name)', 400, 'PGRST200'],
    ['select=count()', 400, 'PGRST123'],
    ['select=price.sum()', 400, 'PGRST123'],
    ['select=nothing', 400, '42703'],
    ['select=id,', 400, 'PGRST100'],
    ['select=id::int);drop', 400, 'PGRST100'],
    ['order=id.upwards', 400, 'PGRST100'],
    ['order=nothing', 400, '42703'],
    ['limit=-1', 416, 'PGRST103'],
  ])('%s is refused with %i %s', async (query, status, code) => {
    const response = await raw(`/things?${query}`)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  it.each([
    ['label.desc.nullslast', [1, 3, 2, 4]],
    ['label.desc', [4, 1, 3, 2]],
    ['label.asc.nullsfirst,id', [4, 2, 3, 1]],
    ['data->size->w', [4, 1, 2, 3]],
    ['price.desc.nullslast,id.desc', [4, 2, 1, 3]],
  ])('order=%s', async (order, expected) => {
    const response = await raw(`/things?select=id&order=${order}`)
    expect(((await response.json()) as { id: number }[]).map(({ id }) => id)).toEqual(expected)
  })
})

describe('pages and counts', () => {
  it.each([
    ['GET', '', {}, 200, '0-3/*'],
    ['GET', 'limit=2&offset=1', {}, 200, '1-2/*'],
    ['GET', 'limit=2', { prefer: 'count=exact' }, 206, '0-1/4'],
    ['GET', '', { prefer: 'count=exact' }, 200, '0-3/4'],
    ['GET', '', { prefer: 'count=exact', range: '1-2' }, 206, '1-2/4'],
    ['GET', 'limit=0', {}, 200, '*/*'],
    ['GET', 'id=eq.99', { prefer: 'count=exact' }, 200, '*/0'],
    ['GET', 'offset=100', { prefer: 'count=exact' }, 416, '*/4'],
    ['HEAD', '', { prefer: 'count=exact' }, 200, '0-3/4'],
  ])('%s %s %o gives %i %s', async (method, query, headers, status, range) => {
    const response = await raw(`/things?${query}`, { method, headers })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, range])
  })

  it('reports the total when a page starts past the end', async () => {
    const { error } = await client.from('things').select('*', { count: 'exact' }).range(100, 109)
    expect(error).toEqual({
      code: 'PGRST103',
      details: 'An offset of 100 was requested, but there are only 4 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    })
  })

  it('counts without sending rows', async () => {
    const { count, data, status } = await client
      .from('demo_steps')
      .select('*', { count: 'exact', head: true })
      .eq('demo_id', demoId)
    expect({ count, data, status }).toEqual({ count: 3, data: null, status: 200 })
  })
})

describe('one object', () => {
  it('is returned without an array', async () => {
    const { data } = await client.from('demos').select('name').eq('id', demoId).single()
    expect(data).toEqual({ name: 'Tour' })
    const response = await raw('/things?id=eq.1', { headers: { accept: 'application/vnd.pgrst.object+json' } })
    expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
    expect(response.headers.get('content-range')).toBe('0-0/*')
  })

  it('is refused when there is none, or more than one', async () => {
    const none = await client.from('things').select().eq('id', 99).single()
    expect([none.status, none.error]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ])
    const many = await client.from('things').select().single()
    expect(many.error?.details).toBe('The result contains 4 rows')
    expect((await client.from('things').select().eq('id', 99).maybeSingle()).data).toBeNull()
  })

  it('rolls back a write that touched several rows', async () => {
    const { error } = await client.from('things').update({ label: 'all' }).lt('id', 3).select().single()
    expect(error?.code).toBe('PGRST116')
    expect(await ids('label=eq.all')).toEqual([])
  })

  it('omits nulls on request', async () => {
    const { data } = await client.from('things').select('id,label').eq('id', 4).stripNulls()
    expect(data).toEqual([{ id: 4 }])
  })
})

describe('writing', () => {
  it('answers an insert with nothing, or with the row', async () => {
    const bare = await raw('/things', { method: 'POST', body: '{"id": 10}', headers: { prefer: 'return=minimal' } })
    expect([bare.status, await bare.text(), bare.headers.get('preference-applied')]).toEqual([
      201,
      '',
      'return=minimal',
    ])
    expect(bare.headers.get('content-range')).toBe('*/*')
    const shown = await client
      .from('things')
      .insert({ id: 11, tags: ['x', 'y,z'], data: { deep: [1] } })
      .select('id,tags,data')
    expect([shown.status, shown.data]).toEqual([201, [{ id: 11, tags: ['x', 'y,z'], data: { deep: [1] } }]])
  })

  it('returns the new row’s location', async () => {
    const response = await raw('/things', {
      method: 'POST',
      body: '{"id": 12}',
      headers: { prefer: 'return=headers-only' },
    })
    expect([response.status, response.headers.get('location')]).toEqual([201, '/things?id=eq.12'])
  })

  it('fills missing keys of many rows with null, or with the default on request', async () => {
    const rows = [{ id: 20, label: 'given' }, { id: 21 }]
    const nulls = await client.from('things').insert(rows).select('id,label')
    expect(nulls.data).toEqual([
      { id: 20, label: 'given' },
      { id: 21, label: null },
    ])
    const defaults = await client
      .from('things')
      .insert(
        rows.map((row) => ({ ...row, id: row.id + 10 })),
        { defaultToNull: false },
      )
      .select('id,label')
    expect(defaults.data).toEqual([
      { id: 30, label: 'given' },
      { id: 31, label: 'unnamed' },
    ])
  })

  it('upserts: 201 for a new row, 200 for an update only', async () => {
    const first = await client.from('things').upsert({ id: 40, label: 'new' })
    expect([first.status, first.data]).toEqual([201, null])
    const second = await client.from('things').upsert({ id: 40, label: 'changed' }).select('label')
    expect([second.status, second.data]).toEqual([200, [{ label: 'changed' }]])
    const ignored = await client
      .from('things')
      .upsert({ id: 40, label: 'ignored' }, { ignoreDuplicates: true })
      .select()
    expect([ignored.status, ignored.data]).toEqual([201, []])
    const response = await raw('/things?on_conflict=id', {
      method: 'POST',
      body: '{"id": 40, "label": "again"}',
      headers: { prefer: 'resolution=merge-duplicates' },
    })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'resolution=merge-duplicates'])
    expect(await ids('label=eq.again')).toEqual([40])
  })

  it('reports new rows of an upsert through a view, too', async () => {
    await backend.services.database.runScript(`
      create view public.named_things with (security_invoker = on) as select id, label from public.things;
      grant all on public.named_things to authenticated; notify pgrst, 'reload schema'`)
    const isKnown = async () => (await client.from('named_things').select('id').limit(1)).status
    await expect.poll(isKnown, { timeout: 20_000 }).toBe(200)
    expect((await client.from('named_things').upsert({ id: 45, label: 'seen' })).status).toBe(201)
    const second = await client.from('named_things').upsert({ id: 45, label: 'seen again' }).select()
    expect([second.status, second.data]).toEqual([200, [{ id: 45, label: 'seen again' }]])
  })

  it('leaves conflict columns to PostgreSQL', async () => {
    const { error } = await client.from('things').upsert({ id: 46 }, { onConflict: 'nowhere' })
    expect(error).toMatchObject({ code: '42703', message: 'column "nowhere" does not exist' })
  })

  it('updates and deletes what the filters match', async () => {
    await client
      .from('things')
      .insert([{ id: 50 }, { id: 51 }])
      .throwOnError()
    const changed = await client
      .from('things')
      .update({ label: 'moved' })
      .in('id', [50, 51])
      .select('id')
      .order('id', { ascending: false })
    expect([changed.status, changed.data]).toEqual([200, [{ id: 51 }, { id: 50 }]])
    const quiet = await raw('/things?id=eq.50', { method: 'PATCH', body: '{"label": "quiet"}' })
    expect([quiet.status, quiet.headers.get('content-range')]).toEqual([204, '0-0/*'])
    const nobody = await raw('/things?id=eq.999', { method: 'PATCH', body: '{"label": "x"}' })
    expect([nobody.status, nobody.headers.get('content-range')]).toEqual([204, '*/*'])
    const gone = await client.from('things').delete({ count: 'exact' }).gte('id', 50)
    expect([gone.status, gone.count, gone.data]).toEqual([204, 2, null])
    const nothing = await client.from('things').update({}).eq('id', 1).select()
    expect([nothing.status, nothing.data]).toEqual([200, []])
  })

  it.each([
    ['POST', '/things', '{"id": 1}', 409, '23505'],
    ['POST', '/things', '{"id": 1', 400, 'PGRST102'],
    ['POST', '/things', '', 400, 'PGRST102'],
    ['POST', '/things', '[{"id": 60}, {"label": "x"}]', 400, 'PGRST102'],
    ['POST', '/things', '{"colour": "red"}', 400, 'PGRST204'],
    ['POST', '/things?columns=id,colour', '{"id": 60}', 400, 'PGRST204'],
    ['POST', '/things', '{"id": "sixty"}', 400, '22P02'],
    ['POST', '/things', '{"id": null}', 400, '23502'],
    ['POST', '/demos', '{"name": " "}', 400, '23514'],
    ['POST', '/demo_steps', `{"demo_id": "${randomUUID()}", "order": 1, "screenshot_url": "x"}`, 409, '23503'],
    ['POST', '/demos', `{"name": "x", "workspace_id": "${randomUUID()}"}`, 403, '42501'],
    ['PATCH', '/things', '{"label": "x"}', 400, '21000'],
    ['DELETE', '/things', '', 400, '21000'],
    ['PUT', '/things?id=gt.1', '{"id": 1}', 405, 'PGRST105'],
    ['PUT', '/things?id=eq.1', '{"id": 2}', 400, 'PGRST115'],
    ['PUT', '/things?id=eq.1&limit=1', '{"id": 1}', 400, 'PGRST114'],
    ['GET', '/nothing', '', 404, 'PGRST205'],
    ['GET', '/a/b/c', '', 404, 'PGRST125'],
    ['PATCH', '/rpc/add', '{}', 405, 'PGRST101'],
  ])('%s %s %s is refused with %i %s', async (method, path, body, status, code) => {
    const response = await raw(path, { method, ...(body === '' ? {} : { body }) })
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  it('respects the caller’s max-affected', async () => {
    const headers = { prefer: 'handling=strict, max-affected=1' }
    const response = await raw('/things?id=lt.3', { method: 'PATCH', body: '{"label": "x"}', headers })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST124' }])
    expect(await ids('label=eq.x')).toEqual([])
  })
})

describe('functions', () => {
  it('return their value, their values, their rows or nothing', async () => {
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await client.rpc('add', { a: 1 })).data).toBe(11)
    expect((await client.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3)
    expect((await client.rpc('count_up', { n: 3 })).data).toEqual([1, 2, 3])
    expect((await client.rpc('pair')).data).toEqual([
      { x: 1, y: 'one' },
      { x: 2, y: 'two' },
    ])
    expect((await client.rpc('one_thing', { thing_id: 1 }).select('label')).data).toEqual({ label: 'red chair' })
    expect(
      (await client.rpc('all_things').select('id').lt('id', 4).order('id', { ascending: false }).limit(2)).data,
    ).toEqual([{ id: 3 }, { id: 2 }])
    expect((await client.rpc('all_things', {}, { get: true, count: 'exact' }).eq('id', 1)).count).toBe(1)
    const nothing = await client.rpc('touch')
    expect([nothing.status, nothing.data]).toEqual([204, null])
  })

  it('write only when posted', async () => {
    await client.from('things').insert({ id: 70 }).throwOnError()
    const refused = await client.rpc('sneak', { thing_id: 70 }, { get: true })
    expect([refused.status, refused.error?.code]).toEqual([405, '25006'])
    expect(await ids('id=eq.70')).toEqual([70])
    expect((await client.rpc('sneak', { thing_id: 70 })).data).toBe(1)
  })

  it('are not found by other names or arguments', async () => {
    const { error, status } = await client.rpc('add', { a: 1, c: 2 })
    expect([status, error]).toEqual([
      404,
      {
        code: 'PGRST202',
        details:
          'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
        message: 'Could not find the function public.add(a, c) in the schema cache',
      },
    ])
    expect((await client.rpc('pg_sleep', { seconds: 1 })).error?.code).toBe('PGRST202')
  })

  it.each([
    ['P0001', 400],
    ['PT409', 409],
    ['42501', 403],
    ['40001', 500],
    ['53300', 503],
    ['22023', 400],
  ])('that raise %s answer %i', async (code, expected) => {
    const response = await raw('/rpc/refuse', { method: 'POST', body: JSON.stringify({ code }) })
    expect([response.status, await response.json()]).toEqual([
      expected,
      { code, details: 'why', hint: 'how', message: 'no' },
    ])
  })
})

describe('the caller', () => {
  it('anonymous callers get 401, signed-in users 403', async () => {
    const stranger = await backend.anonClient().from('captures').select()
    expect([stranger.status, stranger.error?.code]).toEqual([401, '42501'])
    const signedIn = await client.from('workspaces').update({ credits: 1_000_000 }).eq('name', 'x')
    expect([signedIn.status, signedIn.error?.code]).toEqual([403, '42501'])
  })

  it('a foreign or expired token is refused', async () => {
    const forged = await raw('/things', { headers: { authorization: 'Bearer a.b.c' } })
    expect([forged.status, await forged.json()]).toMatchObject([401, { code: 'PGRST301' }])
    expect(forged.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
    backend.passTime(2 * 3_600_000)
    const late = await raw('/things')
    backend.passTime(-2 * 3_600_000)
    expect([late.status, await late.json()]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }])
  })

  it.each([
    ['GET', { 'accept-profile': 'auth' }, 406, 'PGRST106'],
    ['POST', { 'content-profile': 'storage' }, 406, 'PGRST106'],
    ['GET', { accept: 'text/html' }, 406, 'PGRST107'],
    ['GET', { prefer: 'handling=strict, colour=red' }, 400, 'PGRST122'],
  ])('%s with %o is refused with %i %s', async (method, headers, status, code) => {
    const response = await raw('/things', { method, headers })
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  it('sees a table right after its migration', async () => {
    expect((await client.from('fresh').select()).error?.code).toBe('PGRST205')
    await backend.services.database.runScript(
      'create table public.fresh (id int); grant select on public.fresh to authenticated',
    )
    backend.passTime(2000)
    expect((await client.from('fresh').select()).data).toEqual([])
  })
})
