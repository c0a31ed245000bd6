import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { makeTrackedDemo, postTracking, trackingEvent, type TrackedDemo } from '#support/tracked-demo.ts'
import { totalsAsKept, totalsFromEvents } from '#support/tracking-oracle.ts'

/* Under load, events are acknowledged once durable and become rows a little later. */

let backend: Backend
let tracked: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
  tracked = await makeTrackedDemo(backend)
})

afterAll(() => backend.close())

async function sql(text: string, values: readonly unknown[] = []) {
  const [result] = await backend.services.database.transaction('system', [{ text, values }])
  return result?.rows ?? []
}

/** Enough requests for a load, of two events each; the jobs that would store them don't run here. */
async function pour(sessionId: string, fields: Partial<TrackingEventRow> = {}): Promise<readonly TrackingEventRow[]> {
  const requests = Array.from({ length: 64 }, () =>
    Array.from({ length: 2 }, () =>
      trackingEvent({ session_id: sessionId, demo_id: tracked.demoId, event_type: 'click', ...fields }),
    ),
  )
  const answers = await Promise.all(requests.map((events) => postTracking(backend, events)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(Number((await sql('select sum(size) as events from tracking.inbox'))[0]?.['events'])).toBeGreaterThan(0)
  return requests.flat()
}

async function storedOf(sessionId: string): Promise<number> {
  return (await sql('select 1 from tracking.events where session_id = $1', [sessionId])).length
}

describe('events received under load', () => {
  it('are stored and counted once, even if resent and drained in parallel', async () => {
    const { job, backend: procedures } = backend.services.tracking
    const events = await pour('load', { step_id: tracked.stepIds[0]!, image_x: 50, image_y: 50 })
    const again = [
      postTracking(backend, events.slice(0, 60)),
      ...events.slice(30, 90).map((event) => postTracking(backend, event)),
    ]
    await Promise.all([...again, procedures.drain(1), procedures.drain(1_000), job.finish()])
    await job.finish()
    expect(await storedOf('load')).toBe(128)
    expect(await sql('select 1 from tracking.inbox')).toEqual([])
    const { database } = backend.services
    expect(await totalsAsKept(database)).toEqual(await totalsFromEvents(database))
    const { data } = await tracked.owner.client.from('visits').select('clicks').eq('session_id', 'load')
    expect(data).toEqual([{ clicks: 128 }])
  })

  it('are erased with their session while pending', async () => {
    const { owner, workspaceId } = tracked
    await pour('"forget" me')
    const { data } = await owner.client
      .rpc('erase_tracking_session', { p_workspace_id: workspaceId, p_session_id: '"forget" me' })
      .throwOnError()
    expect(data).toBe(128)
    await backend.services.tracking.job.finish()
    expect(await storedOf('"forget" me')).toBe(0)
    expect((await owner.client.from('visits').select('id').eq('session_id', '"forget" me')).data).toEqual([])
  })

  it('mark conversations erased with a lead while pending', async () => {
    const { owner, workspaceId, demoId } = tracked
    const [lead, talk] = [randomUUID(), randomUUID()]
    const place = [workspaceId, demoId]
    await sql(
      `insert into public.leads (id, workspace_id, demo_id, demo_name, card_title, session_id, email, name)
       values ($3, $1, $2, 'Tour', 'Form', 'lead', 'ada@shop.example', 'Ada')`,
      [...place, lead],
    )
    await sql(
      `insert into public.conversations (id, workspace_id, demo_id, mode, consent_at) values ($3, $1, $2, 'text', now())`,
      [...place, talk],
    )
    await pour('lead', { event_type: 'agent_opened', subject_id: talk })
    await owner.client.rpc('erase_lead', { p_lead_id: lead }).throwOnError()
    expect((await owner.client.from('conversations').select('id').eq('id', talk)).data).toEqual([])
    await backend.services.tracking.job.finish()
    expect(await storedOf('lead')).toBe(0)
  })

  it('are not held up by a rejected one, which is kept with the reason until fixed', async () => {
    const refused = { ...trackingEvent({ session_id: 'refused' }), event_type: 'never heard of' }
    const stored = { ...trackingEvent({ session_id: 'beside' }), occurred_at: new Date().toISOString() }
    const batch = [{ ...refused, occurred_at: stored.occurred_at }, stored]
    await sql('select public.queue_tracking_events($1, 2)', [JSON.stringify(batch)])
    await backend.services.tracking.job.finish()
    expect([await storedOf('beside'), await storedOf('refused')]).toEqual([1, 0])
    const [kept] = await sql(`select refused, events -> 0 ->> 'session_id' as session from tracking.inbox`)
    expect(kept).toMatchObject({ session: 'refused', refused: expect.stringContaining('event_type') })
    expect(await sql('select public.has_tracking_backlog() as waits')).toEqual([{ waits: false }])
    const told = await backend.services.tracking.backend.refusedAfter(0)
    expect(told).toEqual({ events: 1, last: expect.any(Number), reasons: { [String(kept?.['refused'])]: 1 } })
    expect(await backend.services.tracking.backend.refusedAfter(told.last)).toMatchObject({ events: 0 })

    // As docs/tracking.md says.
    await sql(
      `update tracking.inbox set events = replace(events::text, 'never heard of', 'click')::json, refused = null`,
    )
    await backend.services.tracking.job.finish()
    expect(await storedOf('refused')).toBe(1)
    expect(await sql('select 1 from tracking.inbox')).toEqual([])
  })
})
