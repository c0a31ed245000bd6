import { randomUUID } from 'node:crypto'

import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createReceived, type Received } from '#support/received.ts'
import { startRealtimeServer, type Author, type RealtimeServer } from '#support/realtime-server.ts'

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

let server: RealtimeServer
let author: Author
let stranger: Author

beforeAll(async () => {
  server = await startRealtimeServer()
  ;[author, stranger] = await Promise.all([server.connectAuthor(), server.connectAuthor()])
})
afterAll(() => server.close())

/** Subscribes to a table, and resolves when the server confirms it. */
async function follow(
  client: SupabaseClient,
  options: {
    readonly event?: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
    readonly table?: string
    readonly filter?: string
    readonly schema?: string
    readonly select?: string[]
  } = {},
): Promise<{ readonly heard: Received<Change>; readonly channel: RealtimeChannel }> {
  const heard = createReceived<Change>()
  const system = createReceived<{ readonly extension: string; readonly status: string; readonly message: string }>()
  const { event = '*', table = 'demos', filter, schema = 'public', select } = options
  const channel = client
    .channel(`changes ${randomUUID()}`)
    .on('system', {}, (message) => system.add(message))
    .on(
      'postgres_changes',
      { event: event as '*', schema, table, ...(filter !== undefined && { filter }), ...(select && { select }) },
      (change) => heard.add(change as Change),
    )
  // Otherwise the client joins with the key alone and sends its token later.
  await client.realtime.setAuth()
  channel.subscribe()
  const answer = await system.until(({ extension }) => extension === 'postgres_changes')
  if (answer.status !== 'ok') throw new Error(answer.message)
  return { heard, channel }
}

async function addDemo(owner: Author, name: string): Promise<string> {
  const { data, error } = await owner.client.from('demos').insert({ name }).select('id').single()
  if (error !== null) throw error
  return (data as { readonly id: string }).id
}

async function rename(owner: Author, id: string, name: string): Promise<void> {
  const { error } = await owner.client.from('demos').update({ name }).eq('id', id)
  if (error !== null) throw error
}

/** A final change of our own: earlier ones have arrived once this one has. */
async function settle(heard: Received<Change>, owner: Author): Promise<readonly Change[]> {
  const name = `last ${randomUUID()}`
  const id = await addDemo(owner, name)
  await heard.until((change) => change.eventType === 'INSERT' && change.new['id'] === id)
  return heard.all.filter((change) => !('name' in change.new) || change.new['name'] !== name)
}

