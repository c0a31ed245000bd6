import { buildKnowledge, stepScripts, type Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import { indexNotes, type NotesIndex } from '#agent/notes-index.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { standingTexts, type StandingTexts } from '#agent/standing-texts.ts'
import { createSuggester, type Suggester } from '#agent/suggest-questions.ts'

import type { AgentDemo } from './agent-demo.ts'

/** An agent's knowledge of a demo, with the built-in responder over its index. */
export interface SharedKnowledge {
  readonly knowledge: Knowledge
  readonly responder: Responder
  readonly suggest: Suggester
  /** Computed on first use. */
  readonly standing: () => StandingTexts
}

const shared = new WeakMap<AgentDemo, SharedKnowledge>()
const noted = new WeakMap<AgentDemo['demo'], { readonly knowledge: Knowledge; readonly index: NotesIndex }>()

/** Built once for all conversations with the same version of agent and demo. */
export function shareKnowledge(demo: AgentDemo): SharedKnowledge {
  const known = shared.get(demo)
  if (known !== undefined) return known
  // Conversations in other languages share the notes and their index.
  const notes = noted.get(demo.demo)
  const knowledge =
    notes === undefined
      ? buildKnowledge(demo.demo, demo.agent)
      : { ...notes.knowledge, agent: demo.agent, steps: stepScripts(demo.demo, demo.agent) }
  const index = notes?.index ?? indexNotes(knowledge)
  noted.set(demo.demo, { knowledge, index })
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
