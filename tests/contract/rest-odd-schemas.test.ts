import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
  await backend.services.database.runScript(`
    create table public.plain (id int primary key, note text);
    insert into public.plain values (1, 'still there');
    create view public.shown as select id, note from public.plain;

    create schema hidden;
    create view hidden.mirror as select 1 as id;
    create or replace view hidden.mirror as select id from hidden.mirror;

    create view public.hen as select 1 as id;
    create view public.egg as select id from public.hen;
    create or replace view public.hen as select id from public.egg;

    create table public.tree (id int primary key, parent_id int references public.tree, kids public.plain[]);
    insert into public.tree values (1, null, '{}'), (2, 1, '{}');

    create table public."odd ""na.me"" 🦩 (with) 'all', of: it!" (
      "i.d ""🔑""" int primary key, "${'x'.repeat(63)}" text, plain_id int references public.plain
    );
    insert into public."odd ""na.me"" 🦩 (with) 'all', of: it!" values (1, 'long', 1);

    create function public.odd_defaults(a int default length('(a,b'), b text default e'it''s',
      c int[] default array[1, 2]) returns text language sql stable as 'select a || b || c::text';
    create function public.takes_any(variadic "any") returns int language internal as 'pg_num_nulls';
    create function public.same(a anyelement) returns anyelement language sql immutable as 'select a';

    grant all on all tables in schema public to anon;
    grant usage on schema hidden to anon;
    grant all on hidden.mirror to anon;
  `)
})

afterAll(() => backend.close())

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`))
  return { status: response.status, body: await response.json() }
}

describe('recursive views', () => {
  it('leave all other tables and views readable', async () => {
    expect(await get('/plain')).toEqual({ status: 200, body: [{ id: 1, note: 'still there' }] })
    expect(await get('/shown?select=note')).toEqual({ status: 200, body: [{ note: 'still there' }] })
    const { data } = await backend.anonClient().from('shown').select('id,odd:plain_id').limit(1)
    expect(data).toBeNull()
  })

  it('are refused with PostgreSQL’s error', async () => {
    expect(await get('/hen')).toMatchObject({ body: { code: '42P17' } })
    expect(await get('/egg?select=id')).toMatchObject({ body: { code: '42P17' } })
  })

  it('leave the others described', async () => {
    const { body } = await get('/')
    expect((body as { definitions: object }).definitions).toHaveProperty('plain')
  })
})

describe('odd objects', () => {
  it('reads a table with a column of its own row type', async () => {
    const { data, error } = await backend.anonClient().from('tree').select('id,parent_id,tree(id)').order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 1, parent_id: null, tree: [{ id: 2 }] },
      { id: 2, parent_id: 1, tree: [] },
    ])
  })

  it('reads names with quotes, dots, brackets and emoji, and names of 63 bytes', async () => {
    const name = encodeURIComponent(`odd "na.me" 🦩 (with) 'all', of: it!`)
    const select = encodeURIComponent(`key:"i.d \\"🔑\\"",${'x'.repeat(63)},plain(note)`)
    expect(await get(`/${name}?select=${select}`)).toEqual({
      status: 200,
      body: [{ key: 1, ['x'.repeat(63)]: 'long', plain: { note: 'still there' } }],
    })
  })

  it('calls a function with odd defaults', async () => {
    expect(await get('/rpc/odd_defaults')).toEqual({ status: 200, body: "4it's{1,2}" })
    expect(await get('/rpc/odd_defaults?b=!')).toEqual({ status: 200, body: '4!{1,2}' })
  })
})

describe('unknown names', () => {
  it('finds what was created, renamed or replaced without a notification', async () => {
    const { database } = backend.services
    const path = '/late'
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
    await database.runScript('create table public.soon (id int); grant select on public.soon to anon')
    backend.passTime(1000)
    expect(await get('/soon')).toEqual({ status: 200, body: [] })
    await database.runScript('alter table public.soon rename to late')
    backend.passTime(1000)
    expect(await get(path)).toEqual({ status: 200, body: [] })
    await database.runScript(`create function public.late_sum(a int) returns int language sql as 'select a + 1'`)
    backend.passTime(1000)
    expect(await get('/rpc/late_sum?a=1')).toMatchObject({ status: 200, body: 2 })
    await database.runScript(`create function public.late_sum(a int, b int) returns int language sql as 'select a + b'`)
    backend.passTime(1000)
    expect(await get('/rpc/late_sum?a=1&b=4')).toMatchObject({ status: 200, body: 5 })
  })

  it('answers a thousand wrong names and preferences at once', async () => {
    const from = performance.now()
    const ask = (index: number) => {
      backend.passTime(20)
      return get(`/${'wrong'.repeat(200)}${index}`)
    }
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => ask(index)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    const prefer = Array.from({ length: 1000 }, (_, index) => `timezone=No/Where${index}`).join(',')
    const request = new Request('http://understudy.test/rest/v1/plain', { headers: { prefer } })
    expect((await backend.app.fetch(request)).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(10_000)
  })
})

describe('/healthz', () => {
  const health = async () => (await backend.app.fetch(new Request('http://understudy.test/healthz'))).status

  it('answers 503 while rest/v1 can not read its schema', async () => {
    expect(await health()).toBe(200)
    const broken = await startBackend()
    const { database } = broken.services
    await database.runScript(`
      do $do$ begin
        execute format($format$alter role authenticator in database %I set pgrst.db_max_rows = 'plenty'$format$, current_database());
      end $do$`)
    const ask = async (path: string) => (await broken.app.fetch(new Request(`http://understudy.test${path}`))).status
    expect(await ask('/rest/v1/demos')).toBe(500)
    expect(await ask('/healthz')).toBe(503)
    await database.runScript(`
      do $do$ begin
        execute format($format$alter role authenticator in database %I reset pgrst.db_max_rows$format$, current_database());
      end $do$;
      notify pgrst, 'reload config'`)
    await expect.poll(() => ask('/healthz')).toBe(200)
    await broken.close()
  })
})
