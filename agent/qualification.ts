import type { FactField, QualifyingQuestion, SalesRules } from '#domain/sales-rules.ts'

import { factOf } from './buyer-facts.ts'
import { numberIn } from './fact-patterns.ts'
import type { HeardFact } from './responder.ts'
import { countWords } from './sentences.ts'
import type { Wordings } from './wordings.ts'

/** A remark that raises the score, or with negative points lowers it. */
export interface Evidence {
  readonly field: FactField
  readonly points: number
  /** The visitor's words. */
  readonly quote: string
  /** The number of the remark in the conversation. */
  readonly turn: number
}

/** The state of qualifying a visitor. */
export interface Qualification {
  /** Ids of the questions asked so far. */
  readonly asked: readonly string[]
  /** The question waiting for an answer. */
  readonly open: string | null
  /** The number of answers when the last question was asked. */
  readonly askedAt: number
  /** The visitor declined to answer; nothing more is asked. */
  readonly refuses: boolean
  readonly evidence: readonly Evidence[]
  /** 0 to 100. */
  readonly score: number
}

export const noQualification: Qualification = {
  asked: [],
  open: null,
  askedAt: -1,
  refuses: false,
  evidence: [],
  score: 0,
}

/** Our questions, asked if the author's sales process has none; always used for the score. */
const defaultQuestions: readonly QualifyingQuestion[] = [
  { id: 'default-need', field: 'need', ask: 'What would you want it to solve for you?', weight: 30 },
  { id: 'default-size', field: 'size', ask: 'How many people would use it?', weight: 20 },
  { id: 'default-timeline', field: 'timeline', ask: 'When would you want to start?', weight: 20 },
  { id: 'default-role', field: 'role', ask: 'What is your part in the decision?', weight: 15 },
  { id: 'default-budget', field: 'budget', ask: 'Is there a budget set aside for it?', weight: 15 },
]

/** A question's wording: the author's as written, ours in the conversation's language. */
export function inOwnWords({ id, ask }: QualifyingQuestion, { selling }: Wordings): string {
  return defaultQuestions.some((own) => own.id === id) ? (selling.ask[id] ?? ask) : ask
}

/** The author's questions, or ours. */
function questionsOf(rules: SalesRules): readonly QualifyingQuestion[] {
  return rules.questions.length > 0 ? rules.questions : defaultQuestions
}

/** Questions that may be asked: if the author wrote nothing about selling, only one general question. */
export function askableQuestions(rules: SalesRules): readonly QualifyingQuestion[] {
  if (rules.questions.length > 0) return rules.questions
  return sellsAtAll(rules) ? defaultQuestions : defaultQuestions.filter(({ field }) => field === 'size')
}

/** Whether the author wrote something about selling. */
export function sellsAtAll({ goals, questions, disqualifiers, objections }: SalesRules): boolean {
  return goals.length + questions.length + disqualifiers.length + objections.length > 0
}

/** Number of answers before that one question is asked. */
const answersBeforeGentle = 2

/**
 * The next question to ask, or null: one at a time, never repeated, not after the visitor declined, not about known
 * facts.
 */
export function nextQuestion(
  qualification: Qualification,
  known: {
    readonly rules: SalesRules
    readonly facts: readonly HeardFact[]
    readonly answers: number
    readonly remarks: number
    /** Answers between two questions. */
    readonly gap: number
  },
): QualifyingQuestion | null {
  const { asked, open, askedAt, refuses } = qualification
  if (refuses || open !== null || known.remarks < 2) return null
  if (!sellsAtAll(known.rules) && known.answers < answersBeforeGentle) return null
  if (askedAt >= 0 && known.answers - askedAt < known.gap) return null
  const all = askableQuestions(known.rules)
  const askedTexts = new Set(all.filter(({ id }) => asked.includes(id)).map(({ ask }) => normalise(ask)))
  const fitting = all.find(
    ({ id, field, ask }) =>
      !asked.includes(id) &&
      !askedTexts.has(normalise(ask)) &&
      ask.trim() !== '' &&
      countWords(ask) <= questionWordsMax &&
      factOf(known.facts, field) === null,
  )
  return fitting ?? null
}

/** A longer question would leave no room for an answer before it. */
const questionWordsMax = 24

function normalise(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * The score and evidence for changed facts: the weighted share of known fields, minus points for disqualifying facts.
 * Facts that no longer hold lose their evidence.
 */
export function scoreFacts(
  before: Qualification,
  facts: readonly HeardFact[],
  heard: { readonly rules: SalesRules; readonly quote: string; readonly turn: number },
): Qualification {
  const questions = questionsOf(heard.rules)
  const total = questions.reduce((sum, { weight }) => sum + Math.max(0, weight), 0)
  const weights = new Map<FactField, number>()
  for (const { field, weight } of questions) weights.set(field, (weights.get(field) ?? 0) + Math.max(0, weight))
  const evidence = facts.flatMap(({ field, value }): Evidence[] => {
    const weight = weights.get(field) ?? 0
    const points = total === 0 ? 0 : Math.round((weight / total) * 100)
    const against = heard.rules.disqualifiers.some((rule) => disqualifies(rule, field, value))
    if (points === 0 && !against) return []
    const isNew = !before.evidence.some((each) => each.field === field && each.quote.includes(value))
    const earlier = before.evidence.find((each) => each.field === field)
    const source =
      isNew || earlier === undefined
        ? { quote: heard.quote.includes(value) ? heard.quote.slice(0, quoteMax) : value, turn: heard.turn }
        : { quote: earlier.quote, turn: earlier.turn }
    return [{ field, points: against ? disqualifiedPoints : points, ...source }]
  })
  const sum = evidence.reduce((points, each) => points + each.points, 0)
  return { ...before, evidence, score: Math.max(0, Math.min(100, sum)) }
}

const quoteMax = 300
const disqualifiedPoints = -50

/** Compares “fewer than 5 employees” with 3, and “students” with “I'm a student”. */
function disqualifies(rule: string, field: FactField, value: string): boolean {
  const bound =
    /\b(fewer|less|smaller|under|below|up to|at most|more|over|above|larger|bigger|at least)\b(?: than)?\s*[€$£]?\s*(\d[\d.,]*\s?k?|\p{L}+)/iu.exec(
      rule,
    )
  const limit = bound === null ? null : numberIn(bound[2] ?? '')
  if (bound !== null && limit !== null) {
    if (fieldOfLimit(rule) !== field) return false
    const number = numberIn(value)
    if (number === null) return false
    const word = (bound[1] ?? '').toLowerCase()
    if (word === 'up to' || word === 'at most') return number <= limit
    if (word === 'at least') return number >= limit
    return /^(?:fewer|less|smaller|under|below)$/.test(word) ? number < limit : number > limit
  }
  if (field === 'email' || field === 'phone' || field === 'name') return false
  const said = new Set(stems(value))
  const named = stems(rule).filter((word) => !disqualifierFillers.has(word))
  return named.length > 0 && named.every((word) => said.has(word))
}

function fieldOfLimit(rule: string): FactField {
  if (/[€$£]|\b(?:budget|euros?|dollars?|pounds|spend|pay)\b/i.test(rule)) return 'budget'
  return /\b(?:months?|weeks?|years?|quarters?)\b/i.test(rule) ? 'timeline' : 'size'
}

function stems(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word.replace(/(?:ies|es|s)$/, ''))
}

const disqualifierFillers = new Set(
  stems(
    'a an the no not any who which that is are have has only just someone anyone people companies company visitors customers they we and or of for in with',
  ),
)
