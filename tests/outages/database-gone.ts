import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { startServer } from '#support/server-process.ts'

import { openWorkLoad, type WorkRequest } from './work-load.ts'

export interface DatabaseGoneOutcome {
  /** The answers people got during the outage. */
  readonly deeds: readonly WorkRequest[]
  /** Refusals without Retry-After, and missing answers. */
  readonly wrongAnswers: number
  readonly slowestMs: number
  /** The server's peak memory above its level under the same load before. */
  readonly grownMiB: number
  /** How often /healthz was wrongly "ok" during the outage, or not "ok" afterwards. */
  readonly untruths: number
  readonly lost: number
  readonly recoveredMs: number
}

export interface DatabaseGoneOptions {
  readonly seconds: number
  readonly people: number
  /** A killed database refuses connections; a frozen one accepts them and stays silent, like a cut network. */
  readonly how: 'killed' | 'frozen'
}

/** PostgreSQL goes down under load and comes back; the server keeps running. */
export async function runDatabaseOutage({ seconds, people, how }: DatabaseGoneOptions): Promise<DatabaseGoneOutcome> {
  const cluster = await startPostgresCluster({ isDurable: true })
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({
    env: {
      JWT_SECRET: secret,
      LOG_LEVEL: 'silent',
      AUTH_RATE_LIMITS: 'off',
      DATABASE_URL: cluster.urlOf('postgres'),
    },
  })
  try {
    const load = await openWorkLoad(server.url, roleKey('service_role', secret))
    const endWork = load.begin(people, ['save', 'ingest', 'read', 'upload'])
    // As long as the outage: a process grows during the first minute of any load before it releases memory.
    await delay(seconds * 1_000)
    const residentBefore = residentMiB(server.pid)
    const from = load.deeds.length
    const pid = cluster.pid
    if (how === 'killed') await cluster.kill()
    else forAll(pid, 'SIGSTOP')
    let [untruths, grownMiB] = [0, 0]
    for (let second = 0; second < seconds; second += 1) {
      await delay(1_000)
      grownMiB = Math.max(grownMiB, residentMiB(server.pid) - residentBefore)
      if (second > 0 && (await health(server.url)) === 200) untruths += 1
    }
    const to = load.deeds.length
    if (how === 'killed') await cluster.restart()
    else forAll(pid, 'SIGCONT')
    const backAt = performance.now()
    while ((await health(server.url)) !== 200 && performance.now() - backAt < 60_000) await delay(100)
    while ((await load.once('save')).status !== 201 && performance.now() - backAt < 60_000) await delay(100)
    const recoveredMs = performance.now() - backAt
    if ((await health(server.url)) !== 200) untruths += 1
    await endWork()
    const deeds = load.deeds.slice(from, to)
    const isRight = ({ status, retryAfter }: WorkRequest): boolean =>
      (status >= 200 && status < 300) || (status === 503 && retryAfter !== null)
    const { lost } = await load.compare()
    return {
      deeds,
      wrongAnswers: deeds.filter((deed) => !isRight(deed)).length,
      slowestMs: Math.max(0, ...load.deeds.slice(from).map(({ tookMs }) => tookMs)),
      grownMiB,
      untruths,
      lost,
      recoveredMs,
    }
  } finally {
    await server.stop()
    await cluster.stop()
  }
}

/** The process and its children: every connection has one. */
function forAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const each of [pid, ...children.map(Number)]) if (each > 0) process.kill(each, signal)
}

async function health(url: string): Promise<number> {
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
