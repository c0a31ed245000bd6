import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { openHostileWorld } from './hostile-world.ts'
import { startInnocentWork, type InnocentCall } from './innocent-work.ts'
import type { StrangerWork, AttackResult } from './stranger-thread.ts'

export interface HostileOptions {
  readonly databaseUrl: string | null
  readonly tries: number
  readonly seed: number
  readonly from?: number
  /** Only the kinds whose name contains this. */
  readonly only?: string
  /** The stranger's concurrent attempts. */
  readonly parallel?: number
  /** How long everybody works undisturbed, before and after. */
  readonly calmSeconds: number
  /** How long memory may take to recover. */
  readonly memorySeconds: number
  readonly onTry?: (line: string) => void
}

export interface HostileOutcome {
  readonly tried: number
  /** By kind: number of attempts, outcomes, and the slowest. */
  readonly kinds: ReadonlyMap<string, { tried: number; readonly outcomes: Map<string, number>; slowestMs: number }>
  readonly calm: readonly InnocentCall[]
  readonly disturbed: readonly InnocentCall[]
  readonly residentMiB: { readonly before: number; readonly most: number; readonly after: number }
  /** When memory was back within `memoryMarginMiB` of the baseline; null if not in time. */
  readonly memoryBackAfterMs: number | null
  readonly serverErrors: readonly string[]
}

/** Node and PGlite keep some memory for the next large request; without limits this was gigabytes. */
export const memoryMarginMiB = 250

/** A stranger attacks while an author and visitors work. */
export async function runHostile(options: HostileOptions): Promise<HostileOutcome> {
  const world = await openHostileWorld(options.databaseUrl)
  const kinds: Map<string, { tried: number; outcomes: Map<string, number>; slowestMs: number }> = new Map()
  let mostMiB = 0
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, residentMiB(world.server.pid))
  }, 100)
  try {
    const work = await startInnocentWork(world)
    await delay(options.calmSeconds * 1_000)
    const calmCalls = work.calls.length
    const before = residentMiB(world.server.pid)

    const { author, published, server, anonKey } = world
    const stranger = new Worker(join(import.meta.dirname, 'stranger-thread.ts'), {
      workerData: {
        brief: { serverUrl: server.url, anonKey, published, authorEmail: author.email },
        seed: options.seed,
        from: options.from ?? 0,
        tries: options.tries,
        only: options.only ?? '',
        parallel: options.parallel ?? 6,
      } satisfies StrangerWork,
    })
    stranger.on('message', ({ index, name, outcome, tookMs }: AttackResult) => {
      const kind = kinds.get(name) ?? { tried: 0, outcomes: new Map<string, number>(), slowestMs: 0 }
      kind.tried += 1
      kind.slowestMs = Math.max(kind.slowestMs, tookMs)
      kind.outcomes.set(outcome, (kind.outcomes.get(outcome) ?? 0) + 1)
      kinds.set(name, kind)
      const memory = `${residentMiB(server.pid).toFixed(0)} MiB`
      options.onTry?.(`#${index} ${name}: ${outcome} in ${tookMs.toFixed(0)} ms, ${memory}`)
    })
    await once(stranger, 'exit')

    const overAt = performance.now()
    const isBack = () => residentMiB(world.server.pid) <= before + memoryMarginMiB
    while (!isBack() && performance.now() - overAt < options.memorySeconds * 1_000) await delay(200)
    const memoryBackAfterMs = isBack() ? performance.now() - overAt : null
    await work.stop()
    return {
      tried: options.tries,
      kinds,
      calm: work.calls.slice(0, calmCalls),
      disturbed: work.calls.slice(calmCalls),
      residentMiB: { before, most: mostMiB, after: residentMiB(world.server.pid) },
      memoryBackAfterMs,
      serverErrors: errorLines(world.server.output()),
    }
  } finally {
    clearInterval(watch)
    await world.close()
  }
}

/** A percentile of the calls' times. */
export function percentileMs(calls: readonly InnocentCall[], percent: number): number {
  const times = calls.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? 0
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function errorLines(output: string): readonly string[] {
  return output.split('\n').filter((line) => /"level":(50|60)/.test(line))
}
