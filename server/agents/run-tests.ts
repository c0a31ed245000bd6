import { setImmediate } from 'node:timers/promises'

import { z } from 'zod'

import type { Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import type { Citation } from '#protocol/agent-events.ts'
import { loadDraftDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import { prepareKnowledge, shareKnowledge, type SharedKnowledge } from '#server/agent/shared-knowledge.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import {
  describeExpectation,
  describeGoal,
  expectationShape,
  scenarioShape,
  type Expectation,
  type Scenario,
} from './test-expectations.ts'
import { TestTalk, type TestReply } from './test-talk.ts'

/** A row of `agent_tests`, or a test sent only to be run. */
export interface AgentTest {
  readonly id: string
  /** The demo in which it is asked; null for the agent's first. */
  readonly demoId: string | null
  /** The question, or the scenario's name. */
  readonly title: string
  readonly expected: Expectation | null
  readonly scenario: Scenario | null
}

export interface TestResult {
  readonly id: string
  readonly title: string
  readonly passed: boolean
  /** The agent's answer; for a failed scenario, its words at that point. */
  readonly said: string
  readonly cited: readonly string[]
  readonly milliseconds: number
  /** The visitor's turn at which a scenario failed, from 1. */
  readonly failedAt: number | null
  /** The expected outcome, as a sentence. */
  readonly expected: string
}

/** Creates the responder for testing a demo. */
export type TestResponder = (demo: AgentDemo, shared: SharedKnowledge) => Responder

interface Stage {
  readonly demo: AgentDemo
  readonly knowledge: Knowledge
  readonly responder: Responder
}

/** Runs tests against the agent's draft, one at a time, yielding to conversations in between. */
export async function runTests(
  services: Services,
  agentId: string,
  { tests, responder }: { readonly tests: readonly AgentTest[]; readonly responder: TestResponder },
): Promise<readonly TestResult[]> {
  const demoIds = await demosOf(services, agentId)
  const stages = new Map<string, Stage | null>()
  const results: TestResult[] = []
  const stageOf = async (demoId: string): Promise<Stage | null> => {
    const known = stages.get(demoId)
    if (known !== undefined) return known
    const loaded = await loadDraftDemo(services, { agentId, demoId })
    const stage = loaded.ok ? await toStage(loaded.value, responder) : null
    stages.set(demoId, stage)
    return stage
  }
  for (const test of tests) {
    const demoId = test.demoId ?? (await demoOfStep(services, test.expected)) ?? demoIds[0]
    const stage = demoId === undefined ? null : await stageOf(demoId)
    results.push(stage === null ? withoutDemo(test) : await runTest(stage, test, services.now()))
    await setImmediate()
  }
  return results
}

/** The agent's stored tests, in the author's order, without invalid ones. */
export async function readTests(
  services: Services,
  agentId: string,
  ids: readonly string[] | null,
): Promise<readonly AgentTest[]> {
  let query = backendClient(services, { role: 'service_role' })
    .from('agent_tests')
    .select('id,demo_id,title,expected,scenario')
    .eq('agent_id', agentId)
  if (ids !== null) query = query.in('id', [...ids])
  const { data } = await query.order('kind').order('position').order('id').limit(testsMax).throwOnError()
  return z
    .array(rowShape)
    .parse(data)
    .map(({ demo_id: demoId, ...row }) => ({ ...row, demoId }))
}

/** Stores the results with the tests. */
export async function storeResults(services: Services, results: readonly TestResult[]): Promise<void> {
  const client = backendClient(services, { role: 'service_role' })
  const at = new Date(services.now()).toISOString()
  await client
    .rpc('store_test_runs', {
      p_runs: results.map(({ id, passed, said, cited, milliseconds, failedAt }) => ({
        id,
        last_run: { passed, said: said.slice(0, 4_000), cited: cited.slice(0, 20), milliseconds, failedAt },
      })),
      p_at: at,
    })
    .throwOnError()
}

const testsMax = 500
const rowShape = z.object({
  id: z.string(),
  demo_id: z.string().nullable(),
  title: z.string(),
  expected: expectationShape.nullable().catch(null),
  scenario: scenarioShape.nullable().catch(null),
})

async function toStage(demo: AgentDemo, responder: TestResponder): Promise<Stage> {
  await prepareKnowledge(demo)
  const shared = shareKnowledge(demo)
  return { demo, knowledge: shared.knowledge, responder: responder(demo, shared) }
}

/** Demos the agent presents: its own, otherwise those that no agent is assigned to. */
export async function demosOf(services: Services, agentId: string): Promise<readonly string[]> {
  const { data } = await backendClient(services, { role: 'service_role' })
    .rpc('demos_of_agent', { p_agent_id: agentId })
    .throwOnError()
  return z.array(z.string()).parse(data)
}

async function demoOfStep(services: Services, expected: Expectation | null): Promise<string | null> {
  if (expected?.kind !== 'step') return null
  const { data } = await backendClient(services, { role: 'service_role' })
    .from('demo_steps')
    .select('demo_id')
    .eq('id', expected.stepId)
    .maybeSingle()
    .throwOnError()
  return data === null ? null : String((data as { readonly demo_id: unknown }).demo_id)
}

async function runTest(stage: Stage, test: AgentTest, now: number): Promise<TestResult> {
  const talk = new TestTalk(stage.knowledge, stage.responder, now)
  const { id, title, expected, scenario } = test
  if (scenario !== null) return { id, title, ...(await playScenario(talk, scenario)), expected: describeGoal(scenario) }
  if (expected === null) return withoutDemo(test, 'This test has no expectation.')
  const reply = await talk.say(title)
  return {
    id,
    title,
    passed: meets(expected, reply, stage.demo),
    said: reply.said,
    cited: describeCites(reply.cites),
    milliseconds: reply.milliseconds,
    failedAt: null,
    expected: describeExpectation(expected, (stepId) => nameStep(stage.demo, stepId)),
  }
}

type Played = Omit<TestResult, 'id' | 'title' | 'expected'>

async function playScenario(talk: TestTalk, { turns, goal }: Scenario): Promise<Played> {
  let milliseconds = 0
  let hasAnswered = false
  let last: TestReply | null = null
  for (const [index, text] of turns.entries()) {
    const reply = await talk.say(text)
    await setImmediate()
    last = reply
    milliseconds = Math.max(milliseconds, reply.milliseconds)
    hasAnswered ||= reply.outcomes.includes('answered')
    const isStuck = reply.outcomes.includes('unknown') || reply.outcomes.includes('unsure')
    const result = { said: reply.said, cited: describeCites(reply.cites), milliseconds }
    if (goal === 'answers' && isStuck) return { ...result, passed: false, failedAt: index + 1 }
    if (isReached(goal, reply, talk)) return { ...result, passed: true, failedAt: null }
  }
  const passed = goal === 'answers' && hasAnswered
  return {
    passed,
    said: last?.said ?? '',
    cited: describeCites(last?.cites ?? []),
    milliseconds,
    failedAt: passed ? null : turns.length,
  }
}

function isReached(goal: Scenario['goal'], reply: TestReply, talk: TestTalk): boolean {
  switch (goal) {
    case 'books':
      return reply.outcomes.includes('booked')
    case 'hands-over':
      return isHandedOver(reply)
    case 'leaves-address':
      return talk.hasAddress
    case 'answers':
      return false
  }
}

function isHandedOver(reply: TestReply): boolean {
  return reply.hasRung || reply.outcomes.includes('human')
}

function meets(expected: Expectation, reply: TestReply, { demo }: AgentDemo): boolean {
  const { outcomes } = reply
  switch (expected.kind) {
    case 'step': {
      const order = demo.steps.find(({ id }) => id === expected.stepId)?.order
      const isCited = reply.cites.some(({ stepId }) => stepId === expected.stepId)
      return isCited || (order !== undefined && reply.shown.includes(order))
    }
    case 'says':
      return squeeze(reply.said).includes(squeeze(expected.text))
    case 'refuses':
      return !outcomes.includes('answered')
    case 'hands-over':
      return isHandedOver(reply)
    case 'books':
      return reply.hasOfferedTimes || outcomes.includes('booking') || outcomes.includes('booked')
  }
}

/** Ignores case, spaces, and punctuation that editors replace. */
function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/[.!?]+$/, '')
    .trim()
}

function describeCites(cites: readonly Citation[]): readonly string[] {
  const described = cites.map(({ stepOrder, source }) => {
    if (source === undefined) return stepOrder === null ? 'The demo' : `Step ${stepOrder}`
    return source.place === '' ? source.title : `${source.title}, ${source.place}`
  })
  return [...new Set(described)]
}

function nameStep({ demo }: AgentDemo, stepId: string): string | null {
  const step = demo.steps.find(({ id }) => id === stepId)
  if (step === undefined) return null
  return step.title === null || step.title === '' ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`
}

function withoutDemo({ id, title, scenario }: AgentTest, said = 'The agent presents no demo yet.'): TestResult {
  const expected = scenario === null ? '' : describeGoal(scenario)
  return {
    id,
    title,
    passed: false,
    said,
    cited: [],
    milliseconds: 0,
    failedAt: scenario === null ? null : 1,
    expected,
  }
}
