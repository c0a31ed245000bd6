import type { AgentLanguage } from '#domain/agent-languages.ts'

import { judgeAnswer, type AskedQuestion, type MeasuredCase } from './measure-buyers.ts'
import { guardProposal } from '../guards.ts'
import { buildKnowledge } from '../knowledge.ts'
import { createRuleResponder } from '../rule-responder.ts'

/** A demo in another language, with its buyers' questions. */
export interface LanguageQuestions {
  readonly language: AgentLanguage
  readonly name: string
  readonly description: string
  readonly steps: readonly { readonly title: string; readonly text: string }[]
  readonly questions: readonly AskedQuestion[]
  /** Written after the search vocabulary. Read only the totals, and don't tune on these questions. */
  readonly untouched: readonly AskedQuestion[]
  readonly unanswerable: readonly string[]
}

export interface LanguageMeasure {
  readonly questions: number
  /** Quoted with the right sentence. */
  readonly right: number
  /** Answered from the right step, or offered it. */
  readonly led: number
  /** Answered from elsewhere. */
  readonly offPoint: number
  readonly unanswerable: number
  /** Unanswerable ones that were answered. */
  readonly claimed: number
  /** Everything that wasn't right, for reading. */
  readonly cases: readonly { readonly as: MeasuredCase['as']; readonly said: string; readonly got: string }[]
}

/** Asks the built-in responder every question of a demo in its own language. */
export async function measureLanguage(asked: LanguageQuestions): Promise<LanguageMeasure> {
  const { language, name, description, questions, unanswerable } = asked
  const steps = asked.steps.map(({ title, text }, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    order: index + 1,
    title,
    description: text,
  }))
  const agent = {
    name: 'Leo',
    personality: 'professional',
    language,
    welcomeMessage: null,
    demoScript: null,
    takesMeetings: true,
  } as const
  const knowledge = buildKnowledge({ name, description, steps }, agent)
  const responder = createRuleResponder(knowledge)
  const cases: LanguageMeasure['cases'][number][] = []
  const counts = { right: 0, led: 0, offPoint: 0, claimed: 0 }
  const ask = async (text: string) =>
    guardProposal(await responder.propose({ text, knowledge, step: 1 }, { aborted: false }))
  for (const question of questions) {
    const proposal = await ask(question.q)
    const as = judgeAnswer(question, proposal)
    if (as === 'right') counts.right += 1
    if (as === 'right' || as === 'rightStep' || as === 'offered') counts.led += 1
    if (as === 'offPoint') counts.offPoint += 1
    const got = `${proposal.intent.type}: ${proposal.answer.map(({ text }) => text).join(' ')}`
    if (as !== 'right') cases.push({ as, said: question.q, got })
  }
  for (const text of unanswerable) {
    const { answer } = await ask(text)
    if (answer.length === 0) continue
    counts.claimed += 1
    cases.push({ as: 'claimed', said: text, got: answer.map((sentence) => sentence.text).join(' ') })
  }
  return { ...counts, questions: questions.length, unanswerable: unanswerable.length, cases }
}
