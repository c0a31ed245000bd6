import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { startPostgresCluster, type PostgresCluster } from '#support/postgres-cluster.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

import { newLedger, prepareWriter, writeUntil, type Ledger, type Writer } from './kill-load.ts'

/*
 * SIGKILL under load: a server under writes is killed — on PostgreSQL sometimes the database or both, now and then a
 * server still recovering — and restarted; then every acknowledged write must be there once, and every other one whole
 * or not at all.
 */

export interface KillsOptions {
  readonly database: 'pglite' | 'postgres'
  readonly seed: number
  readonly from: number
  readonly rounds: number
  /** Called after every round. */
  readonly onRound?: (outcome: RoundOutcome) => void
  readonly signal?: AbortSignal
}

export interface RoundOutcome {
  readonly round: number
  readonly what: Victim
  readonly tried: number
  readonly acknowledged: number
  /** From the restart, or the database's return, until the server answers. */
  readonly readyMs: number
  /** What was lost, doubled or half-written, in words; empty if nothing. */
  readonly faults: readonly string[]
}

type Victim = 'server' | 'server, and again while it starts' | 'database' | 'server and database'

export async function runKills(options: KillsOptions): Promise<readonly RoundOutcome[]> {
  const stage = await openStage(options.database)
  const outcomes: RoundOutcome[] = []
  const ledgers: Ledger[] = []
  try {
    let server = await stage.start()
    const writer = await prepareWriter(server.url)
    for (let round = options.from; round < options.from + options.rounds; round += 1) {
      if (options.signal?.aborted === true) break
      const random = seededRandom(options.seed * 100_003 + round)
      // The first numbers of neighbouring seeds are alike.
      for (let skipped = 0; skipped < 8; skipped += 1) random(2)
      const ledger = newLedger(round)
      const what = stage.victim(random)
      const load = {
        write: (signal: AbortSignal) => writeUntil(server.url, writer, ledger, signal),
        isAcknowledged: () => ledger.captures.size + ledger.demos.size > 0,
      }
      const killed = await stage.crash(server, what, random, load)
      server = killed.server
      const faults = await findFaults(server, writer, ledger)
      ledgers.push(ledger)
      const { tried } = ledger
      const acknowledged = ledger.captures.size + ledger.demos.size
      const outcome = { round, what, tried, acknowledged, readyMs: killed.readyMs, faults }
      outcomes.push(outcome)
      options.onRound?.(outcome)
    }
    // A later recovery must not lose an earlier round's writes.
    const last = outcomes.at(-1)
    for (const ledger of ledgers.slice(0, -1)) {
      const faults = await findLost(server, writer, ledger)
      if (last !== undefined && faults.length > 0) outcomes.push({ ...last, faults })
    }
    await server.stop()
  } finally {
    await stage.close()
  }
  return outcomes
}

interface Load {
  readonly write: (signal: AbortSignal) => Promise<void>
  /** Whether anything was acknowledged yet: an earlier kill proves nothing. */
  readonly isAcknowledged: () => boolean
}

interface Stage {
  readonly start: (onSpawn?: (pid: number) => void) => Promise<ServerProcess>
  readonly victim: (random: (below: number) => number) => Victim
  readonly crash: (
    server: ServerProcess,
    what: Victim,
    random: (below: number) => number,
    load: Load,
  ) => Promise<{ readonly server: ServerProcess; readonly readyMs: number }>
  readonly close: () => Promise<void>
}

