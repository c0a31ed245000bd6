import type { ExpectedAnswer } from '#domain/end-of-turn.ts'
import { noSalesRules, type FactField } from '#domain/sales-rules.ts'

import type { Conversation } from './conversation.ts'
import { languageOf, type Knowledge } from './knowledge.ts'
import { askableQuestions } from './qualification.ts'
import { splitSentences } from './sentences.ts'
import { wordingsOf } from './wordings.ts'

/** What kind of answer the agent's last turn waits for. */
export function expectedAnswer(conversation: Conversation, knowledge: Knowledge): ExpectedAnswer {
  const { booking, person, qualification, isPersonOffered, lastLines } = conversation
  if (booking !== null) return bookingAnswers[booking.stage]
  if (person.stage === 'calling-back') return person.when === null ? 'time' : 'number'
  if (isPersonOffered) return 'yes-no'
  const rules = knowledge.agent.knowledge?.salesRules ?? noSalesRules
  const asked = askableQuestions(rules).find(({ id }) => id === qualification.open)
  if (asked !== undefined) return fieldAnswers[asked.field] ?? 'open'
  const question = splitSentences(lastLines.at(-1)?.text ?? '').at(-1) ?? ''
  const isYesOrNo = wordingsOf(languageOf(knowledge)).asksYesOrNo.test(question) && !offersChoice.test(question)
  return isYesOrNo ? 'yes-no' : 'open'
}

/** “Do you ship by sea or by air?” */
const offersChoice = /\s(?:or|oder|ou|o)\s/i

const bookingAnswers = {
  offered: 'yes-no',
  leaving: 'yes-no',
  confirming: 'yes-no',
  choosing: 'time',
  email: 'email',
  looking: 'open',
  committing: 'open',
  cancelling: 'open',
} as const

const fieldAnswers: Partial<Record<FactField, ExpectedAnswer>> = {
  email: 'email',
  name: 'name',
  phone: 'number',
  size: 'number',
  budget: 'number',
  timeline: 'time',
}
