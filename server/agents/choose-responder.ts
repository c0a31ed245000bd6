import { createRuleResponder } from '#agent/rule-responder.ts'
import { createResponder } from '#server/models/model-responder.ts'
import type { Services } from '#server/services.ts'

import type { TestResponder } from './run-tests.ts'

export const responderKinds = ['built-in', 'model'] as const
export type ResponderKind = (typeof responderKinds)[number]

/** The responder for running tests; null if it should be a model and the workspace has none. */
export async function chooseResponder(
  services: Services,
  kind: ResponderKind,
  workspaceId: string,
): Promise<TestResponder | null> {
  if (kind === 'built-in') return (_demo, knowledge) => createRuleResponder(knowledge)
  if ((await services.models.find(workspaceId)) === null) return null
  return ({ agentId }, knowledge) =>
    createResponder(services, {
      knowledge,
      builtIn: createRuleResponder(knowledge),
      workspaceId,
      agentId,
      conversationId: null,
    })
}
