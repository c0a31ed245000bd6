import { findForeignLanguage } from './foreign-language.ts'
import { withHeard } from './heard-remark.ts'
import { recogniseIntent, type Intent } from './intent.ts'
import { languageOf, type Knowledge } from './knowledge.ts'
import { toEnglish } from './languages/heard-words.ts'
import { readLanguage } from './languages/read-language.ts'
import type { NotesIndex } from './notes-index.ts'
import { contextOf, propose, sureOf } from './propose.ts'
import { relatedQuestion } from './related-question.ts'
import type { Proposal, ResponderInput } from './responder.ts'

/* Conversations or notes in another language than English. */

/**
 * For a conversation in another language: translates remarks to English for the rules, and searches for questions as
 * typed.
 */
export function proposeInOtherLanguage(input: ResponderInput, knowledge: Knowledge, index: NotesIndex): Proposal {
  const spoken = languageOf(knowledge)
  const ownLanguage = index.language
  const said = toEnglish(input.text, spoken) ?? (readLanguage(input.text) === 'en' ? input.text : null)
  const intent: Intent = said === null ? { type: 'question' } : recogniseIntent(said, knowledge.agent.takesMeetings)
  const heard = said ?? input.text
  const found = index.retrieve(input.text, contextOf(input))
  if (intent.type !== 'question' && !(intent.type === 'commitment' && found.status === 'ok')) {
    const asks = relatedQuestion(intent) === null ? undefined : sureOf(found)
    return withHeard(propose(intent, asks, input), heard)
  }
  const foreign = findForeignLanguage(input.text)
  const isOther = foreign !== null && foreign !== spoken && foreign !== ownLanguage
  if (found.status === 'unknown' && isOther) return propose({ type: 'foreign', language: foreign })
  const proposal = propose({ type: 'question' }, found, input)
  return withHeard(ownLanguage === spoken ? proposal : withStepsOnly(proposal, knowledge, ownLanguage), heard)
}

/** Notes in another language can be found but not quoted, unless a model translates them. */
function withStepsOnly(proposal: Proposal, { steps }: Knowledge, notesIn: NotesIndex['language']): Proposal {
  const cited = proposal.retrieved.flatMap(({ stepId, stepOrder }) =>
    stepId === null || stepOrder === null
      ? []
      : [{ stepId, stepOrder, title: steps.find(({ order }) => order === stepOrder)?.title ?? '', lines: [] }],
  )
  const first = steps.slice(0, 3).map(({ id, order, title }) => ({ stepId: id, stepOrder: order, title, lines: [] }))
  const offers = [...(proposal.offers ?? []), ...cited]
  return { ...proposal, offers: offers.length > 0 ? offers : first, notesIn }
}
