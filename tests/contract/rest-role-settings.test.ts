import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({ env: { PGRST_APP_SETTINGS_COLOUR: 'green', PGRST_APP_SETTINGS_SIZE: 'small' } })
  await backend.services.database.runScript(`
    create table public.pebbles (id int primary key, weight int);
    insert into public.pebbles select n, n * 10 from generate_series(1, 5) n;
    create schema quarry;
    create table quarry.stones (id int primary key);
    grant usage on schema quarry to anon;
    grant all on public.pebbles, quarry.stones to anon, authenticated, service_role;
    create function public.setting(name text) returns text language sql stable as 'select current_setting(name, true)';
    create function public.patient() returns text language sql stable set statement_timeout = '7s'
      set work_mem = '8MB' as $$ select current_setting('statement_timeout') $$;
    create function public.nap() returns int language sql stable as 'select 1 from pg_sleep(5)';
    create function public.refuse_all() returns void language plpgsql
      as $$ begin raise exception 'Closed today' using errcode = 'PT423'; end $$;
  `)
})

afterAll(() => backend.close())

async function get(path: string, headers: HeadersInit = {}): Promise<unknown> {
  const response = await ask(path, { headers })
  return response.json()
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, init)))
}

/** Roles are shared by all databases of a server, so these are set for the test database only. */
async function set(role: string, setting: string): Promise<void> {
  await backend.services.database.runScript(`
    do $do$ begin
      execute format($format$alter role ${role} in database %I ${setting}$format$, current_database());
    end $do$;
    notify pgrst, 'reload config'`)
}

async function ids(): Promise<unknown> {
  return get('/pebbles?select=id&order=id')
}

it('reads PostgREST’s settings from the role authenticator, and resets them', async () => {
  expect(await ids()).toHaveLength(5)
  await set('authenticator', "set pgrst.db_max_rows = '2'")
  await expect.poll(ids).toEqual([{ id: 1 }, { id: 2 }])
  await set('authenticator', 'reset pgrst.db_max_rows')
  await expect.poll(ids).toHaveLength(5)
})

it('aggregates once allowed there', async () => {
  const sum = () => get('/pebbles?select=weight.sum()')
  expect(await sum()).toMatchObject({ code: 'PGRST123' })
  await set('authenticator', "set pgrst.db_aggregates_enabled = 'true'")
  await expect.poll(sum).toEqual([{ sum: 150 }])
})

it('exposes another schema', async () => {
  const stones = () => get('/stones', { 'accept-profile': 'quarry' })
  expect(await stones()).toMatchObject({ code: 'PGRST106' })
  await set('authenticator', "set pgrst.db_schemas = 'public, quarry'")
  await expect.poll(stones).toEqual([])
})

it('rolls back every write if configured, unless the caller may override it', async () => {
  await set('authenticator', "set pgrst.db_tx_end = 'rollback-allow-override'")
  const add = (id: number, prefer: string) =>
    ask('/pebbles', {
      method: 'POST',
      body: JSON.stringify({ id }),
      headers: { prefer, 'content-type': 'application/json' },
    })
  const read = () => ask('/pebbles', { headers: { prefer: 'tx=rollback' } })
  await expect.poll(async () => (await read()).headers.get('preference-applied')).toBe('tx=rollback')
  expect((await add(6, 'return=minimal')).status).toBe(201)
  expect(await get('/pebbles?id=eq.6')).toEqual([])
  expect((await add(6, 'tx=commit')).status).toBe(201)
  expect(await get('/pebbles?select=id&id=eq.6')).toEqual([{ id: 6 }])
  await set('authenticator', 'reset pgrst.db_tx_end')
})

it('lets functions read app settings, the database’s before the environment’s', async () => {
  const colour = () => get('/rpc/setting?name=app.settings.colour')
  expect(await colour()).toBe('green')
  await set('authenticator', "set pgrst.app.settings.colour = 'red'")
  await expect.poll(colour).toBe('red')
  expect(await get('/rpc/setting?name=app.settings.size')).toBe('small')
})

it('calls the configured function before each request', async () => {
  await set('authenticator', "set pgrst.db_pre_request = 'public.refuse_all'")
  await expect.poll(async () => (await ask('/pebbles')).status).toBe(423)
  await set('authenticator', 'reset pgrst.db_pre_request')
  await expect.poll(async () => (await ask('/pebbles')).status).toBe(200)
})

it('disables anonymous access', async () => {
  await set('authenticator', "set pgrst.db_anon_role = 'none'")
  await expect.poll(async () => (await ask('/pebbles')).status).toBe(401)
  const refused = await ask('/pebbles')
  expect(await refused.json()).toMatchObject({ code: 'PGRST302', message: 'Anonymous access is disabled' })
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", error_description="Anonymous access is disabled"',
  )
  await set('authenticator', 'reset pgrst.db_anon_role')
  await expect.poll(async () => (await ask('/pebbles')).status).toBe(200)
})

it('keeps the previous value of an invalid setting', async () => {
  await set('authenticator', "set pgrst.db_max_rows = '3'")
  await expect.poll(ids).toHaveLength(3)
  await set('authenticator', "set pgrst.db_max_rows = 'many'")
  expect(await ids()).toHaveLength(3)
  await set('authenticator', 'reset pgrst.db_max_rows')
  await expect.poll(ids).toHaveLength(6)
})

it('applies each role’s settings, and a function’s own', async () => {
  await set('anon', "set statement_timeout = '3s'")
  await set('anon', "set default_transaction_isolation = 'repeatable read'")
  await set('service_role', "set statement_timeout = '4s'")
  const setting = (name: string) => get(`/rpc/setting?name=${name}`)
  await expect.poll(() => setting('statement_timeout')).toBe('3s')
  expect(await setting('transaction_isolation')).toBe('repeatable read')
  const { data } = await backend.serviceClient().rpc('setting', { name: 'statement_timeout' })
  expect(data).toBe('4s')
  expect(await get('/rpc/patient')).toBe('7s')
})

it('enforces the role’s statement timeout', async () => {
  await set('anon', "set statement_timeout = '300ms'")
  await expect.poll(() => get('/rpc/setting?name=statement_timeout')).toBe('300ms')
  const response = await ask('/rpc/nap')
  expect([response.status, await response.json()]).toMatchObject([500, { code: '57014' }])
})
