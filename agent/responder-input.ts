import { factOf } from './buyer-facts.ts'
import type { Conversation } from './conversation.ts'
import type { Knowledge } from './knowledge.ts'
import type { ResponderInput } from './responder.ts'
import { isYes } from './meeting-remarks.ts'

/** The part of the conversation that a responder gets. */
export function toResponderInput(
  text: string,
  knowledge: Knowledge,
  { step, topic, facts, booking, lastLines }: Conversation,
): ResponderInput {
  const size = factOf(facts, 'size')
  const offered = booking === null && isYes(text) ? offeredSubject(lastLines.at(-1)?.text ?? '') : null
  return { text: offered ?? text, knowledge, step, ...(topic !== null && { topic }), ...(size !== null && { size }) }
}

/** “What three pallets cost”, after “Shall I show you what three pallets cost?” */
function offeredSubject(line: string): string | null {
  return (
    /\b(?:shall|should|can|may) i (?:show|tell) you ((?:how|what|who|where|when|why|which)\b.+)\?$/i.exec(line)?.[1] ??
    null
  )
}
