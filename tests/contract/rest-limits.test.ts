import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A stranger's request must cost nobody else anything: expensive ones are refused up front. */

let backend: Backend
let author: SignedUp
let anon: SupabaseClient
let demoId: string

beforeAll(async () => {
  backend = await startBackend()
  await backend.services.database.runScript(`
    create table public.notes (id int primary key, label text, tags text[], data jsonb, words tsvector);
    insert into public.notes select n, repeat('xy', 200), '{a}', '{}', 'cat' from generate_series(1, 100) n;
    create view public.shown_notes as select * from public.notes;
    create function public.all_notes(doc jsonb default '{}') returns setof public.notes language sql stable
      as 'select * from public.notes';
    create function public.whole(jsonb) returns int language sql immutable as 'select 1';
    create table public.heavy (id int primary key, heavy_id int references public.heavy, body text default repeat('a', 100000));
    insert into public.heavy select n, 1 from generate_series(1, 200) n;
    grant all on public.notes, public.shown_notes, public.heavy to anon, authenticated, service_role;
  `)
  author = await backend.signUp()
  demoId = randomUUID()
  await author.client.from('demos').insert({ id: demoId, name: 'Tour', status: 'active' }).throwOnError()
  const steps = Array.from({ length: 20 }, (_, index) => ({
    demo_id: demoId,
    order: index + 1,
    screenshot_url: `s/${index}.png`,
  }))
  await author.client.from('demo_steps').insert(steps).throwOnError()
  anon = backend.anonClient({ 'x-demo-id': demoId })
})

afterAll(() => backend.close())

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly ms: number
}

async function ask(path: string, init: RequestInit = {}, isSignedIn = false): Promise<Answer> {
  const headers = new Headers(init.headers)
  headers.set('x-demo-id', demoId)
  if (isSignedIn) headers.set('authorization', `Bearer ${author.session.access_token}`)
  if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const from = performance.now()
  const response = await backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, { ...init, headers }))
  const text = await response.text()
  const body: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  return { status: response.status, body, ms: performance.now() - from }
}

const refused = (code: string) => ({
  status: 400,
  body: {
    code,
    message: expect.any(String) as string,
    details: expect.toBeOneOf([expect.any(String), null]) as unknown,
  },
})

function nested(embeds: readonly string[], inner = '*'): string {
  return embeds.toReversed().reduce((select, name) => `${name}(${select})`, inner)
}

const cycle = (depth: number) =>
  nested(Array.from({ length: depth }, (_, index) => (index % 2 === 0 ? 'demos' : 'demo_steps')))

