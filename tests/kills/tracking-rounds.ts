import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

/*
 * SIGKILL while tracking events arrive and are rolled up. After each restart every acknowledged event must be there,
 * none twice, and the totals, visitors and funnel must match the events, even after recounting the day.
 */

export interface TrackingKillsOptions {
  readonly database: 'pglite' | 'postgres'
  readonly seed: number
  /** Exclusive. */
  readonly rounds: number
  /** The first round, to resume a run; the data starts fresh. */
  readonly from?: number
  readonly onRound?: (outcome: TrackingOutcome) => void
}

export interface TrackingOutcome {
  readonly round: number
  readonly acknowledged: number
  readonly faults: readonly string[]
}

export async function runTrackingKills(options: TrackingKillsOptions): Promise<readonly TrackingOutcome[]> {
  const { database, seed, rounds, from = 0, onRound } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-tracking-kills-'))
  const cluster = database === 'postgres' ? await startPostgresCluster() : null
  const jwtSecret = 'a secret of a proof, thirty-two characters'
  const port = await freePort()
  const env = {
    JWT_SECRET: jwtSecret,
    TRACKING_LIMITS: 'off',
    ...(cluster === null ? {} : { DATABASE_URL: cluster.urlOf('postgres') }),
  }
  const start = (): Promise<ServerProcess> => startServer({ dataDir, port, env })
  const outcomes: TrackingOutcome[] = []
  const ledger: Ledger = { acknowledged: new Set(), sent: new Set() }
  let server = await start()
  try {
    const service = createClient(server.url, roleKey('service_role', jwtSecret), { auth: { persistSession: false } })
    const demoId = randomUUID()
    const stepIds = [randomUUID(), randomUUID(), randomUUID()]
    const { data: workspace } = await service
      .from('workspaces')
      .insert({ name: 'Ours' })
      .select('id')
      .single()
      .throwOnError()
    await service
      .from('demos')
      .insert({ id: demoId, workspace_id: String(workspace.id), name: 'Tour' })
      .throwOnError()
    const steps = stepIds.map((id, index) => ({ id, demo_id: demoId, order: index + 1, screenshot_url: 'one.png' }))
    await service.from('demo_steps').insert(steps).throwOnError()
    for (let round = from; round < rounds; round += 1) {
      const random = seededRandom(seed * 100_003 + round)
      for (let skipped = 0; skipped < 8; skipped += 1) random(2)
      const killing = new AbortController()
      const before = ledger.acknowledged.size
      // Enough for a load: events then go to the inbox first, and a kill may hit either stage.
      const load = Array.from({ length: 40 }, (_, sender) =>
        pour(server.url, { demoId, stepIds }, sender, ledger, killing.signal),
      )
      await delay(50 + random(1_200))
      // A busy machine may not have answered anybody yet, and then nothing can be lost.
      while (ledger.acknowledged.size === before) await delay(10)
      await server.kill()
      killing.abort()
      await Promise.all(load)
      server = await start()
      const faults = await findFaults(service, demoId, ledger)
      const outcome = { round, acknowledged: ledger.acknowledged.size - before, faults }
      outcomes.push(outcome)
      onRound?.(outcome)
    }
    return outcomes
  } finally {
    await server.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Ledger {
  readonly acknowledged: Set<string>
  readonly sent: Set<string>
}

interface LoadDemo {
  readonly demoId: string
  readonly stepIds: readonly string[]
}

const kinds = ['page_view', 'step_viewed', 'click'] as const

/**
 * Sends small batches one after the other; every fourth is a resend, as after a lost answer. Each sender is three
 * visitors.
 */
async function pour(
  url: string,
  { demoId, stepIds }: LoadDemo,
  sender: number,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  let last: readonly TrackingEventRow[] = []
  for (let count = 0; !signal.aborted; count += 1) {
    const isAgain = count % 4 === 3
    // A resend comes from the same browser.
    const session = `${sender} ${(isAgain ? count - 1 : count) % 7}`
    const events = isAgain
      ? last
      : Array.from({ length: 5 }, (_, index) =>
          trackingEvent({
            session_id: session,
            demo_id: demoId,
            event_type: kinds[(count + index) % 3] ?? 'click',
            step_id: stepIds[(sender + count + 2 * index) % 3] ?? null,
          }),
        )
    last = events
    const ids = events.map(({ id }) => String(id))
    for (const id of ids) ledger.sent.add(id)
    try {
      const response = await fetch(`${url}/rest/v1/user_tracking_events`, {
        method: 'POST',
        headers: {
          ...personHeaders,
          'user-agent': `${personHeaders['user-agent']} Sender/${visitorOf(session)}`,
          'content-type': 'application/json',
          prefer: 'return=minimal',
        },
        body: JSON.stringify(events),
      })
      if (response.status === 201) for (const id of ids) ledger.acknowledged.add(id)
    } catch {
      return
    }
  }
}

async function findFaults(service: SupabaseClient, demoId: string, ledger: Ledger): Promise<readonly string[]> {
  const faults: string[] = []
  // Events still pending at the kill are stored first.
  while ((await service.rpc('has_tracking_backlog').throwOnError()).data === true) await delay(50)
  const stored = await storedEvents(service, demoId)
  const ids = new Set(stored.map(({ id }) => id))
  const lost = [...ledger.acknowledged].filter((id) => !ids.has(id)).length
  if (lost > 0) faults.push(`${lost} acknowledged events are lost`)
  if (stored.length > ids.size) faults.push(`${stored.length - ids.size} events are there twice`)
  const strange = [...ids].filter((id) => !ledger.sent.has(id)).length
  if (strange > 0) faults.push(`${strange} events were never sent`)

  const expected = figuresOf(stored)
  const told = await figures(service, demoId)
  if (told !== expected) faults.push(`counted is ${told}, but the events say ${expected}`)
  const days = [...new Set(stored.map(({ occurred_at: at }) => at.slice(0, 10)))]
  for (const day of days) await service.rpc('rebuild_tracking_day', { p_day: day }).throwOnError()
  const again = await figures(service, demoId)
  if (again !== told) faults.push(`counted again, the figures are ${again} and not ${told}`)
  return faults
}

interface StoredEvent {
  readonly id: string
  readonly event_type: string
  readonly occurred_at: string
  readonly session_id: string
  readonly step_id: string | null
}

/** Totals and funnel, computed from the raw events. */
function figuresOf(events: readonly StoredEvent[]): string {
  const count = (type: string) => events.filter((event) => event.event_type === type).length
  const different = (some: readonly StoredEvent[], nameOf: (session: string) => string) =>
    new Set(some.map(({ occurred_at: at, session_id: session }) => `${at.slice(0, 10)} ${nameOf(session)}`)).size
  const seen = events.filter((event) => event.event_type === 'step_viewed')
  const steps = [...Map.groupBy(seen, (event) => event.step_id)].map(
    ([step, views]) => `${step}: ${different(views, String)} reached, ${views.length} views`,
  )
  const totals = {
    views: count('page_view'),
    clicks: count('click'),
    visits: different(events, String),
    uniques: different(events, visitorOf),
  }
  return describe(totals, steps)
}

/** Session names contain the sender and a number; every third of a sender's is the same visitor's. */
function visitorOf(session: string): string {
  const [sender, number] = session.split(' ')
  return `${sender}.${Number(number) % 3}`
}

async function storedEvents(service: SupabaseClient, demoId: string): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = []
  for (let page: readonly StoredEvent[] | null = null; page === null || page.length === 1_000;) {
    const { data } = await service
      .from('user_tracking_events')
      .select('id,event_type,occurred_at,session_id,step_id')
      .eq('demo_id', demoId)
      .order('id')
      .range(found.length, found.length + 999)
      .throwOnError()
    page = data
    found.push(...page)
  }
  return found
}

/** The same in the shape authors get. */
async function figures(service: SupabaseClient, demoId: string): Promise<string> {
  const { data: demo } = await service.from('demos').select('workspace_id').eq('id', demoId).single().throwOnError()
  const where = { p_demo_id: demoId, p_from: '2000-01-01', p_to: '2100-01-01', p_traffic: 'all' }
  const { data: totals } = await service
    .rpc('get_visit_totals', { p_workspace_id: String(demo.workspace_id), ...where })
    .single()
    .throwOnError()
  const { data: funnel } = await service.rpc('get_step_funnel', where).throwOnError()
  const steps = (funnel as readonly FunnelRow[]).flatMap(({ step_id: step, reached, views }) =>
    views === 0 ? [] : `${step}: ${reached.hits} reached, ${views} views`,
  )
  return describe(totals as Totals, steps)
}

interface Totals {
  readonly views: number
  readonly clicks: number
  readonly visits: number
  readonly uniques: number
}

interface FunnelRow {
  readonly step_id: string
  readonly reached: { readonly hits: number }
  readonly views: number
}

function describe({ views, clicks, visits, uniques }: Totals, steps: readonly string[]): string {
  const totals = `${views} views, ${clicks} clicks, ${visits} visits, ${uniques} visitors`
  return [totals, ...steps.toSorted()].join('; ')
}