describe('a subscribed table', () => {
  it('sends inserts, updates and deletes with typed values, in order', async () => {
    const { heard, channel } = await follow(author.live)
    const id = await addDemo(author, 'Ledger')
    await heard.until(({ eventType }) => eventType === 'INSERT')
    await rename(author, id, 'Ledgerline')
    await heard.until(({ eventType }) => eventType === 'UPDATE')
    await author.client.from('demos').delete().eq('id', id)
    const [inserted, updated, deleted] = await heard.count(3)
    expect(inserted).toMatchObject({
      schema: 'public',
      table: 'demos',
      eventType: 'INSERT',
      errors: null,
      new: { id, name: 'Ledger', workspace_id: author.workspaceId, settings: {}, is_sample: false, version: 1 },
      old: {},
    })
    expect(Date.parse(inserted?.commit_timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { id, name: 'Ledgerline', version: 2 }, old: { id } })
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
    expect(Object.keys(deleted?.old ?? {})).toEqual(['id'])
    await author.live.removeChannel(channel)
  })

  it('sends the selected columns and the primary key', async () => {
    const { heard, channel } = await follow(author.live, { select: ['name', 'version'] })
    const id = await addDemo(author, 'Chosen')
    const inserted = await heard.until(({ eventType }) => eventType === 'INSERT')
    expect(inserted.new).toEqual({ id, name: 'Chosen', version: 1 })
    await rename(author, id, 'Chosen again')
    const updated = await heard.until(({ eventType }) => eventType === 'UPDATE')
    expect([updated.new, updated.old]).toEqual([{ id, name: 'Chosen again', version: 2 }, { id }])
    await author.live.removeChannel(channel)
  })

  it('selects columns of old rows for the service role too', async () => {
    const service = server.connect({ key: server.backend.services.config.serviceRoleKey })
    const { heard } = await follow(service, { select: ['name'] })
    const id = await addDemo(author, 'Before')
    await rename(author, id, 'After')
    const updated = await heard.until((change) => change.eventType === 'UPDATE' && change.new['id'] === id)
    expect([updated.new, updated.old]).toEqual([
      { id, name: 'After' },
      { id, name: 'Before' },
    ])
  })

  it('sends each listener of a channel its own columns', async () => {
    const heard = { all: createReceived<Change>(), name: createReceived<Change>(), status: createReceived<Change>() }
    const system = createReceived<{ readonly extension: string; readonly status: string }>()
    const demos = { event: 'INSERT', schema: 'public', table: 'demos' } as const
    const channel = author.live
      .channel(`columns ${randomUUID()}`)
      .on('system', {}, (message) => system.add(message))
      .on('postgres_changes', demos, (change) => heard.all.add(change))
      .on('postgres_changes', { ...demos, select: ['name'] }, (change) => heard.name.add(change))
      .on('postgres_changes', { ...demos, select: ['status'] }, (change) => heard.status.add(change))
    await author.live.realtime.setAuth()
    channel.subscribe()
    expect(await system.until(({ extension }) => extension === 'postgres_changes')).toMatchObject({ status: 'ok' })
    const id = await addDemo(author, 'Three listeners')
    const [all, name, status] = await Promise.all(
      [heard.all, heard.name, heard.status].map((each) => each.until((change) => change.eventType === 'INSERT')),
    )
    expect(all?.new).toMatchObject({ id, name: 'Three listeners', version: 1 })
    expect(name?.new).toEqual({ id, name: 'Three listeners' })
    expect(status?.new).toEqual({ id, status: expect.any(String) })
    await author.live.removeChannel(channel)
  })

  it('allows a hundred listeners per channel, and no more', async () => {
    const channel = author.live.channel(`many ${randomUUID()}`)
    const system = createReceived<{ readonly extension: string; readonly status: string; readonly message: string }>()
    channel.on('system', {}, (message) => system.add(message))
    for (let index = 0; index <= 100; index += 1) {
      const demos = { event: 'INSERT', schema: 'public', table: 'demos', filter: `name=eq.${index}` } as const
      channel.on('postgres_changes', demos, () => undefined)
    }
    await author.live.realtime.setAuth()
    channel.subscribe()
    const answer = await system.until(({ extension }) => extension === 'postgres_changes')
    expect(answer).toMatchObject({ status: 'error', message: expect.stringContaining('100 at most') })
    await author.live.removeChannel(channel)
  })

  it('rejects a subscription to a missing column', async () => {
    await expect(follow(author.live, { select: ['name', 'nope'] })).rejects.toThrow('invalid column for select nope')
  })

  it('sends nobody rows that policies hide', async () => {
    const [mine, theirs] = await Promise.all([follow(author.live), follow(stranger.live)])
    await Promise.all([addDemo(author, 'Mine'), addDemo(stranger, 'Theirs')])
    const [heardByAuthor, heardByStranger] = await Promise.all([
      settle(mine.heard, author),
      settle(theirs.heard, stranger),
    ])
    expect(heardByAuthor.map((change) => change.new)).toEqual([expect.objectContaining({ name: 'Mine' })])
    expect(heardByStranger.map((change) => change.new)).toEqual([expect.objectContaining({ name: 'Theirs' })])
  })

  it('sends the service role every row, with the whole old row', async () => {
    const service = server.connect({ key: server.backend.services.config.serviceRoleKey })
    const { heard } = await follow(service)
    const id = await addDemo(author, 'Before')
    await rename(author, id, 'After')
    const updated = await heard.until(({ eventType }) => eventType === 'UPDATE')
    expect(updated).toMatchObject({ new: { id, name: 'After' }, old: { id, name: 'Before' } })
  })

  it('sends anonymous visitors nothing about demos whose link they lack', async () => {
    const { heard } = await follow(server.connect())
    const own = await follow(author.live)
    await addDemo(author, 'Secret')
    await settle(own.heard, author)
    expect(heard.all).toEqual([])
  })

  it('applies a member’s rights as of the change', async () => {
    const { heard } = await follow(stranger.live)
    const join = { workspace_id: author.workspaceId, user_id: stranger.user.id, role: 'viewer' }
    await server.backend.serviceClient().from('workspace_members').insert(join)
    const seen = await addDemo(author, 'While a member')
    await heard.until((change) => 'id' in change.new && change.new['id'] === seen)
    await server.backend
      .serviceClient()
      .from('workspace_members')
      .delete()
      .match({ ...join })
    await addDemo(author, 'After leaving')
    const all = await settle(heard, stranger)
    expect(all.map((change) => ('name' in change.new ? change.new['name'] : null))).toEqual(['While a member'])
  })
})

