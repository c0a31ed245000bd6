import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRawSocket, type RawSocket } from '#support/raw-socket.ts'
import { startRealtimeServer, type Author, type RealtimeServer } from '#support/realtime-server.ts'

/* What listeners to changes of tables learn about rows and columns they may not read. */

let server: RealtimeServer
let author: Author
let stranger: Author
const sockets: RawSocket[] = []

beforeAll(async () => {
  server = await startRealtimeServer({ filterStepsPerSecond: 20_000 })
  ;[author, stranger] = await Promise.all([server.connectAuthor(), server.connectAuthor()])
})
afterAll(async () => {
  sockets.forEach((socket) => socket.close())
  await server.close()
})

type Frame = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>]
interface ChangeMessage {
  readonly ids: readonly number[]
  readonly data: { readonly type: string; readonly old_record: object; readonly record: object }
}

interface Listener {
  readonly event?: string
  readonly table?: string
  readonly filter?: string
}

/** A channel with these listeners, as the bearer of a token, or anonymous. */
async function listen(token: string | null, listeners: readonly Listener[], topic: string = randomUUID()) {
  const { anonKey } = server.backend.services.config
  const socket = await openRawSocket(server.url, { apikey: anonKey, vsn: '2.0.0' })
  sockets.push(socket)
  const changes = listeners.map((each) => ({ event: '*', schema: 'public', table: 'demos', ...each }))
  const name = `realtime:${topic}`
  socket.send(['1', '1', name, 'phx_join', { config: { postgres_changes: changes }, access_token: token }])
  const isSystem = (frame: unknown) => (frame as Frame)[3] === 'system'
  const [, , , , answer] = (await socket.heard.until(isSystem)) as Frame
  const received = () =>
    socket.heard.all
      .filter((frame) => (frame as Frame)[3] === 'postgres_changes')
      .map((frame) => (frame as Frame)[4] as unknown as ChangeMessage)
  return {
    socket,
    answer,
    received,
    /** Resolves when the subscriber hears that this row was deleted. */
    deletion: async (id: string) => {
      const isIt = (frame: unknown) => {
        const [, , , event, payload] = frame as Frame
        const { data } = payload as unknown as ChangeMessage
        return (
          event === 'postgres_changes' && data.type === 'DELETE' && 'id' in data.old_record && data.old_record.id === id
        )
      }
      const [, , , , payload] = (await socket.heard.until(isIt)) as Frame
      return payload as unknown as ChangeMessage
    },
  }
}

const tokenOf = ({ session }: Author) => session.access_token
const serviceKey = () => server.backend.services.config.serviceRoleKey

async function addDemo(name: string, description: string | null = null): Promise<string> {
  const { data } = await author.client.from('demos').insert({ name, description }).select('id').single().throwOnError()
  return (data as { readonly id: string }).id
}

async function deleteDemo(id: string): Promise<void> {
  await author.client.from('demos').delete().eq('id', id).throwOnError()
}

describe('a deleted row', () => {
  const guesses = ['name=eq.Secret plan', 'name=eq.Other', 'name=like.Secret%', 'name=like.X%', 'name=imatch.^.{3}r']

  it.each([
    ['another account', () => tokenOf(stranger)],
    ['an anonymous visitor', () => null],
  ])('tells %s nothing about its former values', async (_, token) => {
    const id = await addDemo('Secret plan')
    // Anonymous visitors have no privileges on some tables, but on the keys of demos.
    const spy = await listen(
      token(),
      guesses.map((filter) => ({ event: 'DELETE', filter })),
    )
    expect(spy.answer).toMatchObject({ status: 'ok' })
    await deleteDemo(id)
    const { ids, data } = await spy.deletion(id)
    expect(ids).toEqual([1, 2, 3, 4, 5])
    expect(data.old_record).toEqual({ id })
  })

  it('is filtered by its primary key', async () => {
    const [mine, other] = [await addDemo('Mine'), await addDemo('Other')]
    const spy = await listen(tokenOf(author), [
      { event: 'DELETE', filter: `id=eq.${mine}` },
      { event: 'DELETE', filter: `id=eq.${other}` },
      { event: 'DELETE', filter: `id=neq.${mine}` },
    ])
    await deleteDemo(mine)
    await deleteDemo(other)
    expect((await spy.deletion(mine)).ids).toEqual([1])
    expect((await spy.deletion(other)).ids).toEqual([2, 3])
  })

  it('reaches those who follow their workspace, a demo’s steps or a whole table', async () => {
    const id = await addDemo('Followed')
    const follower = await listen(tokenOf(author), [
      { filter: `workspace_id=eq.${author.workspaceId}` },
      { filter: `id=eq.${id}` },
      {},
    ])
    await deleteDemo(id)
    expect((await follower.deletion(id)).ids).toEqual([1, 2, 3])
  })

  it('is filtered by all columns for the service role, which gets them', async () => {
    const id = await addDemo('Secret plan')
    const service = await listen(
      serviceKey(),
      guesses.map((filter) => ({ event: 'DELETE', filter })),
    )
    await deleteDemo(id)
    const { ids, data } = await service.deletion(id)
    expect(ids).toEqual([1, 3, 5])
    expect(data.old_record).toMatchObject({ id, name: 'Secret plan' })
  })
})

