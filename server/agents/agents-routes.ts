import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { AgentHub } from '#server/agent/agent-hub.ts'
import type { Services } from '#server/services.ts'

import { forAgent, type AgentCall } from './agent-access.ts'
import { readSalesText, suggestQuestions } from './draft-calls.ts'
import { sourceCalls } from './source-calls.ts'
import { askedCall, dismissQuestion, objections, unansweredCall } from './talk-calls.ts'
import { testCalls } from './test-calls.ts'
import { transferCalls } from './transfer-calls.ts'
import { firstQuestions, tryAgent } from './try-agent.ts'
import { versionCalls } from './version-calls.ts'

/**
 * Routes under /agents/v1: authors' actions that need more than table access, such as reading documents, running tests
 * and publishing. docs/agents.md describes each call.
 */
export function agentsRoutes(services: Services, hub: AgentHub): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const view = (call: AgentCall) => forAgent(services, 'viewer', call)
  const edit = (call: AgentCall) => forAgent(services, 'editor', call)
  const sources = sourceCalls(services)
  const transfer = transferCalls(services)
  const tests = testCalls(services)
  const versions = versionCalls(services)

  app.get('/asked', askedCall(services))
  app.post('/steps/:stepId/suggest-questions', suggestQuestions(services))
  app.post('/:agentId/sources', edit(sources.upload))
  app.post('/:agentId/sources/address', edit(sources.addAddress))
  app.post('/:agentId/sources/:sourceId/refresh', edit(sources.refresh))
  app.get('/:agentId/export', view(transfer.exportKnowledge))
  app.post('/:agentId/import', edit(transfer.importKnowledge))
  app.get('/:agentId/unanswered', view(unansweredCall(services)))
  app.post('/:agentId/unanswered/dismiss', edit(dismissQuestion))
  app.get('/:agentId/objections', view(objections))
  app.post('/:agentId/tests/run', edit(tests.run))
  app.post('/:agentId/tests/import', edit(tests.importTests))
  app.post('/:agentId/tests/from-conversation', edit(tests.fromConversation))
  app.post('/:agentId/publish', edit(versions.publish))
  app.post('/:agentId/versions/:number/restore', edit(versions.restore))
  app.get('/:agentId/first-questions', view(firstQuestions(services, hub)))
  app.post('/:agentId/try', edit(tryAgent(services, hub)))
  app.post('/:agentId/read-sales-process', edit(readSalesText(services)))
  return app
}
