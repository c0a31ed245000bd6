import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

let backend: Backend
let author: SignedUp
let client: SupabaseClient

beforeAll(async () => {
  backend = await startBackend({
    env: {
      PGRST_DB_SCHEMAS: 'public,shop',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_DB_MAX_ROWS: '5',
      PGRST_DB_PRE_REQUEST: 'shop.check_request',
      PGRST_APP_SETTINGS_COLOUR: 'green',
    },
  })
  await backend.services.database.runScript(fixtures)
  author = await backend.signUp()
  client = author.client
})

afterAll(() => backend.close())

/** A shop schema beside the product's own. */
const fixtures = `
  create schema shop;
  grant usage on schema shop to anon, authenticated;
  create table shop.makers (id int primary key, name text);
  create table shop.chairs (id int primary key, name text, maker_id int references shop.makers, price numeric, hidden boolean default false);
  create table shop.rooms (id int primary key, name text);
  create table shop.chair_rooms (chair_id int references shop.chairs, room_id int references shop.rooms, primary key (chair_id, room_id));
  insert into shop.makers values (1, 'Thonet'), (2, 'Vitra'), (3, 'Nobody');
  insert into shop.chairs values (1, 'No. 14', 1, 100, false), (2, 'Panton', 2, 250, false), (3, 'Tip Ton', 2, 50, false), (4, 'Secret', 2, 999, true);
  insert into shop.rooms values (1, 'kitchen'), (2, 'office');
  insert into shop.chair_rooms values (1, 1), (2, 1), (2, 2), (3, 2), (4, 2);
  create function shop.cheapest(shop.makers) returns setof shop.chairs rows 1 language sql stable
    as 'select * from shop.chairs where maker_id = $1.id order by price limit 1';
  create function shop.colour() returns text language sql stable as $$ select current_setting('app.settings.colour') $$;
  create function shop.check_request() returns void language plpgsql as $$ begin
    if current_setting('request.headers', true)::json ->> 'x-refuse' = 'yes' then
      raise sqlstate 'PGRST' using message = '{"code":"SHOP1","message":"Closed"}', detail = '{"status":429,"headers":{"Retry-After":"9"}}';
    end if;
  end $$;
  create function shop.brew() returns text language plpgsql as $$ begin
    perform set_config('response.status', '202', true), set_config('response.headers', '[{"X-Tea": "green"}]', true);
    return 'tea';
  end $$;
  grant all on all tables in schema shop to anon, authenticated;
  alter table shop.chairs enable row level security;
  create policy shown on shop.chairs using (not hidden) with check (true);
`