describe('patterns', () => {
  const bomb = '(x{0,255}y{0,255}){0,255}'
  const encoded = encodeURIComponent(bomb)
  const places: readonly [string, string, RequestInit?][] = [
    ['a filter', `/notes?label=match.${encoded}`],
    ['imatch', `/notes?label=imatch.${encoded}`],
    ['not', `/notes?label=not.match.${encoded}`],
    ['any', `/notes?label=match(any).{"a","${encoded}"}`],
    ['all', `/notes?label=imatch(all).{"${encoded}"}`],
    ['or', `/notes?or=(id.eq.1,label.match."${encoded}")`],
    ['and in or', `/notes?or=(id.eq.1,and(id.eq.2,not.or(id.eq.3,label.imatch."${encoded}")))`],
    ['a view', `/shown_notes?label=match.${encoded}`],
    ['the rows of a function', `/rpc/all_notes?label=match.${encoded}`],
    ['the rows of a function by POST', `/rpc/all_notes?label=match.${encoded}`, { method: 'POST', body: '{}' }],
    ['an embedded table', `/demos?select=id,demo_steps(id)&demo_steps.title=match.${encoded}`],
    ['a JSON path', `/notes?data->>a=match.${encoded}`],
    ['HEAD', `/notes?label=match.${encoded}`, { method: 'HEAD' }],
    ['PATCH', `/notes?label=match.${encoded}`, { method: 'PATCH', body: '{"label":"x"}' }],
    ['PUT', `/notes?id=eq.1&label=match.${encoded}`, { method: 'PUT', body: '{"id":1,"label":"x"}' }],
    ['DELETE', `/notes?label=match.${encoded}`, { method: 'DELETE' }],
  ]

  it.each(places)('refuses one that would take seconds, in %s', async (_, path, init) => {
    for (const isSignedIn of [false, true]) {
      const answer = await ask(path, init, isSignedIn)
      expect(answer).toMatchObject(init?.method === 'HEAD' ? { status: 400 } : refused('PGRSTX01'))
    }
  })

  it.each([
    [String.raw`(x+)\1`, 'refers back'],
    ['x(?=y)', 'looks around'],
    ['(?<!x)y', 'looks around'],
    ['(?b)x\\{0,255\\}', 'looks around or sets options'],
    ['***:x', 'begins with ***'],
    ['((x?y?){0,10}){0,50}', 'repeats so much'],
    ['(x?){0,255}', 'repeats so much'],
    ['x{0,255}'.repeat(2), 'repeats so much'],
    [`${'('.repeat(30)}x${')'.repeat(30)}`, 'brackets more than'],
    ['x'.repeat(501), 'more than 500 characters'],
    ['[a[.b.]]', 'bracket'],
    [String.raw`(\m|\M|x?){50}`, 'repeats so much'],
  ])('says what is wrong with %s', async (pattern, problem) => {
    const { error, status } = await anon.from('notes').select('id').filter('label', 'match', pattern)
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'PGRSTX01', details: expect.stringContaining(problem) as string })
  })

  it.each([
    ['^(xy)+$', 100],
    ['^xy.{0,80}|(xy){100}$', 100],
    [String.raw`\mxyxy`, 100],
    ['[[:digit:]]{3}', 0],
    ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', 0],
    [String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,63}$`, 0],
    ['^(?:red|green|blue|[^]x]y)*$', 0],
    ['^XY', 0],
  ])('still finds %s', async (pattern, count) => {
    const { data, error } = await anon.from('notes').select('id').filter('label', 'match', pattern)
    expect(error).toBeNull()
    expect(data).toHaveLength(count)
  })

  it('answers the most expensive allowed patterns in time', async () => {
    for (const pattern of ['(x*y*){100}q', '(x?){190}q', '(x?y?){0,50}q', '[Ā-￿]'.repeat(40)]) {
      const { status, ms } = await ask(`/notes?select=id&limit=1&label=imatch.${encodeURIComponent(pattern)}`)
      expect({ pattern, status, isQuick: ms < 2000 }).toEqual({ pattern, status: 200, isQuick: true })
    }
  })
})

describe('filters, columns and orders', () => {
  it.each([
    ['201 filters', `/notes?${Array.from({ length: 201 }, () => 'id=gt.0').join('&')}`],
    ['201 filters in a tree', `/notes?or=(${Array.from({ length: 201 }, () => 'id.gt.0').join(',')})`],
    ['a tree 31 deep', `/notes?or=${'(or'.repeat(30)}(id.eq.1)${')'.repeat(30)}`],
    ['a tree 3000 deep', `/notes?or=${'(or'.repeat(3000)}(id.eq.1)${')'.repeat(3000)}`],
    ['501 columns', `/notes?select=${Array.from({ length: 501 }, (_, index) => `a${index}:id`).join(',')}`],
    ['51 terms in order', `/notes?order=${Array.from({ length: 51 }, (_, index) => `data->a${index}`).join(',')}`],
    ['a JSON path of 2000 steps', `/notes?select=data${'->a'.repeat(2000)}`],
    ['a JSON path of 300 steps in a filter', `/notes?data${'->a'.repeat(300)}=eq.1`],
    ['101 wildcards', `/notes?label=like.${'*a'.repeat(101)}`],
    ['wildcards by the thousand', `/notes?label=ilike(any).{${'%25a'.repeat(3000)}}`],
    ['a search of 400 words', `/notes?words=fts.${Array.from({ length: 400 }, () => 'cat').join('<->')}`],
    ['deep JSON in a filter', `/notes?data=cs.${'['.repeat(5000)}`],
    ['deep JSON in a list', `/notes?data=in.("${'['.repeat(5000)}")`],
    ['a deep array', `/notes?tags=cs.${'{'.repeat(5000)}`],
    ['a deep argument', `/rpc/all_notes?doc=${'['.repeat(5000)}`],
    ['a name of 5000 characters', `/notes?${String.raw`"\"`.repeat(1700)}=eq.1`],
  ])('refuses %s', async (_, path) => {
    expect(await ask(path)).toMatchObject(refused('PGRSTX02'))
  })

  it.each([
    ['a list of 2000 values', `/notes?id=in.(${Array.from({ length: 2000 }, (_, index) => index).join(',')})`, 100],
    ['a huge offset', '/notes?offset=9007199254740991', 0],
    ['a full column list', `/notes?select=${Array.from({ length: 400 }, (_, index) => `a${index}:id`).join(',')}`, 100],
    ['text that begins like JSON', '/notes?label=eq.[[[[[[', 0],
  ])('still answers %s', async (_, path, count) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(body).toHaveLength(count)
  })
})

describe('embedded tables', () => {
  it.each([4, 7, 200, 1500])('refuses strangers embeds %i levels deep', async (depth) => {
    const answer = await ask(`/demo_steps?select=${cycle(depth)}`)
    expect(answer).toMatchObject(refused('PGRSTX02'))
    expect(answer.ms).toBeLessThan(10_000)
  })

  it('allows anonymous callers three levels, and signed-in users five', async () => {
    expect(await ask(`/demo_steps?select=${cycle(3)}&limit=1`)).toMatchObject({ status: 200 })
    expect(
      await ask(
        `/demo_steps?select=${nested(['demos', 'demo_steps', 'demos', 'demo_steps', 'demos'], 'id')}&limit=1`,
        {},
        true,
      ),
    ).toMatchObject({ status: 200 })
    expect(await ask(`/demo_steps?select=${cycle(6)}&limit=1`, {}, true)).toMatchObject(refused('PGRSTX02'))
  })

  it('refuses hundreds side by side, spread or not', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `a${index}:demos(id)`).join(',')
    expect(await ask(`/demo_steps?select=${many}`)).toMatchObject(refused('PGRSTX02'))
    const spread = Array.from({ length: 300 }, () => '...demos(id)').join(',')
    expect(await ask(`/demo_steps?select=${spread}`, {}, true)).toMatchObject(refused('PGRSTX02'))
  })

  it('refuses them in written rows and in a function’s rows', async () => {
    const path = `select=${cycle(9)}`
    const body = JSON.stringify({ demo_id: demoId, order: 99, screenshot_url: 's/99.png' })
    const init = { method: 'POST', body, headers: { prefer: 'return=representation' } }
    expect(await ask(`/demo_steps?${path}`, init, true)).toMatchObject(refused('PGRSTX02'))
    expect(await ask(`/rpc/all_notes?${path}`)).toMatchObject(refused('PGRSTX02'))
  })

  it('refuses anonymous callers what a signed-in user was just allowed', async () => {
    const path = `/demo_steps?select=${nested(['demos', 'demo_steps', 'demos', 'demo_steps'], 'id')}&limit=1`
    expect((await ask(path, {}, true)).status).toBe(200)
    expect((await ask(path, {}, true)).status).toBe(200)
    expect(await ask(path)).toMatchObject(refused('PGRSTX02'))
  })
})

describe('large answers', () => {
  it.each([
    ['rows', '/heavy'],
    ['CSV', '/heavy', { headers: { accept: 'text/csv' } }],
    ['rows embedded in one', '/heavy?select=id,heavy(body)&id=eq.1'],
    ['rows spread in one', '/heavy?select=id,...heavy(body)&id=eq.1'],
    ['a row embedded in all', '/heavy?select=id,parent:heavy_id(body)'],
    ['HEAD', '/heavy', { method: 'HEAD' }],
    [
      'what was changed',
      '/heavy?id=gt.0&select=id,body',
      { method: 'PATCH', body: '{"heavy_id":2}', headers: { prefer: 'return=representation' } },
    ],
  ] as readonly [string, string, RequestInit?][])('refuses 20 MB of %s', async (_, path, init) => {
    const answer = await ask(path, init)
    expect(answer).toMatchObject(init?.method === 'HEAD' ? { status: 400 } : refused('PGRSTX03'))
    expect(answer.ms).toBeLessThan(10_000)
  })

  it('rolls back when the answer is refused', async () => {
    const { count } = await anon.from('heavy').select('*', { count: 'exact', head: true }).eq('heavy_id', 2).limit(1)
    expect(count).toBe(0)
  })

  it('streams them, whole for an author', async () => {
    const { data, error } = await anon.from('heavy').select('*').order('id').limit(30)
    expect(error).toBeNull()
    expect(data).toHaveLength(30)
    const whole = await ask('/heavy', {}, true)
    expect(whole.status).toBe(200)
    expect(whole.body).toHaveLength(200)
  })

  it('counts rows regardless of what they embed', async () => {
    const { count, error } = await anon
      .from('heavy')
      .select('id,heavy!inner(id)', { count: 'exact' })
      .limit(1)
      .returns<{ id: number }[]>()
    expect(error).toBeNull()
    expect(count).toBe(1)
  })
})

describe('bodies', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  it.each([
    ['a row', '/notes', `{"id":1000,"data":${deep(100_000)}}`],
    ['objects', '/notes', `{"id":1000,"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['arguments', '/rpc/all_notes', `{"doc":${deep(100_000)}}`],
    ['the one argument', '/rpc/whole', deep(100_000)],
    ['more values than a stranger may send', '/notes', `[${'{},'.repeat(60_000)}{}]`],
  ])('refuses JSON that is too deep or too much: %s', async (_, path, body) => {
    const answer = await ask(path, { method: 'POST', body })
    expect(answer).toMatchObject(refused('PGRSTX02'))
  })

  it.each([
    ['CSV with a long name', 'text/csv', `${'x'.repeat(500_000)}\n${'1\n'.repeat(40_000)}`],
    ['CSV with too many lines', 'text/csv', `id\n${'1\n'.repeat(60_000)}`],
    ['a form with too many fields', 'application/x-www-form-urlencoded', '&a=1'.repeat(60_000)],
  ])('refuses %s', async (_, type, body) => {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    expect(await ask('/notes', init)).toMatchObject(refused('PGRSTX02'))
    expect(await ask('/rpc/all_notes', init)).toMatchObject(refused('PGRSTX02'))
  })

  it('refuses more than 1 MiB from anonymous callers, and more than 10 from signed-in users', async () => {
    const body = (mebibytes: number) => JSON.stringify({ id: 1001, label: 'x'.repeat(mebibytes * 1024 * 1024) })
    expect(await ask('/notes', { method: 'POST', body: body(1) })).toMatchObject({ status: 413 })
    expect(await ask('/notes', { method: 'POST', body: body(2) }, true)).toMatchObject({ status: 201 })
    expect(await ask('/notes', { method: 'POST', body: body(10) }, true)).toMatchObject({ status: 413 })
  })

  it.each([
    ['application/json', `[${'{"label":"a"},'.repeat(125_000)}{"label":"a"}]`],
    ['application/json', `{${Array.from({ length: 130_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['text/csv', `label\n${'\n'.repeat(250_001)}`],
  ])('refuses an author more than 250,000 values: %s', async (type, body) => {
    expect(await ask('/notes', { method: 'POST', headers: { 'content-type': type }, body }, true)).toMatchObject({
      status: 400,
      body: { code: 'PGRSTX02', details: expect.stringContaining('more than 250000 values') as unknown },
    })
  })

  it('refuses an author more than 5,000 rows, and the service key none', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => ({ id: 10_000 + index }))
    const { error } = await author.client.from('notes').insert(rows)
    expect(error).toMatchObject({ code: 'PGRSTX02', details: 'The body holds 5001 rows; at most 5000 are allowed.' })
    await author.client.from('notes').insert(rows.slice(1)).throwOnError()
    await backend.serviceClient().from('notes').upsert(rows).throwOnError()
  })

  it('accepts JSON 90 levels deep, with brackets in its strings', async () => {
    const data: unknown = JSON.parse(`${'{"a":'.repeat(90)}"]]]]\\"[[["${'}'.repeat(90)}`)
    await author.client.from('notes').insert({ id: 1002, data }).throwOnError()
    const { data: row } = await author.client.from('notes').select('data').eq('id', 1002).single()
    expect(row).toEqual({ data })
  })
})
