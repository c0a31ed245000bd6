import { namedInTitle } from '#domain/suggested-question.ts'
import type { Citation } from '#protocol/agent-events.ts'

import type { ConversationRun } from './conversation-run.ts'
import type { KnowledgeItem } from './knowledge.ts'
import type { Proposal } from './responder.ts'
import type { Line } from './turn.ts'

/* Sentences of the notes, as the agent says them. */

/** The proposed sentences with their steps. */
export function quotesOf(proposal: Proposal): readonly Line[] {
  const items = new Map(proposal.retrieved.map((item) => [item.id, item]))
  // Notes in another language are quoted only in a model's translation.
  const sayable = proposal.answer.filter(({ language }) => proposal.notesIn === undefined || language !== undefined)
  return sayable.map((sentence) => ({
    text: sentence.text,
    cite: toCitations(sentence.cites.map((id) => items.get(id))),
  }))
}

export function toCitations(items: readonly (KnowledgeItem | undefined)[]): readonly Citation[] {
  return items.flatMap((item) => {
    if (item === undefined) return []
    const { stepOrder, stepId, source } = item
    return [source === undefined ? { stepOrder, stepId } : { stepOrder, stepId, source }]
  })
}

/** Whether the item is the title of a step without notes. */
export function saysTitle({ text, context }: KnowledgeItem): boolean {
  return text.replace(/[.!?…]$/u, '') === context.replace(/[.!?…]$/u, '')
}

/** Whether the last turn said or quoted the sentence. */
export function wasJustSaid(run: ConversationRun, text: string): boolean {
  const quoted = withoutQuotes(text)
  return run.state.lastLines.some((line) => withoutQuotes(line.text).includes(quoted))
}

export function withoutQuotes(text: string): string {
  return text.replaceAll(/["“”„«»]/g, "'")
}

/** “step 2 (“Invite a colleague”)”, without a title too long for a sentence; `Click "Save"` is called “Save”. */
export function nameStep({ knowledge, words }: ConversationRun, order: number): string {
  const written = knowledge.steps[order - 1]?.title ?? ''
  const title = namedInTitle(written) ?? written.replaceAll(/["“”]/g, '')
  return words.plain.stepNamed(order, title.split(' ').length > 12 ? '' : title)
}
