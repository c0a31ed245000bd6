import { createRuleResponder } from '#agent/rule-responder.ts'

import type { TestResponder } from './run-tests.ts'

export const responderKinds = ['built-in', 'model'] as const
export type ResponderKind = (typeof responderKinds)[number]

/** The responder that tests run on; null where it isn't set up. */
export function chooseResponder(kind: ResponderKind): TestResponder | null {
  return kind === 'built-in' ? (_demo, knowledge) => createRuleResponder(knowledge) : null
}
