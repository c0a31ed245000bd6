import { setTimeout } from 'node:timers/promises'

import type { ServerEvent } from '#protocol/agent-events.ts'

import { AgentVisitor } from '../tests/support/agent-visitor.ts'
import { makeNotesDemo } from '../tests/support/notes-demo.ts'
import { startServer } from '../tests/support/server-process.ts'
import { report, spreadOf } from './support/report.ts'

/*
 * How long a visitor waits for the built-in agent: from sending the question to the first event and the first sentence,
 * over real WebSockets to a real server that stores every turn. Questions are spread out, as in real use. Client and
 * server share the machine's cores.
 */

const rounds = 5
const loads = [
  { conversations: 100, spreadMs: 4_000, goalMs: 25 },
  { conversations: 500, spreadMs: 12_000, goalMs: 50 },
] as const

const questions = ['How long are exports kept?', 'Which banks do statements come from?', 'Do you work with Salesforce?']

const server = await startServer({ env: { AGENT_LIMITS: 'off', LOG_LEVEL: 'error' } })
try {
  const demoId = await makeNotesDemo(server.url)
  for (const load of loads) {
    const visitors = await openAll(demoId, load.conversations)
    const firstEvents: number[][] = []
    const firstSentences: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const waits = await Promise.all(
        visitors.map(async (visitor, index) => {
          await setTimeout((load.spreadMs * index) / visitors.length)
          return askOnce(visitor, questions[(index + round) % questions.length] ?? '')
        }),
      )
      firstEvents.push(waits.map((wait) => wait.eventMs))
      firstSentences.push(waits.map((wait) => wait.sentenceMs))
    }
    for (const visitor of visitors) visitor.close()
    const line = (what: string, times: readonly number[][], percent: number) => {
      const ours = spreadOf(times.map((each) => percentile(each, percent)))
      const goal = percent === 99 ? `≤ ${load.goalMs} ms` : 'none; noted'
      return {
        what: `question to ${what}, p${percent}, ${load.conversations} conversations`,
        unit: 'ms',
        ours,
        anchor: null,
        goal,
        passed: percent !== 99 || ours.median <= load.goalMs,
      }
    }
    report(`agent-${load.conversations}`, [
      line('first event', firstEvents, 50),
      line('first event', firstEvents, 99),
      line('first sentence', firstSentences, 50),
      line('first sentence', firstSentences, 99),
    ])
  }
} finally {
  await server.stop()
}

async function openAll(demoId: string, count: number): Promise<readonly AgentVisitor[]> {
  const visitors: AgentVisitor[] = []
  while (visitors.length < count) {
    const batch = Array.from({ length: Math.min(10, count - visitors.length) }, () =>
      AgentVisitor.start(server.url, demoId),
    )
    visitors.push(...(await Promise.all(batch)))
  }
  // Wait until the greetings are stored, which isn't measured.
  await setTimeout(2_000)
  return visitors
}

async function askOnce(visitor: AgentVisitor, question: string): Promise<{ eventMs: number; sentenceMs: number }> {
  const from = visitor.events.length
  const sentAt = performance.now()
  visitor.say(question)
  await visitor.until('user.final', anyEvent, from)
  const eventMs = performance.now() - sentAt
  await visitor.until('seg', anyEvent, from)
  return { eventMs, sentenceMs: performance.now() - sentAt }
}

function anyEvent(_event: ServerEvent): boolean {
  return true
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? 0
  return Math.round(value * 10) / 10
}
