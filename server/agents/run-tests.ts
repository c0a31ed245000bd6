import { z } from 'zod'

import type { Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import type { Citation } from '#protocol/agent-events.ts'
import { loadDraftDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import { prepareKnowledge, shareKnowledge, type SharedKnowledge } from '#server/agent/shared-knowledge.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { meetsExpectation, reachesGoal } from './meets-expectation.ts'
import { demosOf, type AgentTest, type TestResult } from './stored-tests.ts'
import { describeExpectation, describeGoal, type Expectation, type Scenario } from './test-expectations.ts'
import { TestTalk, type TestReply } from './test-talk.ts'

/** Creates the responder for testing a demo. */
export type TestResponder = (demo: AgentDemo, shared: SharedKnowledge) => Responder

interface Stage {
  readonly demo: AgentDemo
  readonly knowledge: Knowledge
  readonly responder: Responder
}

/** Runs tests against the agent's draft, one at a time. */
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
  }
  return results
}

async function toStage(demo: AgentDemo, responder: TestResponder): Promise<Stage> {
  await prepareKnowledge(demo)
  const shared = shareKnowledge(demo)
  return { demo, knowledge: shared.knowledge, responder: responder(demo, shared) }
}

async function demoOfStep(services: Services, expected: Expectation | null): Promise<string | null> {
  if (expected?.kind !== 'step') return null
  const { data } = await backendClient(services, { role: 'service_role' })
    .from('demo_steps')
    .select('demo_id')
    .eq('id', expected.stepId)
    .maybeSingle()
    .throwOnError()
  return data === null ? null : stepShape.parse(data).demo_id
}

const stepShape = z.object({ demo_id: z.string() })

async function runTest(stage: Stage, test: AgentTest, now: number): Promise<TestResult> {
  const talk = new TestTalk(stage.knowledge, stage.responder, now)
  const { id, title, expected, scenario } = test
  if (scenario !== null) return { id, title, ...(await playScenario(talk, scenario)), expected: describeGoal(scenario) }
  if (expected === null) return withoutDemo(test, 'This test has no expectation.')
  const reply = await talk.say(title)
  return {
    id,
    title,
    passed: meetsExpectation(expected, reply, stage.demo.demo),
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
    last = reply
    milliseconds = Math.max(milliseconds, reply.milliseconds)
    hasAnswered ||= reply.outcomes.includes('answered')
    const isStuck = reply.outcomes.includes('unknown') || reply.outcomes.includes('unsure')
    const result = { said: reply.said, cited: describeCites(reply.cites), milliseconds }
    if (goal === 'answers' && isStuck) return { ...result, passed: false, failedAt: index + 1 }
    if (reachesGoal(goal, reply, talk)) return { ...result, passed: true, failedAt: null }
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
