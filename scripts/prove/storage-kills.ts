import { parseArgs } from 'node:util'

import { runFileKills, type FileRoundOutcome } from '../../tests/kills/file-kills.ts'
import { openKillBackend } from '../../tests/kills/kill-backend.ts'
import { openKillableServer } from '../../tests/kills/killable-server.ts'

/*
 * npm run prove -- storage-kills [--rounds 200] [--seed 1] [--from 0] [--backend pglite|postgres]: uploads files of all
 * sizes while the server is killed at random. Acknowledged files must be stored byte for byte; others may be stored,
 * but only whole. --from resumes a run.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    backend: { type: 'string', default: 'pglite' },
  },
})
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
const backend = await openKillBackend(values.backend)
const server = await openKillableServer(backend.env)
const outcomes: FileRoundOutcome[] = []
await runFileKills(server, {
  seed: Number(values.seed),
  from: Number(values.from),
  rounds: Number(values.rounds),
  bytesMax: 15_000_000,
  onRound: (outcome) => {
    outcomes.push(outcome)
    for (const fault of outcome.faults) console.log(`round ${outcome.round}: ${fault}`)
    if (outcomes.length % 10 === 0) console.log(summary())
  },
  signal: stopping.signal,
})
await server.close()
await backend.close()
console.log(summary())
process.exit(outcomes.every(({ faults }) => faults.length === 0) ? 0 : 1)

function summary(): string {
  const sum = (of: (outcome: FileRoundOutcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0)
  const next = (outcomes.at(-1)?.round ?? Number(values.from) - 1) + 1
  return (
    `storage-kills on ${values.backend}, seed ${values.seed}: killed ${outcomes.length} times, ` +
    `${sum(({ tried }) => tried)} tried, ${sum(({ acknowledged }) => acknowledged)} acknowledged, ` +
    `${sum(({ faults }) => faults.length)} lost or damaged; next --from ${next}`
  )
}