describe('filters', () => {
  const rows = ['alpha', 'beta', 'gamma, delta', 'Alpha (2)']

  it.each([
    ['name=eq.beta', ['beta']],
    ['name=neq.beta', ['alpha', 'gamma, delta', 'Alpha (2)']],
    ['name=in.(alpha,"gamma, delta")', ['alpha', 'gamma, delta']],
    ['name=not.in.(alpha,beta)', ['gamma, delta', 'Alpha (2)']],
    ['name=gt.alpha', ['beta', 'gamma, delta']],
    ['name=lte.alpha', ['alpha', 'Alpha (2)']],
    ['name=lt.alpha', ['Alpha (2)']],
    ['name=gte.beta', ['beta', 'gamma, delta']],
    ['name=like.%a%,name=not.like.%pha', ['beta', 'gamma, delta', 'Alpha (2)']],
    ['name=ilike.alpha%', ['alpha', 'Alpha (2)']],
    ['name=match.^a.*a$', ['alpha']],
    ['name=imatch.^al', ['alpha', 'Alpha (2)']],
    ['name=not.match."[a-z], d"', ['alpha', 'beta', 'Alpha (2)']],
    // A backtracking engine would never finish here.
    ['name=match.^(a+)+$|^(([a-z])+.)+[A-Z]([a-z])+$|beta', ['beta']],
    ['description=is.null', rows],
    ['description=isdistinct.x,name=eq.beta', ['beta']],
    ['version=eq.01', rows],
    ['version=gt.1', []],
    ['created_at=gte.2026-01-01 00:00:00+02', rows],
    ['created_at=lt.2026-01-01 00:00:00+02', []],
    ['is_sample=eq.false', rows],
  ])('%s lets through what it should', async (filter, expected) => {
    const { heard, channel } = await follow(author.live, { event: 'INSERT', filter })
    const rest = await follow(author.live, { event: 'INSERT' })
    for (const name of rows) await addDemo(author, name)
    await settle(rest.heard, author)
    const names = heard.all.map((change) => ('name' in change.new ? change.new['name'] : null))
    expect(names.filter((name) => !String(name).startsWith('last '))).toEqual(expected)
    await Promise.all([author.live.removeChannel(channel), author.live.removeChannel(rest.channel)])
  })

  it.each([
    [{ table: 'captures' }, 'published'],
    [{ table: 'nothing' }, 'published'],
    [{ filter: 'nothing=eq.1' }, 'invalid column'],
    [{ filter: 'id=eq.17' }, 'is no uuid'],
    [{ filter: 'name=match.(a' }, 'not a pattern'],
    [{ filter: String.raw`name=match.(a)\1` }, 'not a pattern'],
    [{ filter: `name=match.${'a'.repeat(201)}` }, 'at most 200'],
    [{ filter: 'name=fts.a' }, 'not supported'],
    [{ filter: 'settings=gt.{}' }, 'not supported'],
    [{ filter: 'name' }, 'not a filter'],
  ])('%o is refused in words', async (options, words) => {
    await expect(follow(author.live, options)).rejects.toThrow(words)
  })

  it('sends only the requested events, and all published tables when none is named', async () => {
    const updates = await follow(author.live, { event: 'UPDATE' })
    const everything = await follow(author.live, { table: '*' })
    const id = await addDemo(author, 'Steps')
    const { error } = await author.client
      .from('demo_steps')
      .insert({ demo_id: id, order: 1, screenshot_url: 'a/b.png' })
    expect(error).toBeNull()
    await rename(author, id, 'Stairs')
    await updates.heard.count(1)
    await everything.heard.count(3)
    expect(updates.heard.all.map(({ eventType }) => eventType)).toEqual(['UPDATE'])
    expect(everything.heard.all.map(({ table, eventType }) => `${table} ${eventType}`)).toEqual([
      'demos INSERT',
      'demo_steps INSERT',
      'demos UPDATE',
    ])
  })
})

