import type { Citation } from '#protocol/agent-events.ts'

import { offerBooking } from './booking-talk.ts'
import { mayOfferMeeting, takeBooking } from './booking-turn.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Intent } from './intent.ts'
import type { KnowledgeItem } from './knowledge.ts'
import type { Proposal } from './responder.ts'
import { foreignWordings, remarkWordings } from './remark-wording.ts'
import { endsAsQuestion, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'
import { acknowledgements, wordings } from './wording.ts'

/* Answers to questions and remarks. Each ends by returning to the topic. */

/** Answers from the notes, shows the step they belong to, and returns to the demo. */
export function answer(run: ConversationRun, proposal: Proposal): void {
  const quotes = quotesOf(proposal)
  run.push()
  const stepOrder = quotes.flatMap((line) => line.cite).find((cite) => cite.stepOrder !== null)?.stepOrder ?? null
  const resume = run.resume()
  const acknowledgement =
    proposal.subject === undefined
      ? run.line(acknowledgements[run.knowledge.agent.personality])
      : run.worded(remarkWordings.closest(proposal.subject))
  const fresh = quotes.filter((line) => !run.wasSaid(line) && !endsAsQuestion(line.text))
  const fitting = withinWords(fresh, turnWordsMax - wordsOf([acknowledgement, resume]))
  const again = {
    text: run.choose(wordings.answerAgain(stepOrder), wordings.answerAgainCounted),
    cite: quotes[0]?.cite ?? [],
  }
  // A long sentence gets a turn to itself; one said twice already is only pointed at.
  const lines = fitting.length > 0 ? [acknowledgement, ...fitting, resume] : [fresh[0] ?? again, resume]
  run.state = { ...run.state, unknownCount: 0 }
  run.say(lines, { outcome: 'answered', show: stepOrder })
}

/** The proposed sentences with their steps. */
export function quotesOf(proposal: Proposal): readonly Line[] {
  const items = new Map(proposal.retrieved.map((item) => [item.id, item]))
  return proposal.answer.map((sentence) => ({
    text: sentence.text,
    cite: toCitations(sentence.cites.map((id) => items.get(id))),
  }))
}

/** How author and visitor can reach each other. */
export function reachAuthor(run: ConversationRun): Line {
  if (run.state.email === null) return run.line(wordings.askAuthor())
  return run.worded(remarkWordings.authorHasAddress())
}

/** Says the notes don't cover it; the second time in a row, also offers a meeting. */
export function admit(run: ConversationRun): void {
  run.push()
  const unknownCount = run.state.unknownCount + 1
  run.state = { ...run.state, unknownCount }
  if (unknownCount >= 2 && mayOfferMeeting(run)) {
    const unknown = { texts: wordings.unknown(), counted: wordings.unknownCounted }
    const offer = offerBooking([unknown], run.state.email)
    return takeBooking(run, { ...offer, outcome: 'unknown' })
  }
  run.say(
    [
      run.line(wordings.unknown(), wordings.unknownCounted),
      run.line(wordings.unknownNoted(run.state.email !== null)),
      run.resume(),
    ],
    { outcome: 'unknown' },
  )
}

/** Answers questions about the agent or the conversation itself. */
export function chat(run: ConversationRun, intent: Exclude<Intent, { readonly type: 'remark' }>): void {
  run.push()
  const resume = run.resume()
  switch (intent.type) {
    case 'robot':
      return run.say([run.line(wordings.robot(), wordings.robotCounted), resume], { outcome: 'chat' })
    case 'human':
      if (run.knowledge.agent.takesMeetings && run.state.booking === null) {
        const offer = offerBooking([{ texts: wordings.humanMeets(), counted: wordings.humanCounted }], run.state.email)
        return takeBooking(run, { ...offer, outcome: 'human' })
      }
      return run.say([run.line(wordings.human(), wordings.humanCounted), reachAuthor(run)], {
        outcome: 'human',
      })
    case 'contact':
      return run.say([run.line(wordings.contact()), resume], { outcome: 'contact' })
    case 'privacy':
      return run.say([run.line(wordings.privacy()), resume], { outcome: 'chat' })
    case 'commitment':
      return run.say([run.line(wordings.commitment()), resume], { outcome: 'declined' })
    case 'foreign':
      return run.say([run.worded(foreignWordings[intent.language])], { outcome: 'unknown' })
    case 'thanks':
      return run.say([run.line(wordings.thanks()), resume], { outcome: 'chat' })
    case 'hello':
      return run.say([run.line(wordings.hello()), resume], { outcome: 'chat' })
    default:
      return run.say([run.line(wordings.help()), resume], { outcome: 'chat' })
  }
}

function toCitations(items: readonly (KnowledgeItem | undefined)[]): readonly Citation[] {
  return items.flatMap((item) => {
    if (item === undefined) return []
    const { stepOrder, stepId, source } = item
    return [source === undefined ? { stepOrder, stepId } : { stepOrder, stepId, source }]
  })
}
