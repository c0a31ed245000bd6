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
  if (kind === 'built-in') return (_demo, { responder }) => responder
  if ((await services.models.find(workspaceId)) === null) return null
  return ({ agentId }, { knowledge, responder: builtIn }) =>
    createResponder(services, { knowledge, builtIn, workspaceId, agentId, conversationId: null })
}
