import { factOf } from './buyer-facts.ts'
import type { Conversation } from './conversation.ts'
import type { Knowledge } from './knowledge.ts'
import type { ResponderInput } from './responder.ts'

/** What a responder gets to know of the conversation. */
export function toResponderInput(
  text: string,
  knowledge: Knowledge,
  { step, topic, facts }: Conversation,
): ResponderInput {
  const size = factOf(facts, 'size')
  return { text, knowledge, step, ...(topic !== null && { topic }), ...(size !== null && { size }) }
}
