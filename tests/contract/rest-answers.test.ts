import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({ env: { PGRST_DB_PLAN_ENABLED: 'true' } })
  await backend.services.database.runScript(`
    create table public.pebbles (id int primary key, weight int);
    insert into public.pebbles select n, n * 10 from generate_series(1, 5) n;
    grant all on public.pebbles to anon;
    create function public.heavier(bound int) returns setof public.pebbles language sql stable
      as 'select * from public.pebbles where weight >= bound order by id';
    create function public.drop_heavier(bound int) returns setof public.pebbles language sql
      as 'delete from public.pebbles where weight >= bound returning *';
    create function public.weigh() returns bigint language sql stable as 'select sum(weight) from public.pebbles';
    create domain public.ticket as int;
    create function public.ticket_shown(public.ticket) returns json language sql immutable
      as $$ select to_json('T-' || $1::int) $$;
    create function public.ticket_asked(text) returns public.ticket language sql immutable
      as $$ select substr($1, 3)::int::public.ticket $$;
    create function public.ticket_sent(json) returns public.ticket language sql immutable
      as $$ select public.ticket_asked($1 #>> '{}') $$;
    create cast (public.ticket as json) with function public.ticket_shown(public.ticket) as implicit;
    create cast (text as public.ticket) with function public.ticket_asked(text) as implicit;
    create cast (json as public.ticket) with function public.ticket_sent(json) as implicit;
    create table public.visitors (
      id public.ticket primary key, name text, friend public.ticket references public.visitors, first public.ticket default 1
    );
    insert into public.visitors values (1, 'Ann', null), (2, 'Bob', 1), (3, 'Cid', 1);
    grant all on public.visitors to anon;
    create table public.twins (id int primary key, one int references public.pebbles, other int references public.pebbles);
    grant all on public.twins to anon;
    create function public.unclear(a int) returns text language sql as $$ select 'int' $$;
    create function public.unclear(a text) returns text language sql as $$ select 'text' $$;
    create function public.asked() returns json language sql stable as $$ select json_build_object(
      'method', current_setting('request.method'), 'path', current_setting('request.path'),
      'cookies', current_setting('request.cookies')::json, 'colour', current_setting('request.headers')::json ->> 'x-colour',
      'role', current_setting('request.jwt.claims')::json ->> 'role', 'is', current_user) $$;
    create function public.answer(name text, value text) returns text language sql as 'select set_config(name, value, true)';
    create function public.complain() returns void language plpgsql
      as $$ begin raise sqlstate 'PGRST' using message = 'no JSON', detail = '{}'; end $$;
    create function public.rest_a_while() returns void language sql as 'select 1';
  `)
})

afterAll(() => backend.close())

function ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers }
  return Promise.resolve(
    backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, { ...init, headers: all })),
  )
}

const plan = 'application/vnd.pgrst.plan'