async function openStage(database: 'pglite' | 'postgres'): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-kills-'))
  const cluster = database === 'postgres' ? await startPostgresCluster({ isDurable: true }) : null
  const alive = new Set<ServerProcess>()
  if (cluster !== null) await createDatabase(cluster)
  const env: Record<string, string> = {
    LOG_LEVEL: 'silent',
    AUTH_RATE_LIMITS: 'off',
    JWT_EXP: '86400',
    ...(cluster === null ? {} : { DATABASE_URL: cluster.urlOf('kills') }),
  }

  async function start(onSpawn?: (pid: number) => void): Promise<ServerProcess> {
    const server = await startServer({ dataDir, env, ...(onSpawn === undefined ? {} : { onSpawn }) })
    alive.add(server)
    return server
  }

  async function killServer(server: ServerProcess): Promise<void> {
    alive.delete(server)
    await server.kill()
  }

  return {
    start,
    victim: (random) => {
      const number = random(10)
      if (number === 0) return 'server, and again while it starts'
      if (cluster === null || number < 4) return 'server'
      return number < 7 ? 'database' : 'server and database'
    },
    crash: async (server, what, random, { write, isAcknowledged }) => {
      const stopping = new AbortController()
      const writing = write(stopping.signal)
      for (let waited = 0; !isAcknowledged() && waited < 1_000; waited += 1) await delay(20)
      await delay(100 + random(700))
      if (what !== 'database') await killServer(server)
      if (what.includes('database')) await cluster?.kill()
      stopping.abort()
      await writing
      if (what === 'server, and again while it starts') await killWhileStarting(start, 100 + random(2_000))
      const since = performance.now()
      if (what.includes('database')) await cluster?.restart()
      const next = what === 'database' ? server : await start()
      await untilHealthy(next)
      return { server: next, readyMs: Math.round(performance.now() - since) }
    },
    close: async () => {
      for (const server of alive) await server.stop()
      await cluster?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function createDatabase(cluster: PostgresCluster): Promise<void> {
  const admin = new Client({ connectionString: cluster.urlOf('postgres') })
  await admin.connect()
  await admin.query('create database kills')
  await admin.end()
}

/** Recovery itself is interrupted, anywhere between its first line and ready. */
async function killWhileStarting(
  start: (onSpawn: (pid: number) => void) => Promise<ServerProcess>,
  afterMs: number,
): Promise<void> {
  const pid = Promise.withResolvers<number>()
  const starting = start(pid.resolve)
  const [server] = await Promise.allSettled([
    Promise.race([starting, delay(afterMs).then(() => null)]),
    pid.promise.then(async (number) => {
      await delay(afterMs)
      process.kill(number, 'SIGKILL')
    }),
  ])
  await Promise.allSettled([starting])
  if (server.status === 'fulfilled' && server.value !== null) await server.value.kill()
}

async function untilHealthy(server: ServerProcess): Promise<void> {
  const endsAt = Date.now() + 60_000
  while (Date.now() < endsAt) {
    const health = await fetch(`${server.url}/healthz`).catch(() => null)
    await health?.body?.cancel()
    if (health?.status === 200) return
    await delay(20)
  }
  throw new Error(`The server is not well again a minute after the crash:\n${server.output()}`)
}

async function findFaults(server: ServerProcess, writer: Writer, ledger: Ledger): Promise<readonly string[]> {
  const faults = [...(await findLost(server, writer, ledger))]
  const [edited] = await read<{ title: string }>(server, writer, `demo_steps?id=eq.${writer.steps[0]}&select=title`)
  const value = Number(edited?.title)
  const { acknowledged, tried } = ledger.edit
  const isFirst = acknowledged % 1_000_000 === 0
  if (!isFirst && !(value >= acknowledged && value <= tried)) {
    faults.push(`a step says ${edited?.title}, though ${acknowledged} was acknowledged and ${tried} asked for`)
  }
  const order = await read<{ id: string; order: number }>(
    server,
    writer,
    `demo_steps?demo_id=eq.${writer.demoId}&select=id,order&order=order`,
  )
  if (order.map((step) => step.order).join() !== writer.steps.map((_, index) => index + 1).join()) {
    faults.push(`the steps are in the places ${order.map((step) => step.order).join()}`)
  }
  return faults
}

/** The round's missing, doubled or partial rows. */
async function findLost(server: ServerProcess, writer: Writer, ledger: Ledger): Promise<readonly string[]> {
  const name = encodeURIComponent(ledger.marker)
  const captures = await readAll<{ id: string }>(server, writer, `captures?title=eq.${name}&select=id`)
  const demos = await readAll<{ id: string; demo_steps: { count: number }[] }>(
    server,
    writer,
    `demos?name=eq.${name}&select=id,demo_steps(count)`,
  )
  const kept = new Set([...captures, ...demos].map(({ id }) => id))
  const lost = [...ledger.captures, ...ledger.demos.keys()].filter((id) => !kept.has(id))
  const torn = demos.filter(({ id, demo_steps: [steps] }) => steps?.count !== ledger.demosTried.get(id))
  return [
    ...lost.map((id) => `${id} was acknowledged and is lost`),
    ...torn.map(({ id, demo_steps: [steps] }) => `${id} has ${steps?.count} of ${ledger.demosTried.get(id)} steps`),
    ...(kept.size === captures.length + demos.length ? [] : ['rows are doubled']),
  ]
}

const pageRows = 1_000

async function readAll<Row>(server: ServerProcess, writer: Writer, path: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await read<Row>(server, writer, `${path}&order=id&limit=${pageRows}&offset=${rows.length}`)
    rows.push(...page)
    if (page.length < pageRows) return rows
  }
}

async function read<Row>(server: ServerProcess, writer: Writer, path: string): Promise<readonly Row[]> {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, { headers: writer.headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Row[]
}
