import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { startServer } from '#support/server-process.ts'

import { openWorkLoad, type Deed } from './work-load.ts'

export interface DatabaseGoneOutcome {
  /** What people were answered while the database was gone. */
  readonly deeds: readonly Deed[]
  /** How many of them were refused without being told to come again later, or not answered at all. */
  readonly wrongAnswers: number
  readonly slowestMs: number
  /** How much more memory the server had at the most, beside what it had under the same load before. */
  readonly grownMiB: number
  /** How often /healthz said "ok" while nothing could be asked, or did not say "ok" again after it. */
  readonly untruths: number
  readonly lost: number
  readonly recoveredMs: number
}

export interface DatabaseGoneOptions {
  readonly seconds: number
  readonly people: number
  /** Killed, it refuses connections; frozen, it takes them and answers nothing, as behind a cut network. */
  readonly how: 'killed' | 'frozen'
}

/** PostgreSQL goes away while people work, and comes back; the server stays. */
export async function takeDatabaseAway({ seconds, people, how }: DatabaseGoneOptions): Promise<DatabaseGoneOutcome> {
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
    // As long as the outage: a process takes memory for its first minute of any load before it gives some back.
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
    const isRight = ({ status, retryAfter }: Deed): boolean =>
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
