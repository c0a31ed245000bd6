import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { ServerEvent } from '#protocol/agent-events.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { makeNotesDemo } from '#support/notes-demo.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'

/**
 * SIGKILL while visitors talk to the agent. Every answer a visitor saw must be stored afterwards, exactly once, and the
 * talk continues where it stopped: no event is lost or repeated.
 */

export interface AgentKillsOptions {
  readonly database: 'pglite' | 'postgres'
  readonly seed: number
  /** Exclusive. */
  readonly rounds: number
  readonly from?: number
  readonly onRound?: (outcome: AgentOutcome) => void
}

export interface AgentOutcome {
  readonly round: number
  /** Agent answers that a visitor had at least started to see. */
  readonly shown: number
  readonly faults: readonly string[]
}

export async function runAgentKills(options: AgentKillsOptions): Promise<readonly AgentOutcome[]> {
  const { database, seed, rounds, from = 0, onRound } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-agent-kills-'))
  const cluster = database === 'postgres' ? await startPostgresCluster({ isDurable: true }) : null
  const jwtSecret = 'a secret of a proof, thirty-two characters'
  const port = await freePort()
  const env = {
    JWT_SECRET: jwtSecret,
    AGENT_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...(cluster === null ? {} : { DATABASE_URL: cluster.urlOf('postgres') }),
  }
  const start = (): Promise<ServerProcess> => startServer({ dataDir, port, env })
  const outcomes: AgentOutcome[] = []
  let server = await start()
  try {
    const service = createClient(server.url, roleKey('service_role', jwtSecret), { auth: { persistSession: false } })
    const demoId = await makeNotesDemo(server.url)
    for (let round = from; round < rounds; round += 1) {
      const random = seededRandom(seed * 100_003 + round)
      for (let skipped = 0; skipped < 8; skipped += 1) random(2)
      const killing = new AbortController()
      const visitors: AgentVisitor[] = []
      const talks = Array.from({ length: talksAtOnce }, () => talk(server.url, demoId, visitors, killing.signal))
      const shownCount = (): number => visitors.reduce((sum, visitor) => sum + shownTurns(visitor).length, 0)
      // A busy machine takes a while to answer the first one.
      while (shownCount() === 0) await delay(5)
      await delay(random(1_500))
      await server.kill()
      killing.abort()
      await Promise.all(talks)
      server = await start()
      const resumed = await Promise.all(visitors.map(resumeTalk))
      const stored = await Promise.all(visitors.map((visitor) => findFaults(service, visitor)))
      const faults = [...resumed, ...stored].flat()
      const outcome = { round, shown: shownCount(), faults }
      outcomes.push(outcome)
      onRound?.(outcome)
    }
    return outcomes
  } finally {
    await server.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const talksAtOnce = 30

/** Asks the next question whenever an answer has played, until the server is gone. */
async function talk(url: string, demoId: string, visitors: AgentVisitor[], signal: AbortSignal): Promise<void> {
  try {
    const visitor = await AgentVisitor.start(url, demoId)
    visitors.push(visitor)
    for (let from = 0; !signal.aborted;) {
      const { turn, segs } = await Promise.race([visitor.nextTurn(from), ended(signal)])
      visitor.play(turn, segs.length)
      from = visitor.events.length
      visitor.say('How long are exports kept?')
      await Promise.race([visitor.until('user.final', () => true, from).catch(() => null), delay(1_100)])
    }
  } catch {
    // Killed halfway.
  }
}

/** Goes on after the restart, and compares the events' numbers. */
async function resumeTalk(visitor: AgentVisitor): Promise<readonly string[]> {
  if (visitor.sid === '') return []
  const hadAnswer = shownTurns(visitor).length > 0
  const from = visitor.events.length
  await visitor.resume()
  const isOver = await Promise.race([
    visitor.until('ready', () => true, from).then(() => false),
    visitor.until('bye', () => true, from).then(() => true),
  ])
  // Killed before anything of it was stored or shown.
  if (isOver) return hadAnswer ? ['a conversation could not be resumed'] : []
  visitor.say('How long are exports kept?')
  await visitor.until('user.final', () => true, from)
  await visitor.until('turn.end', () => true, from)
  visitor.close()
  const numbers = visitor.events.filter(({ t }) => t !== 'ready' && t !== 'pong').map(({ seq }) => seq)
  const isWhole = numbers.every((number, index) => number === index + 1)
  return isWhole ? [] : [`the events are numbered ${numbers.join()}`]
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The server was killed')), { once: true })
  })
}

type Words = Extract<ServerEvent, { t: 'seg' }>

/** What a visitor saw of each answer. */
function shownTurns({ events }: AgentVisitor): readonly string[] {
  const words = events.filter((event): event is Words => event.t === 'seg')
  return [...Map.groupBy(words, ({ turn }) => turn).values()].map((lines) => lines.map(({ text }) => text).join(' '))
}

async function findFaults(service: SupabaseClient, visitor: AgentVisitor): Promise<readonly string[]> {
  if (visitor.sid === '') return []
  const { data: turns } = await service
    .from('conversation_turns')
    .select('number,speaker,text,interrupted')
    .eq('conversation_id', visitor.sid)
    .order('number')
    .throwOnError()
  const faults: string[] = []
  const stored = turns.filter(({ speaker }) => speaker === 'agent')
  for (const [index, shown] of shownTurns(visitor).entries()) {
    const row = stored[index]
    if (row === undefined) faults.push(`“${shown}” was shown and is lost`)
    // If the kill interrupted an answer, the visitor saw its beginning.
    else if (row.interrupted !== true && !String(row.text).startsWith(shown))
      faults.push(`“${shown}” became “${row.text}”`)
  }
  const numbers = turns.map(({ number }) => Number(number))
  if (numbers.some((number, index) => number !== index + 1)) faults.push(`the turns are numbered ${numbers.join()}`)
  const { data: talk } = await service.from('conversations').select('turn_count').eq('id', visitor.sid).throwOnError()
  const counted = Number(talk[0]?.turn_count ?? 0)
  if (counted !== turns.length) faults.push(`${counted} turns are counted, and ${turns.length} stored`)
  return faults
}
