import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, SignJWT } from 'jose'
import { Client } from 'pg'
import { WebSocket } from 'ws'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { cpuSeconds } from './support/cpu-seconds.ts'
import { report, type Finding } from './support/report.ts'

/*
 * 1,000 sockets in 20 workspaces follow demos while 200 rows a second are written, ten in each workspace. Every socket
 * must get each row of its workspace once, in order, and no other. Latency counts from before the write is sent.
 */

const sockets = 1_000
const workspaces = 20
const changesPerSecond = 200
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
const p99GoalMs = 250
/** Grace period for late deliveries; later ones count as missing. */
const patienceMs = 10_000
const only = process.argv[2] ?? null

interface Scenario {
  readonly name: string
  readonly database: 'PostgreSQL' | 'PGlite'
  /** Users, each with several tabs. */
  readonly people: number
  readonly isFiltered: boolean
  /** Null: reported, not judged. */
  readonly goal: string | null
}

const scenarios: readonly Scenario[] = [
  { name: 'postgres', database: 'PostgreSQL', people: 1_000, isFiltered: true, goal: `≤ ${p99GoalMs} ms` },
  { name: 'pglite', database: 'PGlite', people: 1_000, isFiltered: true, goal: `≤ ${p99GoalMs} ms` },
  { name: 'postgres-unfiltered', database: 'PostgreSQL', people: 100, isFiltered: false, goal: `≤ ${p99GoalMs} ms` },
  { name: 'pglite-unfiltered', database: 'PGlite', people: 100, isFiltered: false, goal: null },
]

interface Workspace {
  readonly id: string
  readonly claims: Readonly<Record<string, unknown>>
  /** How many rows were written. */
  written: number
}

interface Outcome {
  readonly latenciesMs: readonly number[]
  readonly expected: number
  readonly received: number
  readonly mistakes: number
  readonly changesPerSecond: number
  readonly residentMiB: number
  /** Share of one CPU during the writes. More reliable than latency on a busy machine. */
  readonly cpuPercent: CpuShares
}

interface CpuShares {
  readonly server: number
  /** Null where the database is part of the server. */
  readonly database: number | null
  /** CPU share of this program: 1,000 clients share the machine with the server. */
  readonly measuring: number
}

const framesRead = new Map<string, Frame>()
const jwtSecret = randomBytes(32).toString('hex')
const findings: Finding[] = []
for (const scenario of scenarios) {
  if (only !== null && scenario.name !== only) continue
  const outcome = await run(scenario)
  const sorted = outcome.latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  const what = `${scenario.database}, ${sockets} sockets of ${scenario.people} people, ${scenario.isFiltered ? 'each following its workspace' : 'all following the whole table'}`
  findings.push(
    {
      what: `${what}: write to delivery, p99 (p50 ${at(0.5).toFixed(0)} ms, ${outcome.changesPerSecond.toFixed(0)} changes/s)`,
      unit: 'ms',
      ours: at(0.99),
      anchor: null,
      goal: scenario.goal ?? 'none; noted',
      passed: scenario.goal === null || (at(0.99) <= p99GoalMs && outcome.changesPerSecond >= changesPerSecond * 0.95),
    },
    {
      what: `${what}: deliveries missing, double, out of order or to somebody else, of ${outcome.expected}`,
      unit: 'deliveries',
      ours: outcome.mistakes + Math.abs(outcome.expected - outcome.received),
      anchor: null,
      goal: '0',
      passed: outcome.mistakes === 0 && outcome.expected === outcome.received,
    },
    {
      what: `${what}: processor time ${formatShares(outcome.cpuPercent)}`,
      unit: '% of one processor',
      ours: outcome.cpuPercent.server + (outcome.cpuPercent.database ?? 0),
      anchor: null,
      goal: 'none; noted',
      passed: true,
    },
    {
      what: `${what}: resident memory of the server`,
      unit: 'MiB',
      ours: outcome.residentMiB,
      anchor: null,
      goal: 'none; noted',
      passed: true,
    },
  )
}
report('realtime', findings)
process.exit(findings.every(({ passed }) => passed) ? 0 : 1)

async function run(scenario: Scenario): Promise<Outcome> {
  const cluster = scenario.database === 'PostgreSQL' ? await startPostgresCluster() : null
  if (cluster !== null) {
    const admin = new Client({ connectionString: cluster.urlOf('postgres') })
    await admin.connect()
    await admin.query('create database understudy')
    await admin.end()
  }
  const server = await startServer({
    env: {
      JWT_SECRET: jwtSecret,
      AUTH_RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...(cluster === null ? {} : { DATABASE_URL: cluster.urlOf('understudy') }),
    },
  })
  try {
    return await measure(scenario, server, cluster?.pid ?? null)
  } finally {
    await server.stop()
    await cluster?.stop()
  }
}