describe('a hidden column', () => {
  it('can’t be used in a filter', async () => {
    const spy = await listen(null, [{ table: 'leads', filter: 'email=like.a%' }])
    expect(spy.answer).toMatchObject({
      status: 'error',
      message: expect.stringContaining('invalid column for filter email'),
    })
    const { database } = server.backend.services
    await database.runScript('revoke select on public.demos from authenticated')
    const columns = ['id', 'name', 'workspace_id'].join(', ')
    await database.runScript(`grant select (${columns}) on public.demos to authenticated`)
    try {
      const hidden = await listen(tokenOf(author), [{ filter: 'description=eq.x' }])
      expect(hidden.answer).toMatchObject({ message: expect.stringContaining('invalid column for filter description') })
      const visible = await listen(tokenOf(author), [{ filter: 'name=eq.x' }])
      expect(visible.answer).toMatchObject({ status: 'ok' })
    } finally {
      await database.runScript('grant select on public.demos to authenticated')
    }
  })

  it('matches no filter from before it was hidden', async () => {
    const { database } = server.backend.services
    const spy = await listen(tokenOf(author), [{ filter: 'description=eq.open' }, {}])
    await database.runScript(
      `revoke select on public.demos from authenticated; grant select (id, name, workspace_id) on public.demos to authenticated`,
    )
    try {
      const { error } = await author.client.from('demos').insert({ name: 'Hidden', description: 'open' })
      expect(error).toBeNull()
      await expect.poll(() => spy.received().map(({ ids }) => ids)).toEqual([[2]])
    } finally {
      await database.runScript('grant select on public.demos to authenticated')
    }
  })
})

describe('an expensive filter', () => {
  const text = 'a'.repeat(2_000)
  /** Each takes seven steps per letter. */
  const expensive = (count: number, isDistinct: boolean) =>
    Array.from({ length: count }, (_, index) => ({
      filter: `description=like.%${'a'.repeat(190)}${isDistinct ? index : ''}%`,
    }))
  const systemMessages = ({ socket }: { readonly socket: RawSocket }) =>
    socket.heard.all.filter((frame) => (frame as Frame)[3] === 'system').map((frame) => (frame as Frame)[4]['message'])

  it('costs nothing for rows that its client can’t see', async () => {
    const spy = await listen(tokenOf(stranger), expensive(90, true))
    const own = await listen(tokenOf(author), [{ event: 'INSERT' }])
    for (let index = 0; index < 5; index += 1) await addDemo('Private', text)
    await own.socket.heard.until(() => own.received().length === 5)
    expect(systemMessages(spy)).toEqual(['Subscribed to PostgreSQL'])
    expect(spy.received()).toEqual([])
  })

  it('is evaluated once for all listeners that share it', async () => {
    const many = await listen(tokenOf(author), expensive(100, false))
    const id = await addDemo('Long', text)
    await many.socket.heard.until(() => many.received().length === 1)
    const [change] = many.received()
    expect(change?.ids).toHaveLength(100)
    expect(change?.data.record).toMatchObject({ id })
    expect(systemMessages(many)).toEqual(['Subscribed to PostgreSQL'])
  })

  it('closes its channel when it takes too long, and no other', async () => {
    const greedy = await listen(tokenOf(author), expensive(90, true))
    const modest = await listen(tokenOf(author), [{ filter: 'name=eq.Long' }])
    const id = await addDemo('Long', text)
    await greedy.socket.heard.until((frame) => (frame as Frame)[3] === 'phx_close')
    expect(systemMessages(greedy)).toContain('The filters of your channels take too long')
    expect(greedy.received()).toEqual([])
    await modest.socket.heard.until(() => modest.received().length === 1)
    expect(modest.received()[0]?.data.record).toMatchObject({ id })
  })

  it.each([
    [`name=like.${'a'.repeat(201)}`, 'at most 200 characters'],
    [`name=ilike.${'a'.repeat(201)}`, 'at most 200 characters'],
    ['name=match."(a{0,30}){0,30}b"', 'repeats too much'],
    [`name=match.${'a{1000}'.repeat(20)}`, 'repeats too much'],
  ])('is refused: %s', async (filter, message) => {
    const refused = await listen(tokenOf(author), [{ filter }])
    expect(refused.answer).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  })
})
