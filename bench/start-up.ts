import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { PGlite } from '@electric-sql/pglite'

import { startServer } from '../tests/support/server-process.ts'
import { report, spreadOf } from './support/report.ts'

/*
 * How long the second start takes until /healthz is 200, and the idle server's memory. The anchor is PGlite alone
 * opening a data directory in a fresh process: the floor for any server on it.
 */

const runs = 5
/** Idle: after the JIT and the garbage collector have finished with the start. */
const settleMs = 8_000
const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'))
const dataDir = join(folder, 'data')
const bareDir = join(folder, 'bare')

try {
  const first = await timeStart()
  await (await PGlite.create(bareDir)).close()
  const starts: number[] = []
  const bare: number[] = []
  const memory: number[] = []
  for (let round = 0; round < runs; round += 1) {
    bare.push(await timeBareOpen())
    const start = await timeStart()
    starts.push(start.readyMs)
    memory.push(start.residentMiB)
  }
  report('start-up', [
    {
      what: 'second start until /healthz is 200',
      unit: 'ms',
      ours: spreadOf(starts),
      anchor: { what: 'PGlite alone, opening an existing directory', value: spreadOf(bare) },
      goal: '≤ 3000 ms',
      passed: spreadOf(starts).median <= 3_000,
    },
    {
      what: 'first start on an empty data directory',
      unit: 'ms',
      ours: first.readyMs,
      anchor: null,
      goal: 'none; noted',
      passed: true,
    },
    {
      what: 'resident memory, idle after that first start',
      unit: 'MiB',
      ours: first.residentMiB,
      anchor: null,
      goal: '≤ 350 MiB',
      passed: first.residentMiB <= 350,
    },
    {
      what: 'resident memory, idle',
      unit: 'MiB',
      ours: spreadOf(memory),
      anchor: null,
      goal: '≤ 350 MiB',
      passed: spreadOf(memory).median <= 350,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function timeStart(): Promise<{ readyMs: number; residentMiB: number }> {
  const started = performance.now()
  const server = await startServer({ dataDir })
  const health = await fetch(`${server.url}/healthz`)
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`)
  const readyMs = performance.now() - started
  await setTimeout(settleMs)
  const residentMiB = residentKiB(server.pid) / 1024
  await server.stop()
  return { readyMs, residentMiB }
}

async function timeBareOpen(): Promise<number> {
  const started = performance.now()
  const database = await PGlite.create(bareDir)
  await database.query('select 1')
  const openMs = performance.now() - started
  await database.close()
  return openMs
}

/** From Linux's /proc; NaN on other systems. */
function residentKiB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}
