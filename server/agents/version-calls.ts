import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'
import { prepareSpeech } from '#server/speech/prepare-speech.ts'

import type { AgentCall } from './agent-access.ts'
import { runTests } from './run-tests.ts'
import { readTests, storeResults } from './stored-tests.ts'
import { takeTestTurn, tooManyRuns } from './test-turns.ts'

/** Publishes and restores versions. */
export function versionCalls(services: Services) {
  const call = procedureCaller(services)
  const publications = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })

  /** Runs the tests first, on the built-in responder, which answers if everything else fails. */
  const publish: AgentCall = async (context, agent) => {
    const body = await readJsonOrRefuse(context, publishShape)
    if (body instanceof Response) return body
    if (!publications.take(agent.workspaceId)) return refuse(context, 429, 'too_many', tooMany)
    const tests = await readTests(services, agent.id, null)
    const results = await takeTestTurn(services, agent.workspaceId, () =>
      runTests(services, agent.id, { tests, responder: (_demo, { responder }) => responder }),
    )
    if (results === null) return refuse(context, 429, 'too_many', tooManyRuns)
    await storeResults(services, results)
    const failing = results.filter(({ passed }) => !passed).length
    const reason = body.reason?.trim() ?? ''
    if (failing > 0 && reason === '') {
      const message = `${failing === 1 ? 'A test fails' : `${failing} tests fail`}. Fix the agent, or give a reason for publishing it anyway.`
      return context.json({ code: 'tests-failed', failing, message }, 409)
    }
    const version = await call('publish_agent_version', {
      p_agent_id: agent.id,
      ...(agent.userId !== null && { p_published_by: agent.userId }),
      p_note: body.note.trim(),
      p_reason: failing > 0 ? reason : '',
      p_tests: { passed: results.length - failing, failed: failing },
    })
    prepareSpeech(services, agent)
    return context.json({ version }, 201)
  }

  const restore: AgentCall = async (context, agent) => {
    const number = Number(context.req.param('number'))
    if (!publications.take(agent.workspaceId)) return refuse(context, 429, 'too_many', tooMany)
    const version =
      Number.isSafeInteger(number) && number > 0 && number < 2 ** 31
        ? await call('restore_agent_version', {
            p_agent_id: agent.id,
            p_number: number,
            ...(agent.userId !== null && { p_published_by: agent.userId }),
          })
        : null
    if (version === null) return refuse(context, 404, 'not_found', 'There is no such version any more.')
    prepareSpeech(services, agent)
    return context.json({ version })
  }

  return { publish, restore }
}

const tooMany = 'Too many versions were published in a few minutes. Try again shortly.'
const publishShape = z.object({ note: z.string().max(500).default(''), reason: z.string().max(500).optional() })
