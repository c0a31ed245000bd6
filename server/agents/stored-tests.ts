import { z } from 'zod'

import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { expectationShape, scenarioShape, type Expectation, type Scenario } from './test-expectations.ts'

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

/** Demos the agent presents: its own, otherwise those that no agent is assigned to. */
export async function demosOf(services: Services, agentId: string): Promise<readonly string[]> {
  const { data } = await backendClient(services, { role: 'service_role' })
    .rpc('demos_of_agent', { p_agent_id: agentId })
    .throwOnError()
  return z.array(z.string()).parse(data)
}

const testsMax = 500
const rowShape = z.object({
  id: z.string(),
  demo_id: z.string().nullable(),
  title: z.string(),
  expected: expectationShape.nullable().catch(null),
  scenario: scenarioShape.nullable().catch(null),
})
