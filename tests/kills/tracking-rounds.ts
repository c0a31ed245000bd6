import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { roleKey } from '#server/role-keys.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

/*
 * SIGKILL while tracking events pour in and are rolled up. After each start every acknowledged event must be there, none
 * twice, and the totals must be what the events say, also when the day is counted again.
 */

export interface TrackingKillsOptions {
  readonly database: 'pglite' | 'postgres'
  readonly seed: number
  readonly rounds: number
  readonly onRound?: (outcome: TrackingOutcome) => void
}

export interface TrackingOutcome {
  readonly round: number
  readonly acknowledged: number
  readonly faults: readonly string[]
}

export async function runTrackingKills(options: TrackingKillsOptions): Promise<readonly TrackingOutcome[]> {
  const { database, seed, rounds, onRound } = options
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
    for (let round = 0; round < rounds; round += 1) {
      const random = seededRandom(seed * 100_003 + round)
      for (let skipped = 0; skipped < 8; skipped += 1) random(2)
      const killing = new AbortController()
      const before = ledger.acknowledged.size
      const load = Array.from({ length: 8 }, (_, sender) => pour(server.url, demoId, sender, ledger, killing.signal))
      await delay(50 + random(1_200))
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

/** Sends small batches one after the other; every fourth is one that was sent before, as after a lost answer. */
async function pour(url: string, demoId: string, sender: number, ledger: Ledger, signal: AbortSignal): Promise<void> {
  let last: readonly Record<string, unknown>[] = []
  for (let count = 0; !signal.aborted; count += 1) {
    const events =
      count % 4 === 3
        ? last
        : Array.from({ length: 5 }, () => ({
            ...trackingEvent({
              session_id: `${sender} ${count % 7}`,
              demo_id: demoId,
              event_type: count % 2 === 0 ? 'page_view' : 'click',
            }),
            id: randomUUID(),
          }))
    last = events
    const ids = events.map((event) => String(event['id']))
    for (const id of ids) ledger.sent.add(id)
    try {
      const response = await fetch(`${url}/rest/v1/user_tracking_events`, {
        method: 'POST',
        headers: { ...personHeaders, 'content-type': 'application/json', prefer: 'return=minimal' },
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
  const stored = await storedEvents(service, demoId)
  const ids = new Set(stored.map(({ id }) => id))
  const lost = [...ledger.acknowledged].filter((id) => !ids.has(id)).length
  if (lost > 0) faults.push(`${lost} acknowledged events are lost`)
  if (stored.length > ids.size) faults.push(`${stored.length - ids.size} events are there twice`)
  const strange = [...ids].filter((id) => !ledger.sent.has(id)).length
  if (strange > 0) faults.push(`${strange} events were never sent`)

  while ((await service.rpc('has_tracking_backlog').throwOnError()).data === true) await delay(50)
  const days = [...new Set(stored.map(({ occurred_at: at }) => at.slice(0, 10)))]
  const told = await totals(service, demoId)
  const views = stored.filter((event) => event.event_type === 'page_view').length
  if (told.views !== views) faults.push(`${told.views} views are counted, but ${views} are stored`)
  if (told.clicks !== stored.length - views)
    faults.push(`${told.clicks} clicks of ${stored.length - views} are counted`)
  for (const day of days) await service.rpc('rebuild_tracking_day', { p_day: day }).throwOnError()
  const again = await totals(service, demoId)
  if (JSON.stringify(again) !== JSON.stringify(told)) faults.push('counted again, the totals are others')
  return faults
}

interface StoredEvent {
  readonly id: string
  readonly event_type: string
  readonly occurred_at: string
}

async function storedEvents(service: SupabaseClient, demoId: string): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = []
  for (let page: readonly StoredEvent[] | null = null; page === null || page.length === 1_000;) {
    const { data } = await service
      .from('user_tracking_events')
      .select('id,event_type,occurred_at')
      .eq('demo_id', demoId)
      .order('id')
      .range(found.length, found.length + 999)
      .throwOnError()
    page = data
    found.push(...page)
  }
  return found
}

async function totals(
  service: SupabaseClient,
  demoId: string,
): Promise<{ readonly views: number; readonly clicks: number }> {
  const { data: demo } = await service.from('demos').select('workspace_id').eq('id', demoId).single().throwOnError()
  const { data } = await service
    .rpc('get_visit_totals', {
      p_workspace_id: String(demo.workspace_id),
      p_demo_id: demoId,
      p_from: '2000-01-01',
      p_to: '2100-01-01',
      p_traffic: 'all',
    })
    .single()
    .throwOnError()
  return data as { readonly views: number; readonly clicks: number }
}
