import { buildKnowledge, type Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import { indexNotes } from '#agent/notes-index.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { standingTexts, type StandingTexts } from '#agent/standing-texts.ts'
import { createSuggester, type Suggester } from '#agent/suggest-questions.ts'

import type { AgentDemo } from './agent-demo.ts'

/** An agent's knowledge of a demo, with the built-in responder over its index. */
export interface SharedKnowledge {
  readonly knowledge: Knowledge
  readonly responder: Responder
  readonly suggest: Suggester
  /** Computed at the first use. */
  readonly standing: () => StandingTexts
}

const shared = new WeakMap<AgentDemo, SharedKnowledge>()

/** Built once for all talks about the same version of agent and demo. */
export function shareKnowledge(demo: AgentDemo): SharedKnowledge {
  const known = shared.get(demo)
  if (known !== undefined) return known
  const knowledge = buildKnowledge(demo.demo, demo.agent)
  const index = indexNotes(knowledge)
  let standing: StandingTexts | null = null
  const built = {
    knowledge,
    responder: createRuleResponder(knowledge, index),
    suggest: createSuggester(knowledge, index),
    standing: () => (standing ??= standingTexts(knowledge)),
  }
  shared.set(demo, built)
  return built
}
