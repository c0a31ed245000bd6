import { join } from 'node:path'

import { build, type Rolldown } from 'vite'

import { simulateSession, type Deliver, type SessionKind, type SimulatedSession } from './simulate-session.ts'

export interface SessionsOutcome {
  readonly sessions: number
  readonly ofKind: Readonly<Partial<Record<SessionKind, number>>>
  readonly made: number
  readonly owed: number
  /** Events that should have arrived but didn't. */
  readonly missing: number
  readonly delivered: ReadonlySet<string>
  readonly faults: readonly string[]
}

export interface SessionsOptions {
  readonly sessions: number
  readonly seed: number
  readonly deliver: Deliver
  readonly atOnce?: number
  readonly onSession?: (done: number) => void
}

/** Simulated browser sessions with the built tracker, each on its own clock. */
export async function runSessions(options: SessionsOptions): Promise<SessionsOutcome> {
  const { sessions, seed, deliver, atOnce = 32, onSession } = options
  const code = await buildTracker()
  const done: SimulatedSession[] = []
  let next = 0
  const work = async () => {
    while (next < sessions) {
      next += 1
      done.push(await simulateSession(code, seed * 100_003 + next, deliver))
      onSession?.(done.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const ofKind: Partial<Record<SessionKind, number>> = {}
  for (const { kind } of done) ofKind[kind] = (ofKind[kind] ?? 0) + 1
  const sum = (of: (session: SimulatedSession) => number) => done.reduce((total, session) => total + of(session), 0)
  return {
    sessions: done.length,
    ofKind,
    made: sum(({ made }) => made.size),
    owed: sum(({ owed }) => owed.size),
    missing: sum(({ owed, delivered }) => [...owed].filter((id) => !delivered.has(id)).length),
    delivered: new Set(done.flatMap(({ delivered }) => [...delivered])),
    faults: done.flatMap(({ kind, faults }) => faults.map((fault) => `${kind}: ${fault}`)),
  }
}

/** The output of tracker/build.ts, without writing it anywhere. */
export async function buildTracker(): Promise<string> {
  const root = join(import.meta.dirname, '../../tracker')
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: join(root, 'entry-tracker.ts'), formats: ['iife'], name: 'tracker' },
    },
  })) as Rolldown.RolldownOutput[]
  const [output] = built
  const [script] = output?.output ?? []
  if (script?.type !== 'chunk') throw new Error('The tracker was not built')
  return script.code
}
