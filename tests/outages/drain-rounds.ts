import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startRoundRobin } from '#support/round-robin.ts'
import { freePort, startServer } from '#support/server-process.ts'

import { openWorkLoad } from './work-load.ts'

export interface DrainOptions {
  readonly databaseUrl: string
  readonly rounds: number
  readonly people: number
  readonly onRound: (round: number, drainedMs: number, failed: number) => void
}

export interface DrainOutcome {
  readonly requests: number
  /** Missing or wrong answers. */
  readonly failed: number
  readonly lost: number
  /** From the signal until the process was gone, including the second in which it only reports the shutdown. */
  readonly slowestMs: number
}

/**
 * Two servers on one PostgreSQL behind a proxy without retries; one after the other is stopped under load, and
 * restarted at its address.
 */
export async function runDrains({ databaseUrl, rounds, people, onRound }: DrainOptions): Promise<DrainOutcome> {
  const secret = randomBytes(32).toString('hex')
  const files = mkdtempSync(join(tmpdir(), 'understudy-drain-'))
  const env = {
    JWT_SECRET: secret,
    DATABASE_URL: databaseUrl,
    DRAIN_SECONDS: '1',
    AUTH_RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  }
  const ports = [await freePort(), await freePort()]
  const start = (index: number) => startServer({ port: ports[index] ?? 0, dataDir: join(files, String(index)), env })
  const servers = [await start(0), await start(1)]
  const proxy = await startRoundRobin(servers.map(({ url }) => url))
  const checking = setInterval(() => void proxy.check(), 100)
  try {
    const load = await openWorkLoad(proxy.url, roleKey('service_role', secret))
    const endWork = load.begin(people, ['save', 'read', 'ingest'])
    let slowestMs = 0
    const failedSoFar = () => load.deeds.filter(({ status }) => status < 200 || status > 299).length
    for (let round = 0; round < rounds; round += 1) {
      const index = round % servers.length
      const before = failedSoFar()
      const askedAt = performance.now()
      await servers[index]?.stop()
      const drainedMs = performance.now() - askedAt
      slowestMs = Math.max(slowestMs, drainedMs)
      servers[index] = await start(index)
      await proxy.check()
      onRound(round, drainedMs, failedSoFar() - before)
    }
    await endWork()
    const { lost } = await load.compare()
    return { requests: load.deeds.length, failed: failedSoFar(), lost, slowestMs }
  } finally {
    clearInterval(checking)
    await proxy.close()
    for (const server of servers) await server.stop()
    rmSync(files, { recursive: true, force: true })
  }
}
