import { quotesOf } from './quoted-notes.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Proposal } from './responder.ts'
import { applyFacts, closing } from './selling.ts'
import { endsAsQuestion, turnWordsMax, withinWords, wordsOf } from './turn.ts'

/* An answer whose first sentence is spoken while a model writes the rest. The rest is a turn of its own. */

/** Handles the whole answer: says the new part at once, or after the first sentence has been heard. */
export function hearRest(run: ConversationRun, proposal: Proposal, text: string): void {
  // A model may find facts that the rules didn't.
  const more = (proposal.facts ?? []).filter(({ field }) => !run.state.facts.some((known) => known.field === field))
  if (more.length > 0) applyFacts(run, more, text)
  const { open, speaking, turn } = run.state
  if (open === null || open.turn !== turn) return
  run.state = { ...run.state, open: { ...open, rest: proposal }, topic: proposal.topic ?? run.state.topic }
  if (speaking === null) sayRest(run)
}

/** Says the rest if it has arrived and nothing else was said since. */
export function sayRest(run: ConversationRun): void {
  const { open, turn, lastLines } = run.state
  if (open === null || open.rest === null) return
  run.state = { ...run.state, open: null }
  if (open.turn !== turn) return
  const said = new Set(lastLines.map(({ text }) => text))
  const close = closing(run)
  const fresh = quotesOf(open.rest).filter((line) => !said.has(line.text) && !endsAsQuestion(line.text))
  const lines = [...withinWords(fresh, turnWordsMax - wordsOf(close)), ...close]
  if (lines.length > 0) run.say(lines, { outcome: 'continued' })
}
