import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ServerEvent } from '#protocol/agent-events.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import type { SignedUp } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Meetings the agent books: with whom, when, never twice, and the mails they send. */

let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  server = await startAgentServer()
  author = await server.backend.signUp('rosa@example.com')
  demoId = await addNotesDemo(author.client)
  await takeMeetings(author, demoId)
})

afterAll(() => server.close())

/** All day, every day, so that the test doesn't depend on when it runs. */
async function takeMeetings(account: SignedUp, ofDemo: string): Promise<string> {
  const { data } = await account.client.from('demos').select('workspace_id').eq('id', ofDemo).single().throwOnError()
  const { workspace_id } = data as { readonly workspace_id: string }
  const agent = await account.client.from('agents').select('id').match({ workspace_id }).single().throwOnError()
  const { id: agentId } = agent.data as { readonly id: string }
  await account.client
    .from('availability')
    .insert({
      agent_id: agentId,
      workspace_id,
      is_on: true,
      time_zone: 'Europe/Berlin',
      weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
      organiser_email: account.user.email,
      place: 'https://meet.example/rosa',
    })
    .throwOnError()
  return agentId
}

async function visit(): Promise<AgentVisitor> {
  const visitor = await AgentVisitor.start(server.url, demoId)
  await visitor.nextTurn(0)
  return visitor
}

type Slots = Extract<ServerEvent, { t: 'slots' }>

async function askForTimes(visitor: AgentVisitor): Promise<Slots['slots']> {
  const from = visitor.events.length
  visitor.send({ t: 'ui.click', action: 'book' })
  return (await visitor.until('slots', ({ slots }) => slots.length > 0, from)).slots
}

/** Up to the question whether to book. */
async function choose(visitor: AgentVisitor, slotId: string, email: string): Promise<void> {
  const from = visitor.events.length
  visitor.send({ t: 'form.submit', field: 'slot', value: slotId })
  await visitor.until('form', () => true, from)
  const asked = visitor.events.length
  visitor.send({ t: 'form.submit', field: 'email', value: email })
  await visitor.until('form', ({ field }) => field === 'confirm', asked)
}

/** The agent's turns after the yes, once one contains the calendar's answer. */
async function confirm(visitor: AgentVisitor): Promise<string> {
  const from = visitor.events.length
  visitor.send({ t: 'form.submit', field: 'confirm', value: 'yes' })
  const segment = await visitor.until(
    'seg',
    ({ text }) => /^(?:Booked|Moved|Sorry|That time|I can.t book)/.test(text),
    from,
  )
  return segment.text
}

async function meetingsOf(email: string) {
  const { data } = await author.client
    .from('meetings')
    .select('*')
    .eq('email', email)
    .order('created_at')
    .throwOnError()
  return data as readonly Readonly<Record<string, unknown>>[]
}

/** Mails are sent after the answer. */
const soon = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000 })

/** The team also gets mails about leads. */
const isInvitation = ({ kind }: { readonly kind: string }) => kind === 'meeting_organiser'

