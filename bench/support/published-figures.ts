import { readFileSync, writeFileSync } from 'node:fs'

/* What the landing page says about speed: bench/published.json, committed, written by the benchmarks that measure it. */

const path = new URL('../published.json', import.meta.url)

/** Benchmark, what it measured, and the figure's name. */
const figures = [
  ['player-page', 'time to the first step, Fast 4G', 'firstStepMs'],
  ['player-page', 'embed script, brotli', 'embedBytes'],
  ['agent-100', 'question to first sentence, p99, 100 conversations', 'firstSentenceMs'],
  ['start-up', 'second start until /healthz is 200', 'startMs'],
] as const

/** Stores the measurements that the landing page shows. */
export function publishFigures(bench: string, measured: ReadonlyMap<string, number>): void {
  const published = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>
  for (const [from, what, name] of figures) {
    const value = from === bench ? measured.get(what) : undefined
    if (value !== undefined) published[name] = Math.round(value)
  }
  writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`)
}
