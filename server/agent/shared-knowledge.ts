import { toSpokenIn } from '#agent/languages/spoken.ts'
import { buildKnowledge, stepScripts, type Knowledge } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import { indexNotes, type NotesIndex } from '#agent/notes-index.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { standingTexts, type StandingTexts } from '#agent/standing-texts.ts'
import { createSuggester, type Suggester } from '#agent/suggest-questions.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'

import type { AgentDemo } from './agent-demo.ts'

/** An agent's knowledge of a demo, with the built-in responder over its index. */
export interface SharedKnowledge {
  readonly knowledge: Knowledge
  readonly responder: Responder
  readonly suggest: Suggester
  /** Computed on first use. */
  readonly standing: () => StandingTexts
  /** A sentence in spoken form; remembered for standing ones. */
  readonly toSpoken: (text: string) => string
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
  const spoken = new Map<string, string>()
  const built = {
    knowledge,
    responder: createRuleResponder(knowledge, index),
    suggest: createSuggester(knowledge, index),
    standing: () => (standing ??= standingTexts(knowledge)),
    toSpoken: (text: string): string => {
      const said = spoken.get(text) ?? toSpokenIn(toAgentLanguage(demo.voice.lang), text, demo.pronunciations)
      if (standing?.all.has(text) === true) spoken.set(text, said)
      return said
    },
  }
  shared.set(demo, built)
  return built
}