async function mailsTo(address: string) {
  const { delivery, config } = server.backend.services
  await delivery.mail.settled()
  const folder = join(config.dataDir, 'outbox')
  const mails = (await delivery.outbox.list()).filter(({ to }) => to === address)
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${address}`))
  return { mails, files }
}

test('a visitor books, both sides get the invitation, and the author gets a lead with the meeting', async () => {
  const visitor = await visit()
  const slots = await askForTimes(visitor)
  expect(slots.length).toBeGreaterThan(3)
  await choose(visitor, slots[0]?.id ?? '', 'ada@example.com')
  expect(await meetingsOf('ada@example.com')).toEqual([])
  expect(await confirm(visitor)).toMatch(/^Booked: .*ada@example\.com\.$/)

  const [meeting] = await meetingsOf('ada@example.com')
  expect(meeting).toMatchObject({ status: 'booked', name: 'ada', time_zone: 'UTC', conversation_id: visitor.sid })
  expect(Date.parse(String(meeting?.['starts_at']))).toBe(Date.parse(slots[0]?.startUtc ?? ''))
  const leads = await author.client.from('leads').select('email,meetings(id,status)').eq('id', meeting?.['lead_id'])
  expect(leads.data).toEqual([{ email: 'ada@example.com', meetings: [{ id: meeting?.['id'], status: 'booked' }] }])

  await soon(async () => (await mailsTo('rosa@example.com')).mails.filter(isInvitation).length).toBe(1)
  await soon(async () => (await mailsTo('ada@example.com')).files.length).toBe(1)
  const { mails, files } = await mailsTo('ada@example.com')
  expect(mails).toMatchObject([{ kind: 'meeting_visitor', link: expect.stringContaining('/meeting/') }])
  expect(files[0]).toContain('method=REQUEST')
  const page = new URL(new URL(String(mails[0]?.link)).pathname, server.url)
  const entry = await fetch(`${page}/invite.ics`)
  expect(entry.headers.get('content-disposition')).toBe('attachment; filename="invite.ics"')
  expect(await entry.text()).toContain(`UID:${String(meeting?.['id'])}@`)
  expect((await fetch(`${page}/invite.ics`.replace('/meeting/', '/meeting/x'))).status).toBe(404)
  await soon(async () => (await meetingsOf('ada@example.com'))[0]?.['notified_version']).toBe(1)

  // The conversation's second booking moves the first, and notifies both.
  const others = await askForTimes(visitor)
  expect(others.map(({ startUtc }) => startUtc)).not.toContain(slots[0]?.startUtc)
  visitor.send({ t: 'form.submit', field: 'slot', value: others[2]?.id ?? '' })
  await visitor.until('form', ({ slotId }) => slotId === others[2]?.id)
  expect(await confirm(visitor)).toMatch(/^Moved:/)
  expect(await meetingsOf('ada@example.com')).toMatchObject([{ id: meeting?.['id'], status: 'moved', version: 2 }])
  await soon(async () => (await mailsTo('ada@example.com')).mails[0]?.subject).toMatch(/was moved$/)
  visitor.close()
})

test('two visitors who want the same time at once never both get it', async () => {
  const pair = await Promise.all([visit(), visit()])
  const slots = await Promise.all(pair.map(askForTimes))
  expect(slots[0]?.[1]?.startUtc).toBe(slots[1]?.[1]?.startUtc)
  await Promise.all(pair.map((visitor, at) => choose(visitor, slots[at]?.[1]?.id ?? '', `race-${at}@example.com`)))
  const outcomes = await Promise.all(pair.map(confirm))
  expect(outcomes.filter((text) => text.startsWith('Booked'))).toHaveLength(1)
  expect(outcomes.filter((text) => text.startsWith('Sorry, that'))).toHaveLength(1)
  const { data } = await author.client.from('meetings').select('id').like('email', 'race-%').throwOnError()
  expect(data).toHaveLength(1)
  for (const visitor of pair) visitor.close()
})

test('a time not offered to this visitor is invalid, even if it was offered to another', async () => {
  const [one, other] = await Promise.all([visit(), visit()])
  const [slots] = await Promise.all([askForTimes(one), askForTimes(other)])
  for (const id of [slots[0]?.id ?? '', `${slots[0]?.id}A`, 'tomorrow at nine']) {
    const from = other.events.length
    other.send({ t: 'form.submit', field: 'slot', value: id })
    // The refusal offers this visitor's own times.
    const again = await other.until('slots', ({ slots: own }) => own.length > 0, from)
    expect(again.slots.map((slot) => slot.id)).not.toContain(id)
  }
  one.close()
  other.close()
})

test('only members see meetings, and only editors cancel them', async () => {
  const visitor = await visit()
  const slots = await askForTimes(visitor)
  await choose(visitor, slots[3]?.id ?? '', 'eve@example.com')
  await confirm(visitor)
  visitor.close()
  const [meeting] = await meetingsOf('eve@example.com')
  const id = String(meeting?.['id'])
  const stranger = await server.backend.signUp()
  expect((await stranger.client.from('meetings').select('id')).data).toEqual([])
  const cancel = async (account: SignedUp, meetingId = id) => {
    const headers = { authorization: `Bearer ${account.session.access_token}` }
    return (await fetch(`${server.url}/account/v1/meetings/${meetingId}/cancel`, { method: 'POST', headers })).status
  }
  expect(await cancel(stranger)).toBe(404)
  expect(await cancel(author, randomUUID())).toBe(404)
  expect((await fetch(`${server.url}/account/v1/meetings/${id}/cancel`, { method: 'POST' })).status).toBe(401)
  for (const name of ['book_meeting', 'move_meeting', 'cancel_meeting_for_visitor', 'claim_meeting_notices']) {
    expect((await author.client.rpc(name)).error, name).not.toBeNull()
  }
  expect((await author.client.rpc('cancel_meeting_for_visitor', { p_meeting_id: id })).error?.code).toBe('42501')
  // Another person's agent can't be given hours.
  const foreign = await stranger.client
    .from('availability')
    .update({ is_on: false })
    .eq('workspace_id', meeting?.['workspace_id'])
    .select()
  expect(foreign.data).toEqual([])

  expect(await cancel(author)).toBe(204)
  expect(await meetingsOf('eve@example.com')).toMatchObject([{ status: 'cancelled', cancelled_by: 'author' }])
  await soon(async () => (await mailsTo('eve@example.com')).mails.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/was cancelled$/),
  )
  await soon(async () => (await mailsTo('eve@example.com')).files.some((text) => text.includes('method=CANCEL'))).toBe(
    true,
  )
  // The time is free again.
  const next = await visit()
  expect((await askForTimes(next)).map(({ startUtc }) => startUtc)).toContain(slots[3]?.startUtc)
  next.close()

  // Erasing the lead deletes the meeting, and cancels it first.
  const leadId = String(meeting?.['lead_id'])
  const traces = await author.client.rpc('get_lead_traces', { p_lead_id: leadId }).throwOnError()
  expect(traces.data).toMatchObject([{ leads: 1, meetings: 1 }])
  await author.client.rpc('erase_lead', { p_lead_id: leadId }).throwOnError()
  expect(await meetingsOf('eve@example.com')).toEqual([])
})

test('no mail is sent in the name of an unconfirmed address', async () => {
  const rules = (are: boolean) =>
    server.backend.services.database.transaction('system', [
      { text: 'update public.address_rules set are_proven = $1', values: [are] },
    ])
  const hours = author.client.from('availability')
  const stranger = await hours.update({ organiser_email: 'boss@example.com' }).eq('is_on', true)
  expect(stranger.error).toMatchObject({
    code: '22023',
    message: 'Invitations go out in the name of an editor of the workspace whose address is confirmed',
  })
  // The author's own address, confirmed nowhere. From here on confirmation is required.
  await rules(true)
  try {
    expect((await hours.update({ place: 'By phone' }).eq('is_on', true)).error?.code).toBe('22023')
    const visitor = await visit()
    const from = visitor.events.length
    visitor.send({ t: 'ui.click', action: 'book' })
    await visitor.nextTurn(from)
    expect(visitor.events.filter((event) => event.t === 'slots' && event.slots.length > 0)).toEqual([])
    visitor.close()
  } finally {
    await rules(false)
  }
  // Outsiders don't learn who works there.
  const outsider = await server.backend.signUp()
  const { data } = await author.client.from('availability').select('agent_id,workspace_id').single().throwOnError()
  for (const organiser_email of ['rosa@example.com', 'nobody@example.com']) {
    const row = { ...data, is_on: true, time_zone: 'UTC', weekly_hours: [], organiser_email, place: 'x' }
    expect((await outsider.client.from('availability').insert(row)).error?.code).toBe('42501')
  }
})

test('a meeting mail contains no URL but the meeting place', async () => {
  const place = { place: 'Account locked! evil.example https://meet.example/rosa' }
  await author.client.from('availability').update(place).eq('is_on', true).throwOnError()
  const { data } = await author.client.from('demos').select('workspace_id').eq('id', demoId).single().throwOnError()
  const name = 'Verify at https://evil.example/login \u202Enow'
  await author.client.from('workspaces').update({ name }).eq('id', data['workspace_id']).throwOnError()
  await author.client.from('demos').update({ name: 'www.evil.example' }).eq('id', demoId).throwOnError()
  const visitor = await visit()
  const slots = await askForTimes(visitor)
  await choose(visitor, slots[4]?.id ?? '', 'grace@example.com')
  await confirm(visitor)
  visitor.close()
  await soon(async () => (await mailsTo('grace@example.com')).mails.length).toBe(1)
  const [mail] = (await mailsTo('grace@example.com')).mails
  const said = `${mail?.subject}\n${mail?.text}`
  expect(said).toContain('Verify at evil example login')
  expect(said).toContain('Account locked! evil example https://meet.example/rosa')
  expect(said).not.toMatch(/evil\.example|\u202E/)
})

test('a move can’t revive a meeting that is cancelled at the same moment', async () => {
  const email = 'both@example.com'
  const visitor = await visit()
  const [slot] = await askForTimes(visitor)
  await choose(visitor, slot?.id ?? '', email)
  expect(await confirm(visitor)).toContain('Booked')
  visitor.close()
  const [meeting] = await meetingsOf(email)
  const later = (time: unknown) => new Date(Date.parse(String(time)) + 90 * 86_400_000).toISOString()
  const { database } = server.backend.services
  let isCommitted = false
  const cancelled = database
    .transaction('system', [
      { text: 'select public.cancel_meeting_for_visitor($1::uuid)', values: [meeting?.['id']] },
      { text: 'select pg_advisory_xact_lock(720, 720)' },
      // Commits while the move is under way.
      { text: 'select pg_sleep(0.5)' },
    ])
    .then(() => {
      isCommitted = true
    })
  const isLocked = async () => {
    const text = "select exists (select from pg_locks where locktype = 'advisory' and classid = 720) as is_locked"
    return (await database.transaction('system', [{ text }]))[0]?.rows[0]?.['is_locked'] === true
  }
  // With one connection, the lock is never seen.
  await expect.poll(async () => (await isLocked()) || isCommitted).toBe(true)
  const { data: outcome } = await server.backend
    .serviceClient()
    .rpc('move_meeting', {
      p_meeting_id: meeting?.['id'],
      p_starts_at: later(meeting?.['starts_at']),
      p_ends_at: later(meeting?.['ends_at']),
    })
    .throwOnError()
  await cancelled
  expect(outcome).toBe('gone')
  expect(await meetingsOf(email)).toMatchObject([{ status: 'cancelled' }])
})

test('a meeting can be moved a limited number of times a day, and refused moves send no mail', async () => {
  const visitor = await visit()
  const slots = await askForTimes(visitor)
  await choose(visitor, slots[5]?.id ?? '', 'movable@example.com')
  await confirm(visitor)
  visitor.close()
  await soon(async () => (await mailsTo('movable@example.com')).mails.length).toBe(1)
  const { link } = (await mailsTo('movable@example.com')).mails[0] ?? {}
  const address = new URL(new URL(String(link)).pathname, server.url).href
  const notices: boolean[] = []
  for (let times = 0; times < 6; times += 1) {
    const page = await (await fetch(address)).text()
    const [, slot = ''] = /name="slot" value="([^"]+)"/.exec(page) ?? []
    const body = new URLSearchParams({ action: 'move', slot })
    notices.push((await (await fetch(address, { method: 'POST', body })).text()).includes('moved too often'))
  }
  expect(notices).toEqual([false, false, false, true, true, true])
  expect(await meetingsOf('movable@example.com')).toMatchObject([{ version: 4 }])
  await soon(async () => (await meetingsOf('movable@example.com'))[0]?.['notified_version']).toBe(4)
  expect((await mailsTo('movable@example.com')).mails.length).toBeLessThanOrEqual(4)
})

test('a visitor names a time, books it, and cancels it in the talk', async () => {
  const visitor = await visit()
  const from = visitor.events.length
  visitor.say('Can we meet tomorrow after 3 pm?')
  const { slots } = await visitor.until('slots', ({ slots: offered }) => offered.length > 0, from)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const { startUtc } of slots) {
    expect(startUtc.slice(0, 10)).toBe(tomorrow)
    expect(Number(startUtc.slice(11, 13))).toBeGreaterThanOrEqual(15)
  }
  await choose(visitor, slots[0]?.id ?? '', 'mind-changer@example.com')
  await confirm(visitor)
  expect(await meetingsOf('mind-changer@example.com')).toMatchObject([{ status: 'booked' }])
  for (const text of ['Please cancel the meeting', 'yes']) {
    // Visitors may say one thing a second.
    server.backend.passTime(2_000)
    const asked = visitor.events.length
    visitor.say(text)
    await visitor.nextTurn(asked)
  }
  await soon(() => meetingsOf('mind-changer@example.com')).toMatchObject([
    { status: 'cancelled', cancelled_by: 'visitor' },
  ])
  visitor.close()
})

test('a visitor who names a time zone is offered, booked and mailed times in it', async () => {
  const visitor = await visit()
  const from = visitor.events.length
  visitor.say('Can we meet tomorrow at 3 pm eastern?')
  const { slots, zone } = await visitor.until('slots', ({ slots: offered }) => offered.length > 0, from)
  expect(zone).toBe('America/New_York')
  await visitor.until('seg', ({ text }) => text.endsWith('at 15:00, Eastern Time.'), from)
  const hourIn = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' }).format(new Date(at))
  const wished = slots.find(({ startUtc }) => hourIn(startUtc) === '15:00')
  await choose(visitor, wished?.id ?? '', 'kim@example.com')
  expect(await confirm(visitor)).toContain(' at 15:00, Eastern Time. ')
  visitor.close()
  const [meeting] = await meetingsOf('kim@example.com')
  expect(meeting).toMatchObject({ time_zone: 'America/New_York' })
  expect(hourIn(String(meeting?.['starts_at']))).toBe('15:00')
  await soon(async () => (await mailsTo('kim@example.com')).mails[0]?.text ?? '').toContain(
    '15:00 – 15:30 (America/New_York)',
  )
})

test('a visitor who would rather be phoned is called back at the time chosen, and nothing is booked', async () => {
  const visitor = await visit()
  const [slot] = await askForTimes(visitor)
  const from = visitor.events.length
  visitor.send({ t: 'form.submit', field: 'slot', value: slot?.id ?? '' })
  await visitor.until('form', () => true, from)
  for (const text of ['no e-mail please, just phone me', '0161 496 0123']) {
    server.backend.passTime(2_000)
    const asked = visitor.events.length
    visitor.say(text)
    await visitor.nextTurn(asked)
  }
  const noted = visitor.events.find((event) => event.t === 'seg' && event.text.startsWith('Noted: the team'))
  expect(noted).toMatchObject({ text: expect.stringMatching(/ at 0161 496 0123, \w+ \d+ \w+ at \d\d:\d\d\.$/) })
  visitor.close()
  await soon(async () => {
    const { data } = await author.client.from('leads').select('phone,fields').eq('phone', '0161 496 0123')
    return JSON.stringify(data)
  }).toMatch(/Call back.*at \d\d:\d\d \(UTC\)/)
  expect((await author.client.from('meetings').select('id').eq('conversation_id', visitor.sid)).data).toEqual([])
})

test('other people’s addresses stay with the meeting: the organiser reads them, and nobody mails them', async () => {
  const visitor = await visit()
  const [slot] = await askForTimes(visitor)
  const from = visitor.events.length
  visitor.send({ t: 'form.submit', field: 'slot', value: slot?.id ?? '' })
  await visitor.until('form', () => true, from)
  const asked = visitor.events.length
  visitor.say('dana@example.com and can you also invite my cofounder ravi@example.com')
  await visitor.until('form', ({ field }) => field === 'confirm', asked)
  expect(await confirm(visitor)).toMatch(/^Booked: .*dana@example\.com\.$/)
  visitor.close()
  expect(await meetingsOf('dana@example.com')).toMatchObject([{ guests: ['ravi@example.com'] }])
  await soon(async () =>
    (await mailsTo('rosa@example.com')).mails
      .filter(isInvitation)
      .map(({ text }) => text)
      .join('\n'),
  ).toContain('Guests, not invited yet: ravi@example.com')
  const { files } = await mailsTo('dana@example.com')
  expect(files).toHaveLength(1)
  expect(files.join('')).not.toContain('ravi')
  expect(await mailsTo('ravi@example.com')).toEqual({ mails: [], files: [] })

  // Erasing the guest, a lead in turn, leaves the meeting of the other.
  const workspace_id = (await meetingsOf('dana@example.com'))[0]?.['workspace_id']
  const id = crypto.randomUUID()
  const form = { workspace_id, demo_name: 'Tour', card_title: 'Talk to us' }
  const leads = server.backend.serviceClient().from('leads')
  await leads.insert({ ...form, id, email: 'Ravi@example.com', name: 'Ravi' }).throwOnError()
  await author.client.rpc('erase_lead', { p_lead_id: id }).throwOnError()
  expect(await meetingsOf('dana@example.com')).toMatchObject([{ guests: [], status: 'booked' }])
})

/** Stores meetings of an account's first workspace, oldest first. */
async function storeMeetings({ client }: SignedUp, count: number, email: string): Promise<void> {
  const { data } = await client.from('workspaces').select('id').limit(1).single().throwOnError()
  const rows = Array.from({ length: count }, (_, index) => ({
    workspace_id: (data as { readonly id: string }).id,
    demo_name: 'Tour',
    starts_at: '2100-01-01T10:00:00Z',
    ends_at: '2100-01-01T10:30:00Z',
    email,
    name: 'Ada',
    time_zone: 'UTC',
    organiser_email: 'busy@example.com',
    organiser_name: 'Busy',
    place: 'By phone',
    idempotency_key: randomUUID(),
    changed_at: new Date(Date.now() - 60_000 + index).toISOString(),
  }))
  await server.backend.serviceClient().from('meetings').insert(rows).throwOnError()
}

test('an inbox gets five meetings a day from a workspace, under whatever tags', async () => {
  for (let tag = 1; tag <= 5; tag += 1) await storeMeetings(author, 1, `tagged+${tag}@globex.example`)
  const visitor = await visit()
  const [slot] = await askForTimes(visitor)
  await choose(visitor, slot?.id ?? '', 'Tagged+6@globex.example')
  expect(await confirm(visitor)).toMatch(/^I can.t book more meetings for that address/)
  visitor.close()
  expect(await meetingsOf('Tagged+6@globex.example')).toEqual([])
})

test('meetings in another account’s workspaces don’t use up those of an address', async () => {
  const email = 'wanted@globex.example'
  const busy = await server.backend.signUp()
  await storeMeetings(busy, 20, email)
  const visitor = await visit()
  const [slot] = await askForTimes(visitor)
  await choose(visitor, slot?.id ?? '', email)
  expect(await confirm(visitor)).toMatch(/^Booked/)
  visitor.close()
})

test('workspaces take turns in mailing about meetings', async () => {
  const [busy, calm] = await Promise.all([server.backend.signUp(), server.backend.signUp()])
  await storeMeetings(busy, 30, 'ada@globex.example')
  await storeMeetings(calm, 1, 'grace@globex.example')
  const { data } = await server.backend.serviceClient().rpc('claim_meeting_notices').throwOnError()
  expect((data as readonly { readonly email: string }[]).map(({ email }) => email)).toContain('grace@globex.example')
})

test('asks a network that opens meeting pages again and again to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(new URL('/meeting/x', server.url))))
  const waiting = answers.filter(({ status }) => status === 429)
  expect(waiting.length).toBeGreaterThan(20)
  expect(waiting[0]?.headers.get('retry-after')).toBe('60')
  expect(await waiting[0]?.text()).toBe('This page was opened too often. Please try again in a minute.')
})