function raw(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${author.session.access_token}`)
  headers.set('accept-profile', 'shop')
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-profile', 'shop')
  return Promise.resolve(backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, { ...init, headers })))
}

async function rows(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await raw(path, init)).json()
}

describe('embedding', () => {
  it.each([
    ['to one', '/chairs?select=name,makers(name)&id=eq.1', [{ name: 'No. 14', makers: { name: 'Thonet' } }]],
    [
      'to many, hidden rows left out',
      '/makers?select=name,chairs(id)&order=id&chairs.order=id',
      [
        { name: 'Thonet', chairs: [{ id: 1 }] },
        { name: 'Vitra', chairs: [{ id: 2 }, { id: 3 }] },
        { name: 'Nobody', chairs: [] },
      ],
    ],
    [
      'through the table between',
      '/chairs?select=id,rooms(name)&id=eq.2&rooms.order=name',
      [{ id: 2, rooms: [{ name: 'kitchen' }, { name: 'office' }] }],
    ],
    [
      'under another name, by a key, nested, with filters and a limit of its own',
      '/rooms?select=id,seats:chairs(id,makers!chairs_maker_id_fkey(name))&order=id&seats.price=lt.200&seats.limit=1',
      [
        { id: 1, seats: [{ id: 1, makers: { name: 'Thonet' } }] },
        { id: 2, seats: [{ id: 3, makers: { name: 'Vitra' } }] },
      ],
    ],
    [
      'only rows that have one',
      '/makers?select=id,chairs!inner(id)&chairs.price=gt.200',
      [{ id: 2, chairs: [{ id: 2 }] }],
    ],
    ['only rows that have none', '/makers?select=id,chairs()&chairs=is.null', [{ id: 3 }]],
    [
      'spread out, of one and of many',
      '/chairs?select=id,...makers(maker:name),...rooms(room:name)&order=id&limit=2&rooms.order=name',
      [
        { id: 1, maker: 'Thonet', room: ['kitchen'] },
        { id: 2, maker: 'Vitra', room: ['kitchen', 'office'] },
      ],
    ],
    ['by a function', '/makers?select=id,cheapest(name)&id=eq.2', [{ id: 2, cheapest: { name: 'Tip Ton' } }]],
    [
      'by a function, beside what goes by the name of the table',
      '/makers?select=...cheapest(makers(name)),other:cheapest(name)&id=eq.2',
      [{ makers: { name: 'Vitra' }, other: { name: 'Tip Ton' } }],
    ],
    [
      'as what to order by',
      '/chairs?select=id,makers(name)&order=makers(name).desc,id&limit=1',
      [{ id: 2, makers: { name: 'Vitra' } }],
    ],
    [
      'or as one of several conditions',
      '/makers?select=id,chairs()&or=(chairs.is.null,id.eq.1)&order=id',
      [{ id: 1 }, { id: 3 }],
    ],
  ])('reads related rows %s', async (_, path, expected) => {
    expect(await rows(path)).toEqual(expected)
  })

  it.each([
    ['/chairs?select=boats(*)', 400, 'PGRST200'],
    ['/chairs?select=makers!wrong(*)', 400, 'PGRST200'],
    ['/chairs?makers.id=eq.1', 400, 'PGRST108'],
    ['/makers?select=id,chairs(id)&order=chairs(id)', 400, 'PGRST118'],
    ['/makers?select=id,chairs(id)&chairs=eq.1', 400, 'PGRST120'],
  ])('%s is refused with %i %s', async (path, status, code) => {
    const response = await raw(path)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  it('returns related rows of written ones', async () => {
    const shop = client.schema('shop')
    const added = await shop
      .from('chairs')
      .insert({ id: 9, name: 'New', maker_id: 2 })
      .select('name,makers(name),rooms(id)')
    expect(added.data).toEqual([{ name: 'New', makers: { name: 'Vitra' }, rooms: [] }])
    const changed = await shop
      .from('chairs')
      .update({ price: 1 })
      .eq('id', 9)
      .select('price,makers(chairs(id))')
      .single()
    expect(changed.data).toMatchObject({ price: 1, makers: { chairs: expect.anything() } })
    await shop.from('chairs').delete().eq('id', 9).throwOnError()
  })

  it('reads a demo with its steps as the product does', async () => {
    const demo = await client.from('demos').insert({ name: 'Tour' }).select('id').single().throwOnError()
    await client.from('demo_steps').insert({ demo_id: demo.data.id, order: 1, screenshot_url: 'x.png' }).throwOnError()
    const { data } = await client.from('demos').select('name, demo_steps(order)').eq('id', demo.data.id).single()
    expect(data).toEqual({ name: 'Tour', demo_steps: [{ order: 1 }] })
  })
})

describe('other formats and features', () => {
  it('aggregates when the settings allow it', async () => {
    expect(await rows('/chairs?select=maker_id,price.sum(),count()&order=maker_id')).toEqual([
      { maker_id: 1, sum: 100, count: 1 },
      { maker_id: 2, sum: 300, count: 2 },
    ])
    expect(await rows('/makers?select=id,chairs(most:price.max()::int)&id=eq.2')).toEqual([
      { id: 2, chairs: [{ most: 250 }] },
    ])
  })

  it('aggregates spread columns like the row’s own', async () => {
    expect(
      await rows('/chairs?select=maker_id,...makers(last:name.max(),id.count(),all:count())&order=maker_id'),
    ).toEqual([
      { maker_id: 1, last: 'Thonet', count: 1, all: 1 },
      { maker_id: 2, last: 'Vitra', count: 2, all: 2 },
    ])
    expect(await rows('/chairs?select=price.sum(),...makers(name)&order=makers(name)')).toEqual([
      { sum: 100, name: 'Thonet' },
      { sum: 300, name: 'Vitra' },
    ])
    expect(await rows('/chairs?select=...makers(id.sum(),name.max(),id.min())')).toEqual([
      { sum: 5, max: 'Vitra', min: 1 },
    ])
    const many = await raw('/makers?select=id,...chairs(price.sum())')
    expect([many.status, await many.json()]).toEqual([
      400,
      {
        code: 'PGRST127',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
        message: 'Feature not implemented',
      },
    ])
  })

  it('accepts and returns CSV, and accepts forms', async () => {
    const given = await raw('/makers', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'id,name\n20,"Eames, C."\n21,NULL\n',
    })
    expect(given.status).toBe(201)
    const shown = await raw('/makers?id=gte.20&order=id', { headers: { accept: 'text/csv' } })
    expect([shown.headers.get('content-type'), await shown.text()]).toEqual([
      'text/csv; charset=utf-8',
      'id,name\n20,"Eames, C."\n21,',
    ])
    await raw('/makers', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'id=22&name=A+form',
    })
    expect(await rows('/makers?select=name&id=eq.22')).toEqual([{ name: 'A form' }])
    await raw('/makers?id=gte.20', { method: 'DELETE' })
  })

  it('upserts one row by PUT', async () => {
    const put = (body: object) =>
      raw('/rooms?id=eq.7', { method: 'PUT', body: JSON.stringify(body), headers: { prefer: 'return=representation' } })
    expect([(await put({ id: 7, name: 'attic' })).status, (await put({ id: 7, name: 'cellar' })).status]).toEqual([
      201, 200,
    ])
    expect((await put({ id: 8, name: 'x' })).status).toBe(400)
    expect(await rows('/rooms?id=gte.7')).toEqual([{ id: 7, name: 'cellar' }])
    await raw('/rooms?id=eq.7', { method: 'DELETE' })
  })

  it('rolls back on tx=rollback', async () => {
    const tried = await raw('/rooms', {
      method: 'POST',
      body: '{"id":50}',
      headers: { prefer: 'tx=rollback,return=representation' },
    })
    expect([tried.status, tried.headers.get('preference-applied'), await tried.json()]).toEqual([
      201,
      'return=representation, tx=rollback',
      [{ id: 50, name: null }],
    ])
    expect(await rows('/rooms?id=eq.50')).toEqual([])
  })

  it('estimates counts, and never exceeds the configured row limit', async () => {
    const planned = await raw('/chairs?select=id', { headers: { prefer: 'count=planned' } })
    expect(planned.headers.get('content-range')).toMatch(/^0-2\/\d+$/)
    const estimated = await raw('/chairs?select=id', { headers: { prefer: 'count=estimated' } })
    expect(estimated.headers.get('content-range')).toBe('0-2/3')
    await raw('/makers', { method: 'POST', body: JSON.stringify([30, 31, 32, 33].map((id) => ({ id }))) })
    expect(await rows('/makers?select=id')).toHaveLength(5)
    await raw('/makers?id=gte.30', { method: 'DELETE' })
  })

  it('lets functions set the status and headers, and refuse a request beforehand', async () => {
    const tea = await raw('/rpc/brew', { method: 'POST' })
    expect([tea.status, tea.headers.get('x-tea'), await tea.json()]).toEqual([202, 'green', 'tea'])
    expect(await rows('/rpc/colour')).toBe('green')
    const closed = await raw('/makers', { headers: { 'x-refuse': 'yes' } })
    expect([closed.status, closed.headers.get('retry-after'), await closed.json()]).toMatchObject([
      429,
      '9',
      { code: 'SHOP1', message: 'Closed' },
    ])
  })

  it('describes itself', async () => {
    const described = (await rows('/')) as { paths: object; definitions: Record<string, { properties: object }> }
    expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(['/chairs', '/makers', '/rpc/colour']))
    expect(Object.keys(described.definitions['chairs']?.properties ?? {})).toContain('maker_id')
    const options = await raw('/chairs', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'])
    expect((await raw('/chairs')).headers.get('content-profile')).toBe('shop')
  })

  it('knows a new column once the migration is done', async () => {
    const add = () => raw('/rooms', { method: 'POST', body: '{"id":60,"floor":2}', headers: { prefer: 'tx=rollback' } })
    expect((await add()).status).toBe(400)
    await backend.services.database.runScript(
      `alter table shop.rooms add column floor int; notify pgrst, 'reload schema'`,
    )
    await expect.poll(async () => (await add()).status).toBe(201)
  })
})
