import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { readTextBody, type AgentAccess, type AgentCall } from './agent-access.ts'
import { chooseResponder, responderKinds } from './choose-responder.ts'
import { readCsv, type CsvRow } from './read-csv.ts'
import { runTests } from './run-tests.ts'
import { demosOf, readTests, storeResults, type AgentTest } from './stored-tests.ts'
import { toScenario, type StoredTurn } from './scenario-from-talk.ts'
import { parseExpectation } from './test-expectations.ts'
import { takeTestTurn, tooManyRuns } from './test-turns.ts'

/** Runs an agent's tests and adds to them. */
export function testCalls(services: Services) {
  const runs = createRateLimit({ burst: 60, refillMs: 600_000, now: services.now })

  const run: AgentCall = async (context, agent) => {
    const body = await readJsonOrRefuse(context, runShape, csvBytesMax)
    if (body instanceof Response) return body
    const responder = await chooseResponder(services, body.responder, agent.workspaceId)
    if (responder === null) return refuse(context, 409, 'no-model', 'No language model is set. Choose one in Settings.')
    if (!runs.take(agent.workspaceId)) {
      return refuse(context, 429, 'too_many', 'The tests ran too often. Try again in a few minutes.')
    }
    if (body.csv === undefined) {
      const tests = await readTests(services, agent.id, body.ids ?? null)
      const results = await takeTestTurn(services, agent.workspaceId, () =>
        runTests(services, agent.id, { tests, responder }),
      )
      if (results === null) return refuse(context, 429, 'too_many', tooManyRuns)
      await storeResults(services, results)
      return context.json({ results })
    }
    const rows = readCsv(body.csv, testsMax)
    if (typeof rows === 'string') return refuse(context, 400, 'bad_csv', rows)
    const demoId = body.demoId ?? (await demosOf(services, agent.id))[0] ?? null
    const { tests, skipped } = toTests(rows, demoId, await stepsOf(agent, demoId))
    const results = await takeTestTurn(services, agent.workspaceId, () =>
      runTests(services, agent.id, { tests, responder }),
    )
    return results === null ? refuse(context, 429, 'too_many', tooManyRuns) : context.json({ results, skipped })
  }

  const importTests: AgentCall = async (context, agent) => {
    const text = await readTextBody(context, csvBytesMax)
    if (text instanceof Response) return text
    const rows = readCsv(text, testsMax)
    if (typeof rows === 'string') return refuse(context, 400, 'bad_csv', rows)
    const [demoId = null] = await demosOf(services, agent.id)
    const { tests, skipped } = toTests(rows, demoId, await stepsOf(agent, demoId))
    if (tests.length > 0) {
      const { error } = await agent.client.from('agent_tests').insert(
        tests.map(({ title, expected }, position) => ({
          agent_id: agent.id,
          workspace_id: agent.workspaceId,
          kind: 'question',
          title,
          expected,
          position,
        })),
      )
      if (error?.code === '54000')
        return refuse(context, 409, 'too_much', `An agent can have at most ${testsMax} tests.`)
      if (error !== null) throw new Error('Could not add tests', { cause: error })
    }
    return context.json({ added: tests.length, skipped })
  }

  const fromConversation: AgentCall = async (context, agent) => {
    const body = await readJsonOrRefuse(context, conversationShape)
    if (body instanceof Response) return body
    const { data: talk } = await agent.client
      .from('conversations')
      .select('demo_id,outcomes,conversation_turns(number,speaker,text,source)')
      .eq('id', body.conversationId)
      .eq('workspace_id', agent.workspaceId)
      .maybeSingle()
      .throwOnError()
    const found = talk === null ? null : talkShape.parse(talk)
    const scenario = found === null ? null : toScenario(found.conversation_turns, found.outcomes)
    if (found === null || scenario === null) {
      return refuse(context, 404, 'not_found', 'This conversation was deleted, or the visitor said nothing in it.')
    }
    const { data: test, error } = await agent.client
      .from('agent_tests')
      .insert({
        agent_id: agent.id,
        workspace_id: agent.workspaceId,
        demo_id: found.demo_id,
        kind: 'scenario',
        title: scenario.turns[0]?.slice(0, 200) ?? 'Conversation',
        scenario,
      })
      .select()
      .single()
    if (error?.code === '54000') return refuse(context, 409, 'too_much', `An agent can have at most ${testsMax} tests.`)
    if (error !== null) throw new Error('Could not add a test', { cause: error })
    return context.json({ test: test as unknown }, 201)
  }

  /** Only for the agent's workspace: the number of steps in another one's demo is secret. */
  async function stepsOf({ workspaceId }: AgentAccess, demoId: string | null): Promise<readonly string[]> {
    if (demoId === null) return []
    const { data } = await backendClient(services, { role: 'service_role' })
      .from('demo_steps')
      .select('id')
      .eq('demo_id', demoId)
      .eq('workspace_id', workspaceId)
      .order('order')
      .order('id')
      .throwOnError()
    return z
      .array(z.object({ id: z.string() }))
      .parse(data)
      .map(({ id }) => id)
  }

  return { run, importTests, fromConversation }
}

const testsMax = 500
const csvBytesMax = 1024 * 1024

const runShape = z.object({
  ids: z.array(z.guid()).max(testsMax).optional(),
  responder: z.enum(responderKinds).default('built-in'),
  /** Questions to run without storing them, as for `tests/import`. */
  csv: z.string().max(csvBytesMax).optional(),
  /** The demo in which these are asked; otherwise the agent's first. */
  demoId: z.guid().optional(),
})

const conversationShape = z.object({ conversationId: z.guid() })

const talkShape = z.object({
  demo_id: z.string(),
  outcomes: z.record(z.string(), z.number()),
  conversation_turns: z.array(
    z.object({
      number: z.number(),
      speaker: z.enum(['visitor', 'agent']),
      text: z.string(),
      source: z.string(),
    }) satisfies z.ZodType<StoredTurn>,
  ),
})

function toTests(
  rows: readonly CsvRow[],
  demoId: string | null,
  stepIds: readonly string[],
): {
  readonly tests: readonly AgentTest[]
  readonly skipped: readonly { readonly line: number; readonly problem: string }[]
} {
  const tests: AgentTest[] = []
  const skipped: { line: number; problem: string }[] = []
  for (const { line, cells } of rows) {
    const [question = '', expectation = ''] = cells
    const expected = parseExpectation(expectation, stepIds)
    if (question === '') skipped.push({ line, problem: 'The question is missing.' })
    else if (question.length > 500) skipped.push({ line, problem: 'The question has more than 500 characters.' })
    else if (expected === null) {
      const isStep = /^step\b/i.test(expectation)
      skipped.push({ line, problem: isStep ? `The demo has no ${expectation}.` : 'The expected result is missing.' })
    } else tests.push({ id: String(line), demoId, title: question, expected, scenario: null })
  }
  return { tests, skipped }
}
