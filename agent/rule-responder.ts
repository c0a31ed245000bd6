import { recogniseIntent } from './intent.ts'
import type { Knowledge } from './knowledge.ts'
import type { Proposal, Responder } from './responder.ts'
import { indexKnowledge } from './retrieval.ts'

/** Answers from the notes' own sentences, with no model and no network. */
export function createRuleResponder(knowledge: Knowledge): Responder {
  const index = indexKnowledge(knowledge)
  return {
    propose({ text }): Proposal {
      const intent = recogniseIntent(text, knowledge.agent.takesMeetings)
      if (intent.type !== 'question' && intent.type !== 'commitment') return { intent, answer: [], retrieved: [] }
      const found = index.retrieve(text)
      if (found.status === 'unknown') return { intent, answer: [], retrieved: [] }
      return {
        intent: { type: 'question' },
        answer: found.items.map((item) => ({ text: item.text, cites: [item.id] })),
        retrieved: found.items,
      }
    },
  }
}
