import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { reconcileCalCom } from '#server/meetings/cal-com-meetings.ts'
import { openCalendar, type Calendar } from '#server/meetings/calendar.ts'
import { sendMeetingNotices } from '#server/meetings/meeting-notices.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { startCalComPeer, type CalComPeer } from '#support/cal-com-peer.ts'
import { listenOnLoopback } from '#support/listen-on-loopback.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Meeting times from outside: busy times of an ICS address, and Cal.com. */

let backend: Backend
let on: TrackedDemo
let agentId: string
let calendar: Calendar

beforeAll(async () => {
  backend = await startBackend({ env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  calendar = openCalendar(backend.services)
})

afterAll(() => backend.close())

beforeEach(async () => {
  on = await makeTrackedDemo(backend)
  agentId = randomUUID()
  const own = { workspace_id: on.workspaceId }
  await on.owner.client
    .from('agents')
    .insert({ id: agentId, slug: agentId, ...own })
    .throwOnError()
  const hours = {
    agent_id: agentId,
    is_on: true,
    time_zone: 'UTC',
    weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
    notice_minutes: 0,
    organiser_email: on.owner.user.email,
    place: 'By phone',
  }
  await on.owner.client
    .from('availability')
    .insert({ ...hours, ...own })
    .throwOnError()
})

function hoursOf(change: Readonly<Record<string, unknown>>) {
  return on.owner.client.from('availability').update(change).eq('agent_id', agentId).throwOnError()
}

async function send(method: string, path: string, body?: unknown, account = on.owner) {
  const response = await backend.app.fetch(
    new Request(`http://understudy.test/meetings/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${account.session.access_token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

/** Books the `index`-th free time as a visitor would. */
async function bookTime(conversationId: string, index: number, email = 'ada@example.com') {
  const free = await calendar.freeTimes(agentId, conversationId, 0)
  const { id: slotId, startsAt } = free[index]!
  const booking = {
    agentId,
    demoId: on.demoId,
    conversationId,
    slotId,
    email,
    name: null,
    timeZone: 'UTC',
    sessionId: null,
  }
  const outcome = await calendar.book(booking)
  return { outcome, startsAt, booking }
}

async function startConversation(): Promise<string> {
  const id = randomUUID()
  const row = {
    id,
    workspace_id: on.workspaceId,
    demo_id: on.demoId,
    mode: 'text',
    consent_at: new Date().toISOString(),
  }
  await backend.serviceClient().from('conversations').insert(row).throwOnError()
  return id
}

async function meetings() {
  const { data } = await on.owner.client.from('meetings').select('*').eq('agent_id', agentId).order('created_at')
  return data as readonly Readonly<Record<string, unknown>>[]
}

describe('busy times', () => {
  let served: { body: string; status: number; asked: number }
  let feed: Awaited<ReturnType<typeof listenOnLoopback>>

  beforeAll(async () => {
    served = { body: '', status: 200, asked: 0 }
    feed = await listenOnLoopback(
      createServer((_, response) => {
        served.asked += 1
        response.writeHead(served.status, { 'content-type': 'text/calendar' })
        response.end(served.body)
      }),
    )
  })

  afterAll(() => feed.close())

  const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  function serve(...times: (readonly [number, number])[]): void {
    const events = times.map(
      ([from, to], at) =>
        `BEGIN:VEVENT\r\nUID:${at}@t\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${stamp(from)}\r\nDTEND:${stamp(to)}\r\nEND:VEVENT\r\n`,
    )
    served = {
      body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:t\r\n${events.join('')}END:VCALENDAR\r\n`,
      status: 200,
      asked: 0,
    }
  }
  const connect = () =>
    send('PUT', `/agents/${agentId}/busy`, { address: `${feed.origin}/private.ics`, timeZone: 'UTC' })
  const startsOf = async (id: string) => (await calendar.freeTimes(agentId, id, 0)).map(({ startsAt }) => startsAt)

  it('are never offered, and are looked up again when booking', async () => {
    const talk = await startConversation()
    const [first = 0, second = 0, third = 0] = await startsOf(talk)
    serve([first, second])
    expect(await connect()).toEqual({ status: 200, body: { busy: 1 } })
    expect((await startsOf(talk))[0]).toBe(first)
    await hoursOf({ source: 'busy' })
    expect((await startsOf(talk)).slice(0, 2)).toEqual([second, third])
    // A copy is used for five minutes.
    serve([first, third])
    expect((await startsOf(talk))[0]).toBe(second)
    expect(served.asked).toBe(0)
    backend.passTime(60_000)
    expect((await bookTime(talk, 0)).outcome).toBe('taken')
    expect((await startsOf(talk))[0]).toBe(third)
    expect(served.asked).toBe(1)
  })

  it('come from the last copy while the address is down, and the team gets an email after a day', async () => {
    const talk = await startConversation()
    await hoursOf({ source: 'busy' })
    const start = (await startsOf(talk)).find((at) => at > Date.now() + 40 * 3_600_000) ?? 0
    serve([start, start + 1_800_000])
    await connect()
    served = { body: 'gone', status: 500, asked: 0 }
    backend.passTime(6 * 60_000)
    expect(await startsOf(talk)).not.toContain(start)
    expect(await startsOf(talk)).not.toContain(start)
    // After a failure the address is left alone for a minute.
    expect(served.asked).toBe(1)
    // The author's session ends meanwhile.
    const connection = () =>
      backend.serviceClient().from('calendar_connections').select().eq('agent_id', agentId).single()
    expect((await connection()).data).toMatchObject({
      hint: new URL(feed.origin).host,
      problem: 'The address answered with status 500.',
    })
    backend.passTime(25 * 3_600_000)
    expect(await startsOf(talk)).toContain(start)
    const { delivery } = backend.services
    const mails = async () => {
      await delivery.mail.settled()
      return (await delivery.outbox.list()).filter(
        ({ to, kind }) => kind === 'calendar_problem' && to === on.owner.user.email,
      )
    }
    await expect.poll(async () => (await mails()).length).toBe(1)
    expect((await mails())[0]?.text).toContain('The address answered with status 500.')
    serve()
    backend.passTime(2 * 60_000)
    await startsOf(talk)
    expect((await connection()).data).toMatchObject({ problem: null })
  })

  it.each([
    ['a web page', '<html></html>', 200, /readable calendar file/],
    ['an error', '', 404, /status 404/],
    ['too much', `BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(400_000)}`, 200, /too large/],
  ])('can’t be connected to %s', async (_, body, status, sentence) => {
    served = { body, status, asked: 0 }
    const answer = await connect()
    expect(answer.status).toBe(400)
    expect(answer.body['message']).toMatch(sentence)
    expect((await on.owner.client.from('calendar_connections').select('id').eq('agent_id', agentId)).data).toEqual([])
  })

  it('are connected by editors of the workspace only, and the address is never shown', async () => {
    serve()
    const stranger = await backend.signUp()
    const address = `${feed.origin}/private.ics`
    expect((await send('PUT', `/agents/${agentId}/busy`, { address }, stranger)).status).toBe(404)
    expect((await send('PUT', `/agents/${agentId}/busy`, { address: 'nonsense' })).status).toBe(400)
    expect((await send('PUT', `/agents/${agentId}/busy`, { address: 'file:///etc/passwd' })).status).toBe(400)
    await connect()
    const { data } = await on.owner.client.from('calendar_connections').select('*')
    expect(JSON.stringify(data)).not.toContain('private.ics')
    expect((await on.owner.client.from('calendar_secrets').select('*')).error?.code).toBe('42501')
    expect((await stranger.client.from('calendar_connections').select('*')).data).toEqual([])
    await on.owner.client.from('calendar_connections').delete().eq('agent_id', agentId).throwOnError()
    expect((await on.owner.client.from('calendar_connections').select('id')).data).toEqual([])
  })
})

describe('Cal.com', () => {
  let peer: CalComPeer

  beforeEach(async () => {
    peer = await startCalComPeer()
    // Uses the server's clock, which earlier tests have advanced.
    const tomorrow = new Date(backend.services.now() + 86_400_000).toISOString().slice(0, 10)
    peer.slots = ['09:00', '09:30', '14:00', '15:30'].map((time) => `${tomorrow}T${time}:00.000Z`)
    return () => peer.close()
  })

  const connect = (key = peer.key) => send('PUT', '/cal-com', { workspaceId: on.workspaceId, key, url: peer.origin })
  async function useCalCom(): Promise<string> {
    await connect()
    await hoursOf({ source: 'cal_com', cal_com_event_type: 7 })
    return startConversation()
  }

  /** As if half a minute had passed in the database. */
  async function reconcile(): Promise<void> {
    const earlier = `update public.meetings set created_at = created_at - interval '31 seconds' where agent_id = $1`
    await backend.services.database.transaction('system', [{ text: earlier, values: [agentId] }])
    await reconcileCalCom(backend.services)
  }

  it('is connected with a key that works, which nobody reads back', async () => {
    expect(await connect('cal_live_wrong_key')).toMatchObject({
      status: 400,
      body: { message: 'Cal.com doesn’t accept the key.' },
    })
    expect(await connect()).toEqual({ status: 200, body: { eventTypes: [{ id: 7, title: 'Intro', minutes: 30 }] } })
    expect((await send('GET', `/cal-com/event-types?workspace=${on.workspaceId}`)).body).toEqual({
      eventTypes: [{ id: 7, title: 'Intro', minutes: 30 }],
    })
    const { data } = await on.owner.client.from('calendar_connections').select('*')
    expect(data).toMatchObject([{ kind: 'cal_com', hint: `…${peer.key.slice(-4)}` }])
    expect(JSON.stringify(data)).not.toContain(peer.key)
    const stranger = await backend.signUp()
    expect((await send('GET', `/cal-com/event-types?workspace=${on.workspaceId}`, undefined, stranger)).status).toBe(
      403,
    )
  })

  it('offers its times, books, moves and cancels', async () => {
    const talk = await useCalCom()
    const free = await calendar.freeTimes(agentId, talk, 0)
    expect(free.map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual(peer.slots)
    const { outcome, booking } = await bookTime(talk, 0)
    expect(outcome).toBe('booked')
    const [first] = await meetings()
    expect(first).toMatchObject({
      provider: 'cal_com',
      status: 'booked',
      place: expect.stringContaining('https://cal.example/'),
    })
    expect(peer.bookings.get(String(first?.['external_uid']))).toMatchObject({
      email: 'ada@example.com',
      status: 'accepted',
    })
    // A repeated request is the same booking.
    expect(await calendar.book(booking)).toBe('booked')
    expect(peer.bookings.size).toBe(1)
    // A second booking in the conversation moves the first.
    expect((await bookTime(talk, 1)).outcome).toBe('moved')
    const [moved] = await meetings()
    expect(moved).toMatchObject({ id: first?.['id'], status: 'moved' })
    expect(moved?.['external_uid']).not.toBe(first?.['external_uid'])
    expect(await calendar.cancelOf(talk)).toBe(true)
    await sendMeetingNotices(backend.services)
    expect([...peer.bookings.values()].filter(({ status }) => status === 'accepted')).toEqual([])
    // Cal.com mails its own invitations.
    const mails = (await backend.services.delivery.outbox.list()).filter(({ to }) => to === 'ada@example.com')
    expect(mails.filter(({ kind }) => kind.startsWith('meeting'))).toEqual([])
  })

  it('refuses a time that is gone, without a meeting', async () => {
    const talk = await useCalCom()
    const free = await calendar.freeTimes(agentId, talk, 0)
    peer.trouble = 'taken'
    const booking = {
      agentId,
      demoId: on.demoId,
      conversationId: talk,
      email: 'eve@example.com',
      name: 'Eve',
      timeZone: 'UTC',
    }
    expect(await calendar.book({ ...booking, sessionId: null, slotId: free[0]!.id })).toBe('taken')
    expect(await meetings()).toEqual([])
  })

  it.each(['error', 'garbage', 'cut', 'pending'] as const)(
    'is never said to have booked after “%s”',
    async (trouble) => {
      const talk = await useCalCom()
      const free = await calendar.freeTimes(agentId, talk, 0)
      peer.trouble = trouble
      const booking = {
        agentId,
        demoId: on.demoId,
        conversationId: talk,
        email: 'eve@example.com',
        name: 'Eve',
        timeZone: 'UTC',
      }
      const made = calendar.book({ ...booking, sessionId: null, slotId: free[0]!.id })
      await expect(made).rejects.toMatchObject({ problem: 'unknown' })
      expect(await meetings()).toEqual([])
      peer.trouble = null
      await reconcile()
      const { data } = await backend.serviceClient().from('meetings').select('id').eq('agent_id', agentId)
      expect(data).toEqual([])
    },
  )

  it.each(['error', 'garbage', 'cut', 'limit'] as const)('offers no times after “%s”', async (trouble) => {
    const talk = await useCalCom()
    peer.trouble = trouble
    const problem = trouble === 'limit' ? 'busy' : 'unknown'
    await expect(calendar.freeTimes(agentId, talk, 0)).rejects.toMatchObject({ problem })
  })

  it.each(['booking', 'move'])('cancels a %s that it confirms after the meeting was cancelled', async (kind) => {
    const talk = await useCalCom()
    if (kind === 'move') await bookTime(talk, 0)
    const answered = Promise.withResolvers<void>()
    peer.hold = answered.promise
    const calls = peer.calls.length
    const made = bookTime(talk, 1)
    const isMade = ({ method }: { readonly method: string }) => method === 'POST'
    await expect.poll(() => peer.calls.slice(calls).some(isMade)).toBe(true)
    expect(await calendar.cancelOf(talk)).toBe(true)
    await sendMeetingNotices(backend.services)
    answered.resolve()
    expect((await made).outcome).toBe('off')
    await sendMeetingNotices(backend.services)
    expect([...peer.bookings.values()].filter(({ status }) => status === 'accepted')).toEqual([])
    expect((await meetings()).map(({ status }) => status)).toEqual(['cancelled'])
  })

  describe('whose answer to a booking was lost', () => {
    let talk: string

    beforeEach(async () => {
      talk = await useCalCom()
      peer.trouble = 'lost'
      await expect(bookTime(talk, 0)).rejects.toMatchObject({ problem: 'unknown' })
      peer.trouble = null
    })

    it('is asked for it later, and then there is a meeting', async () => {
      expect(await meetings()).toEqual([])
      await reconcile()
      const [uid] = peer.bookings.keys()
      expect(await meetings()).toMatchObject([{ status: 'booked', external_uid: uid, moves: 0 }])
    })

    it('cancels it when the visitor books another time', async () => {
      expect((await bookTime(talk, 1)).outcome).toBe('booked')
      await reconcile()
      await sendMeetingNotices(backend.services)
      expect([...peer.bookings.values()].map(({ start, status }) => [start, status])).toEqual([
        [peer.slots[0], 'cancelled'],
        [peer.slots[2], 'accepted'],
      ])
    })
  })

  it('keeps a cancellation until Cal.com has taken it', async () => {
    const talk = await useCalCom()
    await bookTime(talk, 2)
    peer.trouble = 'error'
    await calendar.cancelOf(talk)
    await sendMeetingNotices(backend.services)
    expect([...peer.bookings.values()]).toMatchObject([{ status: 'accepted' }])
    peer.trouble = null
    const retry = `update public.meetings set notify_claimed_at = null where agent_id = $1`
    await backend.services.database.transaction('system', [{ text: retry, values: [agentId] }])
    await sendMeetingNotices(backend.services)
    expect([...peer.bookings.values()]).toMatchObject([{ status: 'cancelled' }])
  })

  it('gives the author the reason, and offers nothing', async () => {
    const talk = await useCalCom()
    const free = await calendar.freeTimes(agentId, talk, 0)
    peer.trouble = 'limit'
    const booking = {
      agentId,
      demoId: on.demoId,
      conversationId: talk,
      email: 'eve@example.com',
      name: 'Eve',
      timeZone: 'UTC',
    }
    expect(await calendar.book({ ...booking, sessionId: null, slotId: free[0]!.id })).toBe('off')
    expect(await meetings()).toEqual([])
    const { data } = await on.owner.client.from('calendar_connections').select('problem').single()
    expect(data).toEqual({ problem: 'Cal.com gets too many requests. Try again in a minute.' })
  })
})
