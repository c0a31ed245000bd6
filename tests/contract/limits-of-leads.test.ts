import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newCard } from '#domain/card.ts'
import { toCardRow } from '#protocol/card-rows.ts'
import { sendLeadNotices } from '#server/agent/lead-notices.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { inNetwork, requestsFrom } from '#support/requests-from.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* What one network may send with a lead form, and the mails about it. */

let backend: Backend
const { post, clientAt } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000' } })
})
afterAll(() => backend.close())

describe('the lead form', () => {
  let on: TrackedDemo
  let cardId: string

  beforeAll(async () => {
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
  })

  async function addLeadCard({ owner, stepIds }: TrackedDemo): Promise<string> {
    const id = randomUUID()
    const shown = { widthPx: 1000, heightPx: 600 }
    const card = newCard({ id, stepId: stepIds[0] ?? '', type: 'lead', position: 1, shown })
    await owner.client.from('step_cards').upsert(toCardRow(card)).throwOnError()
    return id
  }

  const leave = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    clientAt(address, { 'x-demo-id': on.demoId, ...headers }).rpc('submit_lead', {
      p_id: randomUUID(),
      p_card_id: cardId,
      p_answers: { email: `${randomUUID()}@example.com`, name: 'Ada' },
    })

  it('refuses a network that floods it, whatever headers it sends, and accepts others', async () => {
    const statuses: number[] = []
    for (let index = 1; index <= 40; index += 1) {
      const forged = {
        'x-visitor-network': `198.51.100.${index}`,
        'cf-connecting-ip': `198.51.100.${index}`,
        'x-forwarded-for': `198.51.100.${index}`,
      }
      statuses.push((await leave(inNetwork('2001:db8:5:1', index), forged)).status)
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await leave('203.0.113.9')).status).toBe(204)
    expect((await leave('2001:db8:5:2::1')).status).toBe(204)
    const form = {
      id: randomUUID(),
      cardId,
      answers: { email: 'ada@example.com', name: 'Ada' },
      sessionId: null,
      hasConsented: false,
    }
    expect((await post('203.0.113.10', `/share/v1/demos/${on.demoId}/leads`, form)).status).toBe(204)
    expect(
      (await post('2001:db8:5:1::77', `/share/v1/demos/${on.demoId}/leads`, { ...form, id: randomUUID() })).status,
    ).toBe(429)
  })

  it('mails the team about other leads at once when one network sends very many', async () => {
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    const { delivery } = backend.services
    const mailed = async () => {
      await sendLeadNotices(backend.services)
      await delivery.mail.settled()
      const mails = await delivery.outbox.list()
      return mails.filter(({ to, kind }) => to === on.owner.user.email && kind === 'lead_notice')
    }
    for (let index = 0; index < 30; index += 1) expect((await leave('203.0.113.66')).status).toBe(204)
    expect(await mailed()).toHaveLength(20)
    for (const host of [67, 68, 69]) expect((await leave(`203.0.113.${host}`)).status).toBe(204)
    expect(await mailed()).toHaveLength(23)
  })

  it('mails other teams first when a workspace’s leads have used up the mails of the hour', async () => {
    const { database, delivery } = backend.services
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    for (let host = 1; host <= 20; host += 1) expect((await leave(`198.51.100.${host}`)).status).toBe(204)
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    expect((await leave('198.51.100.21')).status).toBe(204)
    await database.transaction('system', [
      {
        text: `insert into auth.rate_limits values ('leads', auth.limit_key('{"key": ""}'), 5, $1)
               on conflict (name, key_hash) do update set level = 5, filled_at = $1`,
        values: [new Date(backend.services.now()).toISOString()],
      },
    ])
    await sendLeadNotices(backend.services)
    await delivery.mail.settled()
    const mails = await delivery.outbox.list()
    expect(mails.filter(({ to, kind }) => to === on.owner.user.email && kind === 'lead_notice')).toHaveLength(1)
    await database.transaction('system', [{ text: `delete from auth.rate_limits where name = 'leads'` }])
    await sendLeadNotices(backend.services)
  })

  it('stays open to others when a network rotates within its /48', async () => {
    let kept = 0
    for (let index = 1; index <= 520; index += 1) {
      if ((await leave(`2001:db8:6:${index.toString(16)}::1`)).status === 204) kept += 1
    }
    expect(kept).toBe(480)
    expect((await leave('203.0.113.11')).status).toBe(204)
  }, 120_000)
})
