import { parseArgs } from 'node:util'

import { startPostgresCluster } from '#support/postgres-cluster.ts'

import type { InnocentCall } from '../../tests/hostile/innocent-work.ts'
import { memoryMarginMiB, percentileMs, runHostile } from '../../tests/hostile/run-hostile.ts'

/*
 * npm run prove -- hostile --tries 216 --seed 1 [--from 0] [--only regular] [--database pglite|postgres|both]
 * [--verbose]: a stranger sends every known attack while an author works through supabase-js, and visitors play, sign
 * in and submit forms. Passes if no request of the author or a visitor fails, the author's p99 stays within 500 ms, and
 * memory recovers within 60 s.
 */
const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '216' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    database: { type: 'string', default: 'both' },
    verbose: { type: 'boolean', default: false },
  },
})
const authorP99MsMax = 500
let hasFailed = false

for (const database of ['pglite', 'postgres'] as const) {
  if (values.database !== 'both' && values.database !== database) continue
  const cluster = database === 'postgres' ? await startPostgresCluster({ isDurable: true }) : null
  try {
    const outcome = await runHostile({
      databaseUrl: cluster?.urlOf('postgres') ?? null,
      tries: Number(values.tries),
      seed: Number(values.seed),
      from: Number(values.from),
      only: values.only,
      calmSeconds: 10,
      memorySeconds: 60,
      ...(values.verbose && { onTry: (line: string) => console.log(line) }),
    })
    for (const [name, { tried, outcomes, slowestMs }] of outcome.kinds) {
      const answers = [...outcomes.entries()].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
      console.log(
        `  ${name.padEnd(24)} ${tried} tried, slowest ${slowestMs.toFixed(0)} ms: ${answers.map(([answer, count]) => `${answer} (${count})`).join(', ')}`,
      )
    }
    const failures = outcome.disturbed.filter(({ problem }) => problem !== null)
    for (const [line, count] of countLines(failures)) console.log(`  failed ${count}: ${line}`)
    for (const line of outcome.serverErrors.slice(0, 5)) console.log(`  log: ${line.slice(0, 300)}`)
    const authorP99Ms = percentileMs(only(outcome.disturbed, 'author'), 99)
    const { before, most, after } = outcome.residentMiB
    const isMemoryBack = outcome.memoryBackAfterMs !== null
    console.log(
      `hostile, ${database}, seed ${values.seed}: tried ${outcome.tried}; ` +
        `innocent calls ${outcome.disturbed.length}, failed ${failures.length}; ` +
        `author p50 ${times(outcome, 'author', 50)}, p99 ${times(outcome, 'author', 99)} (goal ≤ ${authorP99MsMax} ms); ` +
        `visitor p99 ${times(outcome, 'visitor', 99)}; ` +
        `memory ${before.toFixed(0)} MiB, at most ${most.toFixed(0)}, after ${after.toFixed(0)}, ` +
        (isMemoryBack
          ? `within ${memoryMarginMiB} MiB again after ${((outcome.memoryBackAfterMs ?? 0) / 1000).toFixed(1)} s`
          : 'not back in 60 s'),
    )
    hasFailed ||= failures.length > 0 || authorP99Ms > authorP99MsMax || !isMemoryBack
  } finally {
    await cluster?.stop()
  }
}
process.exit(hasFailed ? 1 : 0)

function only(calls: readonly InnocentCall[], who: InnocentCall['who']): readonly InnocentCall[] {
  return calls.filter((call) => call.who === who)
}

/** Under attack, and undisturbed. */
function times(
  { disturbed, calm }: { readonly disturbed: readonly InnocentCall[]; readonly calm: readonly InnocentCall[] },
  who: InnocentCall['who'],
  percent: number,
): string {
  const ms = (calls: readonly InnocentCall[]) => percentileMs(only(calls, who), percent).toFixed(0)
  return `${ms(disturbed)} ms (calm ${ms(calm)})`
}

function countLines(failures: readonly InnocentCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { who, what, problem } of failures) {
    const line = `${who}: ${what}: ${problem}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return counts
}