async function measure(scenario: Scenario, server: ServerProcess, clusterPid: number | null): Promise<Outcome> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { readonly supabaseAnonKey: string }
  const service = createClient(server.url, await sign({ role: 'service_role', exp: tomorrowSeconds() }), {
    auth: { persistSession: false },
  })
  const spaces: Workspace[] = []
  for (let index = 0; index < workspaces; index += 1)
    spaces.push(await makeWorkspace(server.url, config.supabaseAnonKey))

  const latenciesMs: number[] = []
  const sentAt = new Map<string, number>()
  const tally = { received: 0, mistakes: 0 }
  const connected: WebSocket[] = []
  const follow = async (index: number): Promise<void> => {
    const space = spaces[index % workspaces]
    if (space === undefined) return
    const person = index % scenario.people
    const token = await sign({ ...space.claims, session_id: undefined, person, exp: tomorrowSeconds() })
    let last = 0
    const socket = await subscribe(
      server.url,
      config.supabaseAnonKey,
      token,
      scenario.isFiltered ? space.id : null,
      (row) => {
        tally.received += 1
        const number = Number(row.name)
        if (row.workspace_id !== space.id || number !== last + 1) tally.mistakes += 1
        last = number
        latenciesMs.push(performance.now() - (sentAt.get(`${row.workspace_id} ${row.name}`) ?? Number.NaN))
      },
    )
    connected.push(socket)
  }
  for (let from = 0; from < sockets; from += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, offset) => follow(from + offset)))
  }

  const used = () => Promise.all([server.pid, clusterPid ?? 0, process.pid].map((pid) => cpuSeconds(pid)))
  const usedBefore = await used()
  const started = performance.now()
  await Promise.all(spaces.map((space, index) => write(service, space, index, sentAt)))
  const tookMs = performance.now() - started
  const [ofServer = 0, ofDatabase = 0, own = 0] = (await used()).map(
    (seconds, index) => ((seconds - (usedBefore[index] ?? 0)) * 100_000) / tookMs,
  )
  const cpuPercent = { server: ofServer, database: clusterPid === null ? null : ofDatabase, measuring: own }
  const written = spaces.reduce((sum, space) => sum + space.written, 0)
  const expected = (written * sockets) / workspaces
  const deadline = performance.now() + patienceMs
  while (tally.received < expected && performance.now() < deadline) await setTimeout(100)
  const residentMiB = await resident(server.pid)
  for (const socket of connected) socket.terminate()
  return { latenciesMs, expected, ...tally, changesPerSecond: (written * 1000) / tookMs, residentMiB, cpuPercent }
}

/** One row after another at a steady pace: every socket must see the workspace's order. */
async function write(
  service: SupabaseClient,
  space: Workspace,
  index: number,
  sentAt: Map<string, number>,
): Promise<void> {
  const everyMs = (1000 * workspaces) / changesPerSecond
  const started = performance.now() + (index * everyMs) / workspaces
  for (let number = 1; number <= (seconds * changesPerSecond) / workspaces; number += 1) {
    await setTimeout(Math.max(0, started + (number - 1) * everyMs - performance.now()))
    sentAt.set(`${space.id} ${number}`, performance.now())
    const { error } = await service.from('demos').insert({ workspace_id: space.id, name: String(number) })
    if (error !== null) throw error
    space.written += 1
  }
}

async function makeWorkspace(url: string, key: string): Promise<Workspace> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse' })
  if (data.session === null) throw error ?? new Error('The account could not be created')
  const { data: space } = await client.from('workspaces').select('id').single()
  return { id: (space as { readonly id: string }).id, claims: { ...decodeJwt(data.session.access_token) }, written: 0 }
}

interface DemoRow {
  readonly workspace_id: string
  readonly name: string
}

/** Speaks the protocol itself, to keep the measuring cheap. */
async function subscribe(
  url: string,
  key: string,
  token: string,
  workspaceId: string | null,
  onRow: (row: DemoRow) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  await once(socket, 'open')
  const changes = {
    event: 'INSERT',
    schema: 'public',
    table: 'demos',
    ...(workspaceId === null ? {} : { filter: `workspace_id=eq.${workspaceId}` }),
  }
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      const [, , , event, payload] = read(data)
      if (event === 'postgres_changes') onRow((payload as { readonly data: { readonly record: DemoRow } }).data.record)
      if (event !== 'system') return
      if ((payload as { readonly status: string }).status === 'ok') resolve()
      else reject(new Error(JSON.stringify(payload)))
    })
  })
  socket.send(
    JSON.stringify([
      '1',
      '1',
      'realtime:bench',
      'phx_join',
      { config: { postgres_changes: [changes] }, access_token: token },
    ]),
  )
  await ready
  return socket
}

type Frame = readonly [unknown, unknown, string, string, unknown]

/** Parses identical messages once, to keep the measuring cheap. */
function read(data: Buffer): Frame {
  const text = data.toString()
  const known = framesRead.get(text)
  if (known !== undefined) return known
  const frame = JSON.parse(text) as Frame
  if (framesRead.size > 1_000) framesRead.clear()
  framesRead.set(text, frame)
  return frame
}

function sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(jwtSecret))
}

function tomorrowSeconds(): number {
  return Math.floor(Date.now() / 1000) + 86_400
}

function formatShares({ server, database, measuring }: CpuShares): string {
  const parts = database === null ? '' : `, database ${database.toFixed(0)} %`
  return `(server ${server.toFixed(0)} %${parts}; the measuring itself takes another ${measuring.toFixed(0)} %)`
}

async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}