describe('PostgreSQL’s query plan', () => {
  it.each([
    ['', `${plan}+text; for="application/json"; charset=utf-8`],
    ['+text', `${plan}+text; for="application/json"; charset=utf-8`],
    ['+json', `${plan}+json; for="application/json"; charset=utf-8`],
    ['+json; for="text/csv"', `${plan}+json; for="text/csv"; charset=utf-8`],
    [
      '+json; for="application/vnd.pgrst.object+json"; options=verbose|analyze|tea',
      `${plan}+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose; charset=utf-8`,
    ],
  ])('is returned for %s', async (kind, contentType) => {
    const response = await ask('/pebbles?id=eq.3', { headers: { accept: plan + kind } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType])
    expect(response.headers.get('content-range')).toBeNull()
    const text = await response.text()
    expect(text).toContain('pebbles_pkey')
    expect(text.startsWith('[{"Plan":{')).toBe(kind.startsWith('+json'))
  })

  it.each([
    ['buffers', 'Shared Hit Blocks'],
    ['analyze', 'Actual Rows'],
    ['verbose', 'Output'],
    ['analyze|wal', 'WAL Records'],
  ])('has more details with %s', async (options, key) => {
    const response = await ask('/pebbles', { headers: { accept: `${plan}+json; options=${options}` } })
    expect(await response.text()).toContain(`"${key}":`)
    const without = await ask('/pebbles', { headers: { accept: `${plan}+json` } })
    expect(await without.text()).not.toContain(`"${key}":`)
  })

  it('works through the client', async () => {
    const { data } = await backend.anonClient().from('pebbles').select().explain({ format: 'json', verbose: true })
    expect(data).toMatchObject([{ Plan: { Output: expect.anything() } }])
  })

  it.each([
    ['POST', '/pebbles', '{"id":9}', 'Insert'],
    ['PATCH', '/pebbles?id=eq.1', '{"weight":0}', 'Update'],
    ['PUT', '/pebbles?id=eq.1', '{"id":1,"weight":0}', 'Insert'],
    ['DELETE', '/pebbles?id=eq.1', null, 'Delete'],
    ['POST', '/rpc/drop_heavier', '{"bound":0}', 'drop_heavier'],
    ['GET', '/rpc/weigh', null, 'weigh'],
  ])('%s %s is explained, but not executed', async (method, path, body, word) => {
    const response = await ask(path, { method, body, headers: { accept: plan } })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(word)])
    const { data } = await backend.anonClient().from('pebbles').select()
    expect(data).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, weight: id * 10 })))
  })

  it('is refused without read access, and when an option requires another', async () => {
    const foreign = await ask('/captures', { headers: { accept: plan } })
    expect(foreign.status).toBe(401)
    const wal = await ask('/pebbles', { headers: { accept: `${plan}; options=wal` } })
    expect([wal.status, await wal.json()]).toMatchObject([400, { code: '22023' }])
    const unknown = await ask('/pebbles', { headers: { accept: `${plan}; for="text/html"` } })
    expect([unknown.status, await unknown.json()]).toMatchObject([406, { code: 'PGRST107' }])
  })

  it('is an unknown media type unless the settings allow it', async () => {
    const other = await startBackend()
    const headers = { accept: `${plan}+json` }
    const response = await other.app.fetch(new Request('http://understudy.test/rest/v1/demos', { headers }))
    expect([response.status, await response.json()]).toEqual([
      406,
      {
        code: 'PGRST107',
        details: null,
        hint: null,
        message: `None of these media types are available: ${plan}+json`,
      },
    ])
    await other.close()
  })
})

describe('a function with max-affected', () => {
  const call = (path: string, most: number, handling = 'strict') =>
    ask(path, {
      method: 'POST',
      body: path.includes('heavier') ? '{"bound":30}' : '{}',
      headers: { prefer: `handling=${handling}, max-affected=${most}` },
    })

  it('is rolled back when it affects more', async () => {
    const refused = await call('/rpc/drop_heavier', 2)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: 'PGRST124',
        details: 'The query affects 3 rows',
        hint: null,
        message: 'Query result exceeds max-affected preference constraint',
      },
    ])
    expect((await backend.anonClient().from('pebbles').select()).data).toHaveLength(5)
    expect((await call('/rpc/heavier', 2)).status).toBe(400)
    const allowed = await call('/rpc/heavier', 3)
    expect([allowed.status, allowed.headers.get('preference-applied')]).toEqual([
      200,
      'handling=strict, max-affected=3',
    ])
  })

  it.each(['/rpc/weigh', '/rpc/rest_a_while'])('%s is refused: it does not say how many', async (path) => {
    const response = await call(path, 1)
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'PGRST128',
        details: null,
        hint: null,
        message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      },
    ])
    expect((await call(path, 1, 'lenient')).ok).toBe(true)
  })
})