describe('many changes at once', () => {
  it('arrive complete, once each and in order', async () => {
    const { heard, channel } = await follow(author.live, { event: 'INSERT', filter: 'name=like.bulk%' })
    const names = Array.from({ length: 1_200 }, (_, index) => `bulk ${String(index).padStart(4, '0')}`)
    const { error } = await author.client.from('demos').insert(names.map((name) => ({ name })))
    expect(error).toBeNull()
    await Promise.all(Array.from({ length: 20 }, (_, index) => addDemo(author, `bulk of one ${index}`)))
    const all = await heard.count(1_220, 30_000)
    const heardNames = all.map((change) => ('name' in change.new ? change.new['name'] : null))
    expect(heardNames.filter((name) => !String(name).includes('of one'))).toEqual(names)
    expect(new Set(heardNames).size).toBe(1_220)
    await author.live.removeChannel(channel)
  })

  it('reach subscribers with permission, in order, even when a policy fails for one of them', async () => {
    const [mine, theirs] = await Promise.all([follow(author.live), follow(stranger.live)])
    const { database } = server.backend.services
    // Restrictive, so that it runs whatever the other policies say.
    await database.runScript(`create policy "fails for one" on public.demos as restrictive for select to authenticated
      using (case when name = 'row 7' then 1 / (length(name) - 5) > 0 else true end)`)
    const rows = Array.from({ length: 30 }, (_, index) => ({
      name: `row ${index}`,
      workspace_id: (index % 2 === 0 ? author : stranger).workspaceId,
    }))
    const { error } = await server.backend.serviceClient().from('demos').insert(rows)
    expect(error).toBeNull()
    const all = await Promise.all([settle(mine.heard, author), settle(theirs.heard, stranger)])
    await database.runScript('drop policy "fails for one" on public.demos')
    const isRight = (name: string, index: number, parity: number) => index % 2 === parity && name !== 'row 7'
    expect(all.map((heard) => heard.map((change) => ('name' in change.new ? change.new['name'] : null)))).toEqual(
      [0, 1].map((parity) => rows.map(({ name }) => name).filter((name, index) => isRight(name, index, parity))),
    )
    await Promise.all([author.live.removeChannel(mine.channel), stranger.live.removeChannel(theirs.channel)])
  })

  it('include nothing from before the subscription', async () => {
    await addDemo(author, 'Before anybody followed')
    const { heard } = await follow(author.live)
    expect(await settle(heard, author)).toEqual([])
  })
})