describe('a domain with its own casts', () => {
  const read = async (path: string, init?: RequestInit): Promise<unknown> => (await ask(path, init)).json()

  it.each([
    ['select=id,name&order=id', ['T-1 Ann', 'T-2 Bob', 'T-3 Cid']],
    ['id=eq.T-2', ['T-2 Bob']],
    ['id=gt.T-1&order=id.desc', ['T-3 Cid', 'T-2 Bob']],
    ['id=in.(T-1,T-3)&order=id', ['T-1 Ann', 'T-3 Cid']],
    ['id=eq(any).{T-3,T-2}&order=id', ['T-2 Bob', 'T-3 Cid']],
    ['or=(id.eq.T-1,id.eq.T-3)&order=id', ['T-1 Ann', 'T-3 Cid']],
    ['friend=is.null', ['T-1 Ann']],
  ])('is shown and asked for in its own words: %s', async (query, expected) => {
    const rows = (await read(`/visitors?${query}`)) as { id: string; name: string }[]
    expect(rows.map(({ id, name }) => `${id} ${name}`)).toEqual(expected)
  })

  it('is cast in related rows and in CSV, and cast as shown', async () => {
    expect(await read('/visitors?select=friend(*)&id=eq.T-2')).toEqual([
      { friend: { id: 'T-1', name: 'Ann', friend: null, first: 'T-1' } },
    ])
    expect(await read('/visitors?select=id::text&id=eq.T-2')).toEqual([{ id: '"T-2"' }])
    const csv = await ask('/visitors?select=id,name&id=eq.T-2', { headers: { accept: 'text/csv' } })
    expect(await csv.text()).toBe('id,name\n"""T-2""",Bob')
  })

  it.each([
    ['select=name,friend(*)&order=friend(id),id', ['Bob', 'Cid', 'Ann']],
    ['select=name,friend(friend,words:id)&order=friend(words).desc.nullslast,id.desc', ['Cid', 'Bob', 'Ann']],
    ['select=name,friend()&order=friend(id).nullsfirst,id', ['Ann', 'Bob', 'Cid']],
    ['select=...friend(id),name&order=friend(id),id.desc', ['Cid', 'Bob', 'Ann']],
  ])('orders the outer rows by what it is, not by its words: %s', async (query, names) => {
    const rows = (await read(`/visitors?${query}`)) as { name: string; friend?: object | null; id?: string | null }[]
    expect(rows.map(({ name }) => name)).toEqual(names)
    const shown = JSON.stringify(rows.map(({ friend, id }) => friend ?? id ?? null))
    expect(shown).not.toMatch(/pgrst_|:\d/)
  })

  it('is written in its text form, and the new row is found by it', async () => {
    const added = await ask('/visitors', {
      method: 'POST',
      body: '[{"id":"T-7","friend":"T-1"}]',
      headers: { prefer: 'return=representation,missing=default' },
    })
    expect([added.status, await added.json()]).toEqual([201, [{ id: 'T-7', name: null, friend: 'T-1', first: 'T-1' }]])
    const placed = await ask('/visitors', {
      method: 'POST',
      body: '{"id":"T-8"}',
      headers: { prefer: 'return=headers-only' },
    })
    expect(placed.headers.get('location')).toBe('/visitors?id=eq.T-8')
    const changed = await ask('/visitors?id=eq.T-8', {
      method: 'PATCH',
      body: '{"friend":"T-7"}',
      headers: { prefer: 'return=representation' },
    })
    expect(await changed.json()).toMatchObject([{ id: 'T-8', friend: 'T-7' }])
    const put = await ask('/visitors?id=eq.T-8', { method: 'PUT', body: '{"id":"T-8","name":"Eve"}' })
    expect(put.status).toBe(204)
    const upserted = await backend.anonClient().from('visitors').upsert({ id: 'T-8', name: 'Eva' }).select('id,name')
    expect([upserted.status, upserted.data]).toEqual([200, [{ id: 'T-8', name: 'Eva' }]])
    expect((await ask('/visitors?id=in.(T-7,T-8)', { method: 'DELETE' })).status).toBe(204)
    expect(await read('/visitors?select=id&id=gt.T-3')).toEqual([])
  })
})

describe('the request', () => {
  it('can be read by functions', async () => {
    const headers = { 'x-colour': 'red', cookie: 'a=1; b=2=3' }
    const response = await ask('/rpc/asked', { headers })
    expect(await response.json()).toEqual({
      method: 'GET',
      path: expect.stringMatching(/\/rpc\/asked$/),
      cookies: { a: '1', b: '2=3' },
      colour: 'red',
      role: 'anon',
      is: 'anon',
    })
  })

  it.each([
    ['GET', '/twins?select=id,pebbles(id)', null, 300, 'PGRST201'],
    ['GET', '/rpc/unclear?a=1', null, 300, 'PGRST203'],
    ['POST', '/rpc/answer', '{"name":"response.headers","value":"{}"}', 500, 'PGRST111'],
    ['POST', '/rpc/answer', '{"name":"response.status","value":"soon"}', 500, 'PGRST112'],
    ['POST', '/rpc/complain', '{}', 500, 'PGRST121'],
  ])('%s %s with %s is answered %i %s', async (method, path, body, status, code) => {
    const response = await ask(path, { method, body })
    expect([response.status, await response.json()]).toMatchObject([status, { code, message: expect.any(String) }])
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })
})
